-- A journal as form 5 wrote it: three games, a retraction, an entry before another, what people agreed on, and one game forgotten.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 5;
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
INSERT INTO "entries" VALUES(1,1,NULL,'start-1',0,'{"seq":1,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","\u96c0","D"],"rules":"tenhou"},"because":"person","command_id":"start-1"}',X'6194CB42ABEA3BA8E8567C525E3E6918855A30AF23479CC1A03723B6FC30B7D2');
INSERT INTO "entries" VALUES(2,1,NULL,'start-1',1,'{"seq":2,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":null,"hands":[null,null,null,null]},"because":"person","command_id":"start-1"}',X'FDC9B2DA61B101B9FEA0F161E74B642F373F04FB8058F6604A4776157CAC8642');
INSERT INTO "entries" VALUES(3,1,NULL,NULL,NULL,'{"seq":3,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'FBEB6D07541AA72431F6FEFFF392D0DF2479DE752A23F8D1E13640AB0337A415');
INSERT INTO "entries" VALUES(4,1,NULL,NULL,NULL,'{"seq":4,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"5m","tsumogiri":null},"because":"person"}',X'4B4C61F52EFB54B3BB90F397276A405611D6950C491FF022A5873B4E9DE10639');
INSERT INTO "entries" VALUES(5,1,4,'undo-1',0,'{"seq":5,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":4,"command_id":"undo-1"}',X'16E469E1469BEE263F1287FDCDAE60E8173F38CA4B82F6EC43EF2E5B76DFC69B');
INSERT INTO "entries" VALUES(6,1,NULL,NULL,NULL,'{"seq":6,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"6m","tsumogiri":null},"because":"person"}',X'AF877AD4941C9AF9C3228E15CD487A085C6706D8D7A4C168F82F5EBBEE134EE2');
INSERT INTO "entries" VALUES(7,1,NULL,'sit-1',0,'{"seq":7,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"SeatsBound","sides":"ABCD"},"because":"person","command_id":"sit-1","before":6}',X'DC953007302323A9D8E0318D1A7D31E849CDA1B9B95289FB9BD8F082CFE63BFE');
INSERT INTO "entries" VALUES(8,1,NULL,'dead-1',0,'{"seq":8,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HandDied","seat":1},"because":"person","command_id":"dead-1"}',X'0640A69A9C052A201CFE6B9242CA78F7506345259CCCC66CC5C8F6DB7BC09EF3');
INSERT INTO "entries" VALUES(9,1,NULL,'dead-1',1,'{"seq":9,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"TimeCalled"},"because":"person","command_id":"dead-1"}',X'5E9C90FA123A34D9C100CB4F933DC3F778EA07183B287C2FA4DE0555FC10D254');
INSERT INTO "entries" VALUES(10,1,NULL,'tea-1',0,'{"seq":10,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"GamePaused"},"because":"person","command_id":"tea-1"}',X'DF25FD3002A61C8DE283C6A6CB6352F140CA849177F902B05E09F1D69D76B69D');
INSERT INTO "entries" VALUES(11,1,NULL,'tea-1',1,'{"seq":11,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"GameResumed"},"because":"person","command_id":"tea-1"}',X'ED8036884A1AC0A0CE4372F879C3873650D0FBF1D49F1747A5FE7500C4787E1D');
INSERT INTO "entries" VALUES(12,1,NULL,'tea-1',2,'{"seq":12,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"PlayerSubstituted","seat":3,"name":"Eva"},"because":"person","command_id":"tea-1"}',X'8D3D5DF8E97F7C4D92977E6E31055111ADA53814F3CD011EC3ECD5A44A8E508D');
INSERT INTO "entries" VALUES(16,3,NULL,'start-3',0,'{"seq":16,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","C","D"],"rules":"tenhou"},"because":"person","command_id":"start-3"}',X'E0CAB625FA1140689F7A08CB43D87DDB8CECACEB21C598E2D2237833C041D9DC');
INSERT INTO "entries" VALUES(17,3,NULL,'start-3',1,'{"seq":17,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanEnded"},"because":"person","command_id":"start-3"}',X'410A17760A5C652F52C8195D15B6CDFDBDD6C189F39A643209845CC12FB94318');
CREATE TABLE forgotten (
    game INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    command_id TEXT
) STRICT
;
INSERT INTO "forgotten" VALUES(2,13,15,3,'forget-2');
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'table-1','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","dealer_stop_asked":false,"extension":true,"target_points":30000,"time_limit":"none","honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"dead_hands":false,"penalty_to":"none","penalty_points":1000,"chip_points":0,"bust_points":0,"yakitori_points":0,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"sakizuke":false,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"nagashi_win":false,"wareme":false,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"two_han_from":null,"green_needs_hatsu":false,"tenhou_doubles":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"north_yakuhai":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'978F8307CCD240DC7ECB9C0975E8D824291ABA53986758818F1392A258F2D22E');
INSERT INTO "games" VALUES(3,'table-3','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","dealer_stop_asked":false,"extension":true,"target_points":30000,"time_limit":"none","honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"dead_hands":false,"penalty_to":"none","penalty_points":1000,"chip_points":0,"bust_points":0,"yakitori_points":0,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"sakizuke":false,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"nagashi_win":false,"wareme":false,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"two_han_from":null,"green_needs_hatsu":false,"tenhou_doubles":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"north_yakuhai":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'0288B4ECE54BDB4DC814A3D1F7DC3420DD537BDD6FFD6E8582B16A77DA30A598');
CREATE TABLE origin (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal TEXT NOT NULL,
    epoch TEXT NOT NULL,
    is_copy INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT
;
INSERT INTO "origin" VALUES(1,'61957202eb14de58c295214fd15cc3e2','b0fb634f0627650d75198b665b21eb27',0,X'7307EEA7D9AD5C81046AA21396FFBE11581F795972EEA19C52BDBD33358DFB05');
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
