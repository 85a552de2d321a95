-- A journal as form 3 wrote it: two games, a retraction, and an entry before another.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (number),
    retracts INTEGER UNIQUE REFERENCES entries (seq),
    command_id TEXT,
    part INTEGER,
    payload TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "entries" VALUES(1,1,NULL,'start-1',0,'{"seq":1,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","\u96c0","D"],"rules":"tenhou"},"because":"person","command_id":"start-1"}',X'AC8C573DD3B306ECE048569854037BEC26FA948F91E93D1F9A32EF61C17DA6DF');
INSERT INTO "entries" VALUES(2,1,NULL,'start-1',1,'{"seq":2,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":null,"hands":[null,null,null,null]},"because":"person","command_id":"start-1"}',X'8974B4089266D243AB8E68D4B7157C6D8F23E7A482DD3B0E13272BFA4963794C');
INSERT INTO "entries" VALUES(3,1,NULL,NULL,NULL,'{"seq":3,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"PlayUnfollowed"},"because":"person"}',X'682439A19AC8D355EC203A972AEB9494E31463E4D08A40E92159925FBDF07F73');
INSERT INTO "entries" VALUES(4,1,NULL,'tap-1',0,'{"seq":4,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"RiichiDeclared","seat":1,"is_open":false},"because":"person","command_id":"tap-1"}',X'D32404A5DD840B961C98F9D0CA71A24349A3E709B2610B2A707D9F78D59C7DA8');
INSERT INTO "entries" VALUES(5,1,NULL,'tap-1',1,'{"seq":5,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"RiichiAccepted","seat":1},"because":"person","command_id":"tap-1"}',X'1BC55803170405AB4464763CA210CAA8FF00BB38936F2B754C5FCDD04E50ADC6');
INSERT INTO "entries" VALUES(6,1,NULL,'win',0,'{"seq":6,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Won","seat":1,"by":"ron","giver":3,"tile":null,"hand":null,"ura":[],"value":{"han":3,"fu":40,"yakuman":0,"yaku":[]},"liable":null},"because":"person","command_id":"win"}',X'C69333DAA582FCB78BAA36D8CB9D2D6E40BB1DA3234FA35848AB0FD601AAAEEC');
INSERT INTO "entries" VALUES(7,1,NULL,NULL,NULL,'{"seq":7,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuEnded"},"because":"person"}',X'022A6C9EDDF41AF5AD2C39C87659FE086B41E7468D3C9327A421C9DF59D4C84C');
INSERT INTO "entries" VALUES(8,2,NULL,NULL,NULL,'{"seq":8,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","C","D"],"rules":"tenhou"},"because":"person"}',X'319CFE12F4A9BF93777D2EFA540A71B95E101EFF798B5165AFCAC38F606E4DA8');
INSERT INTO "entries" VALUES(9,2,NULL,NULL,NULL,'{"seq":9,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":null,"hands":[null,null,null,null]},"because":"person"}',X'DC34C885224DE87484F1D396DD7D733F52E22C7892AD667001A9A1D8B37C67F5');
INSERT INTO "entries" VALUES(10,2,NULL,NULL,NULL,'{"seq":10,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'8E51A6ADE9D5F76D16782FC8525A467EC073815383831583534236B874E26B26');
INSERT INTO "entries" VALUES(11,2,NULL,NULL,NULL,'{"seq":11,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"person"}',X'C731477F8906E4EC60E3A953EBCCFED0C1547CD025ED4BE57E4CD8AB2BF8AC37');
INSERT INTO "entries" VALUES(12,2,NULL,'late',0,'{"seq":12,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"0p","tsumogiri":null},"because":"person","by":"Anna","command_id":"late","before":11}',X'24B138172AADED8AECC419698EE8ED176FC17F768B91D3CA09F326DD0A9BC9D6');
INSERT INTO "entries" VALUES(13,2,NULL,NULL,NULL,'{"seq":13,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"7z","tsumogiri":null},"because":"person"}',X'5CAF3A564EFDEFD2432FB9EFE09B8613901B9CDD37DD0BB76F48B5330F94B479');
INSERT INTO "entries" VALUES(14,2,13,'tap-2',0,'{"seq":14,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":13,"by":"Anna","command_id":"tap-2"}',X'24070C75843A0BB8E7D43240D5537C2C00126EC94B8B09D37968F375B48BE482');
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'table-1','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","extension":true,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'2880BA7DD52B00F63AFD201E287D385AF66947A535B86E04D0C0B65A81BC3A55');
INSERT INTO "games" VALUES(2,'table-2','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","extension":true,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'ABB5604C6EC9EC3F49D1A887036BAD4B8BF8715FB086EEB213F310E951ACEC32');
CREATE TABLE origin (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal TEXT NOT NULL,
    epoch TEXT NOT NULL,
    is_copy INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT
;
INSERT INTO "origin" VALUES(1,'b50090676493476945ebd5ace2572bfb','93e956edd1fe376474069a384bfe7215',0,X'0D8040A1EE58C72CDB047D449A663C741F7D3B95AE789277EC628549299340FE');
CREATE INDEX entries_of_game ON entries (game, seq);
CREATE UNIQUE INDEX entries_of_command ON entries (command_id, part) WHERE command_id IS NOT NULL;
CREATE TRIGGER entries_come_in_order BEFORE INSERT ON entries
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended, one after another'); END;
CREATE TRIGGER games_come_in_order BEFORE INSERT ON games
    WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM games)
    BEGIN SELECT RAISE(ABORT, 'games are only appended, one after another'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never changes: append a retraction'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never goes: append a retraction'); END;
CREATE TRIGGER games_never_change BEFORE UPDATE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never changes'); END;
CREATE TRIGGER games_never_go BEFORE DELETE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never goes'); END;
COMMIT;
