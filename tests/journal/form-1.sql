-- A journal as form 1 wrote it: two games, a retraction, a win without `liable`.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 1;
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
INSERT INTO "entries" VALUES(2,1,NULL,'start-1',1,'{"seq":2,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":"9m","hands":[null,null,null,null]},"because":"person","command_id":"start-1"}',X'4FE9EC291BD166975A5420CCD3AFD2EB5BA1DC9DA1DE47893551A700BEABB7BA');
INSERT INTO "entries" VALUES(3,1,NULL,NULL,NULL,'{"seq":3,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'0A22CEC401D1EA4AACB6A158189DEF13BBD52D076D15A8E91F5DAF830F3F67FE');
INSERT INTO "entries" VALUES(4,1,NULL,NULL,NULL,'{"seq":4,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"5m","tsumogiri":null},"because":"person"}',X'74FCEBD8043BE739A607DDF51DE4F2AA71C2CDF4E5FD1CA10AEBFA04B7791062');
INSERT INTO "entries" VALUES(5,1,NULL,NULL,NULL,'{"seq":5,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"person"}',X'169DF532823BCA0D15B33E6742CD274F6C0A17266F317889200CD992117DFBA3');
INSERT INTO "entries" VALUES(6,1,NULL,NULL,NULL,'{"seq":6,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"1z","tsumogiri":true},"because":"person"}',X'B2F3C5227228C157A9120B9FF190F4970974C3E0F03EE0B3246AC32FC7F54AE9');
INSERT INTO "entries" VALUES(7,1,6,'tap-2',0,'{"seq":7,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":6,"by":"Anna","command_id":"tap-2"}',X'5683CDDB80DB2007FD4E4DE2A79774976D2AB36D519CB8F3DE64B8F73B67F5E3');
INSERT INTO "entries" VALUES(8,1,5,'tap-2',1,'{"seq":8,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":5,"by":"Anna","command_id":"tap-2"}',X'8EE65E6E3A45A5F084F25BF3E6D96FE1CE20C8671F960C00B8C71A5474E7A31C');
INSERT INTO "entries" VALUES(9,1,NULL,'tap-3',0,'{"seq":9,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"PonCalled","seat":1,"giver":0,"tile":"5m","own":["5m","0m"]},"because":"person","by":"Bo","command_id":"tap-3"}',X'1F34C0A013A91C87C98B62A081733395D58FCF037A4D4D44D607A8F532B5BCB9');
INSERT INTO "entries" VALUES(10,1,NULL,'tap-3',1,'{"seq":10,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"7z","tsumogiri":null},"because":"person","command_id":"tap-3"}',X'D5E1C042D562707FCF297DD32D1AF99F31B6970FFEDA6C325E2ADAB0B696CAF1');
INSERT INTO "entries" VALUES(11,1,NULL,'tap-4',0,'{"seq":11,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Won","seat":2,"by":"ron","giver":1,"tile":"7z","hand":null,"ura":[],"value":{"han":2,"fu":40,"yakuman":0,"yaku":[["riichi",1],["yakuhai",1]]}},"because":"person","command_id":"tap-4"}',X'132A98EA8CDF8F30EAA6390C4F5A8A7CAEC669149C1BE129068A23E97BB1C3E6');
INSERT INTO "entries" VALUES(12,1,NULL,NULL,NULL,'{"seq":12,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuEnded"},"because":"person"}',X'56FBD8FD39C50D3330FA0D2D2CF876598C13980C3D215F35F7F7A845D0899DB0');
INSERT INTO "entries" VALUES(13,1,NULL,NULL,NULL,'{"seq":13,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanEnded"},"because":"person"}',X'56A4A344FA6A970739F28A26EC2D06EFAF2A824427B2AD46A4E449170DCC4BA4');
INSERT INTO "entries" VALUES(14,2,NULL,NULL,NULL,'{"seq":14,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["A","B","C","D"],"rules":"ema"},"because":"person"}',X'71635F5BC69DE018F895F7241C5D6179CBA71748BCFF85CFA9822C3B10F29076');
INSERT INTO "entries" VALUES(15,2,NULL,NULL,NULL,'{"seq":15,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[30000,30000,30000,30000],"indicator":null,"hands":[null,null,null,null]},"because":"person"}',X'1FDFC7D8C8EC519A7437CA5A13920004534F718E845FACE90740D48044F52DE6');
INSERT INTO "entries" VALUES(16,2,NULL,NULL,NULL,'{"seq":16,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'9C9A5FA6C9EFA4D0BBA8A1B185A901E21FC81FE80DC44646DF7F0C3FCB0BAD41');
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'table-1','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","extension":true,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'2880BA7DD52B00F63AFD201E287D385AF66947A535B86E04D0C0B65A81BC3A55');
INSERT INTO "games" VALUES(2,'table-2','{"name":"ema","players":4,"rounds":2,"start_points":30000,"return_points":30000,"uma":[15,5,-5,-15],"uma_by_winners":[],"oka":false,"ties":"shared","score_rounding":"none","bust":false,"dealer_stop":"never","extension":false,"target_points":30000,"honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"red_fives":[0,0,0],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"at_once","suukaikan":"no_fifth","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"all","honba_to":"every_winner","kyuushu_kyuuhai":false,"suufon_renda":false,"suucha_riichi":false,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"discarder","nagashi_mangan":false,"kiriage":false,"kazoe_yakuman":false,"double_yakuman":false,"yakuman_stack":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"mangan","four_copies_tenpai":false,"kita":false,"tsumo_loss":true,"unverified":["chombo_ends_game","pao_honba","score_rounding","noten_points","renchan","ippatsu","kan_in_riichi","chankan_of_ankan","daiminkan_pao","riichi_min_live","riichi_min_points","pao_split","double_wind_fu","rinshan_fu","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'F7935B0AE310F3CE2B29542205E0366E0A68C7DA0FA31370CCADABEED4A4851F');
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
