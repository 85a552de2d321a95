-- A journal as form 2 wrote it: two games, a retraction, an entry before another, and one game forgotten.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 2;
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
INSERT INTO "entries" VALUES(3,1,NULL,NULL,NULL,'{"seq":3,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'DEA2AEB82B9D3B813773BF3E7C63CDD9DCDBCA0DFEFD752885C4B74DA408966F');
INSERT INTO "entries" VALUES(4,1,NULL,NULL,NULL,'{"seq":4,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"5m","tsumogiri":null},"because":"person"}',X'C348A73F59C40C32B7DAE33C04C471F7386E90A6EBF397879E86F30960F10406');
INSERT INTO "entries" VALUES(5,1,NULL,'tap-1',0,'{"seq":5,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"person","command_id":"tap-1"}',X'C4FB2D06CB72B81421001C70140B2D325D6ADB912F14DFD402F5B83FE21D7BBB');
INSERT INTO "entries" VALUES(6,1,5,'tap-2',0,'{"seq":6,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":5,"by":"Anna","command_id":"tap-2"}',X'771ED4E999892E579D9D94217518DC8D23E25D9D28D3183C51A43F5C8F39A883');
INSERT INTO "entries" VALUES(12,3,NULL,NULL,NULL,'{"seq":12,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","C","D"],"rules":"tenhou"},"because":"person"}',X'30475808936B17D17B41613458424D1B20E6114BA6054B6576D16F14AC528DB3');
INSERT INTO "entries" VALUES(13,3,NULL,NULL,NULL,'{"seq":13,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":null,"hands":[null,null,null,null]},"because":"person"}',X'758396B6477CD5F9A8374BDB447D889E79382A01DE9ECCA0A33DA4CEEA3E6CE4');
INSERT INTO "entries" VALUES(14,3,NULL,NULL,NULL,'{"seq":14,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'20C3B0936D39EFA8B8845D7449B116A02B0801C1941833404666568C5B168941');
INSERT INTO "entries" VALUES(15,3,NULL,NULL,NULL,'{"seq":15,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"person"}',X'0B95DA0A137B7BC26AAE28AEF3DA09102FFCC1DB4069B53E8620CF9F7B13D1C9');
INSERT INTO "entries" VALUES(16,3,NULL,'late',0,'{"seq":16,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"0p","tsumogiri":null},"because":"person","by":"Anna","command_id":"late","before":15}',X'BD4330F9FFCE8F13871055F2554DB17D6B467D150BF77CDA604398D15309B164');
INSERT INTO "entries" VALUES(17,3,NULL,NULL,NULL,'{"seq":17,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"7z","tsumogiri":null},"because":"person"}',X'F03F829B93CC13A5D51CD3B29C07F4949D6D58837DBE49BB7CFC361B7A91FF6F');
CREATE TABLE forgotten (
    game INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    command_id TEXT
) STRICT
;
INSERT INTO "forgotten" VALUES(2,7,11,5,'gone');
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'table-1','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","extension":true,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'2880BA7DD52B00F63AFD201E287D385AF66947A535B86E04D0C0B65A81BC3A55');
INSERT INTO "games" VALUES(3,'table-3','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","extension":true,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'206A2FB134B9EBAF591A357A2CC5E0CC787C0482554FD948A2120392DF875A62');
CREATE INDEX entries_of_game ON entries (game, seq);
CREATE UNIQUE INDEX entries_of_command ON entries (command_id, part) WHERE command_id IS NOT NULL;
CREATE TRIGGER games_never_change BEFORE UPDATE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never changes'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never changes: append a retraction'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never goes: append a retraction'); END;
CREATE TRIGGER games_never_go BEFORE DELETE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never goes'); END;
CREATE TRIGGER entries_come_in_order BEFORE INSERT ON entries
    WHEN NEW.seq IS NOT (SELECT max(
        (SELECT coalesce(max(seq), 0) FROM entries), (SELECT coalesce(max(last), 0) FROM forgotten)
    ) + 1)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended, one after another'); END;
CREATE TRIGGER games_come_in_order BEFORE INSERT ON games
    WHEN NEW.number IS NOT (SELECT max(
        (SELECT coalesce(max(number), 0) FROM games), (SELECT coalesce(max(game), 0) FROM forgotten)
    ) + 1)
    BEGIN SELECT RAISE(ABORT, 'games are only appended, one after another'); END;
COMMIT;
