-- A journal as form 6 wrote it, which took up one of form 5.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 6;
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
INSERT INTO "entries" VALUES(18,4,NULL,NULL,NULL,'{"seq":18,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Aki","Ben","Chie","Dan"],"rules":"tenhou"},"because":"panel"}',X'132637732B0EC083B788C24B8B74088CF40298E3BB9D07E34C8F6D1BD6FF25AC');
INSERT INTO "entries" VALUES(19,4,NULL,NULL,NULL,'{"seq":19,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":"5p","hands":[null,null,null,null]},"because":"panel"}',X'840942A6B5A6BD217E8F849FC2A35FFD8A33255D3BDBFC55FC83FA1437258ED7');
INSERT INTO "entries" VALUES(20,4,NULL,NULL,NULL,'{"seq":20,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"panel"}',X'7C2DE9A4275A7D919AE07851B17946640A64608F2F7C40B77BFD561680C34373');
INSERT INTO "entries" VALUES(21,4,NULL,NULL,NULL,'{"seq":21,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"4z","tsumogiri":false},"because":"panel"}',X'4B00F45F780D0ED566FD99CDEC2ADAE73B4BB71E0B5C617E27BFA3F14BEFDBF7');
INSERT INTO "entries" VALUES(22,4,NULL,NULL,NULL,'{"seq":22,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"panel"}',X'8BBE53DB5792CC4978DE929FEE651101B0D87229F87E6CC9DEEA6AC3934151F9');
INSERT INTO "entries" VALUES(23,4,NULL,NULL,NULL,'{"seq":23,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"3z","tsumogiri":false},"because":"panel"}',X'C509D53B3377FF138CA74DD73B934C18AEF7FAB11F4BD7E9646248A8A1BCF8B8');
INSERT INTO "entries" VALUES(24,4,NULL,NULL,NULL,'{"seq":24,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":2,"tile":null},"because":"panel"}',X'C02A5CB45464B3E8DB1BAFD264EA0F4B864B654DF079AE727885884E898B611E');
INSERT INTO "entries" VALUES(25,4,NULL,NULL,NULL,'{"seq":25,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":2,"tile":"4z","tsumogiri":false},"because":"panel"}',X'4180649B6DDB9ED14107E4F1A19E5A67238B200E9EA0D2389A21321E007E2736');
INSERT INTO "entries" VALUES(26,4,NULL,NULL,NULL,'{"seq":26,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":3,"tile":null},"because":"panel"}',X'2545E9BE0CDBEACA61A93E67295DE5FC55D0C46B503E3A2BCFCE283408BDACF0');
INSERT INTO "entries" VALUES(27,4,NULL,NULL,NULL,'{"seq":27,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":3,"tile":"3z","tsumogiri":false},"because":"panel"}',X'12C783B568D22CAD29509B08F747D2A72DE5C355D6093D141511209810364DA9');
INSERT INTO "entries" VALUES(28,4,NULL,NULL,NULL,'{"seq":28,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"panel"}',X'7D9DFDD90F7724513BBDB31DFE11D2F04D8425E033BDFD0F967911FA47D9B4A9');
INSERT INTO "entries" VALUES(29,4,NULL,NULL,NULL,'{"seq":29,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"9p","tsumogiri":false},"because":"panel"}',X'7BDD218A6B178A11A2D20FDD977DB49DF4002E5DBB6F730E9B23832F6EEF2A12');
INSERT INTO "entries" VALUES(30,4,NULL,NULL,NULL,'{"seq":30,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"panel"}',X'8077DCD841DA938AEAAE37D5D0E427DB74F96A375B92E8F5A40B4512045B8DE6');
INSERT INTO "entries" VALUES(31,4,NULL,NULL,NULL,'{"seq":31,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"9s","tsumogiri":false},"because":"panel"}',X'1CEB8B3B5F811440BA3839B8922EFA38B1F34E5D518E292DB4B118EBDE6DEB90');
INSERT INTO "entries" VALUES(32,4,NULL,NULL,NULL,'{"seq":32,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":2,"tile":null},"because":"panel"}',X'9BA372F8DDDA4D5EA7629533234E615DF1955951CF046E27A36AF3803D9D54EA');
INSERT INTO "entries" VALUES(33,4,NULL,NULL,NULL,'{"seq":33,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":2,"tile":"3z","tsumogiri":false},"because":"panel"}',X'D86B4E7F1A34AE02FAF68FCABF8EF90C15CC4ED497664FF419AAA0D50DD1D642');
INSERT INTO "entries" VALUES(34,4,NULL,NULL,NULL,'{"seq":34,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":3,"tile":null},"because":"panel"}',X'99888E62035F2A3937C3AA0434CD24020F1DC29E2A72E28ED853F19EBD832268');
INSERT INTO "entries" VALUES(35,4,NULL,NULL,NULL,'{"seq":35,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":3,"tile":"9s","tsumogiri":false},"because":"panel"}',X'49A0167C6765758D155A205139DEF88E11192473B1CB0D3A3E7D7B7DB9B852A7');
INSERT INTO "entries" VALUES(36,4,NULL,NULL,NULL,'{"seq":36,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"panel"}',X'D8F1410F7559D1EB5B580E5989147A2EBD68D1378E7176C6A445D438ED3F4E96');
INSERT INTO "entries" VALUES(37,4,NULL,NULL,NULL,'{"seq":37,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"6z","tsumogiri":false},"because":"panel"}',X'9257FF0BEECE7CA838C528F6CB3BE4F4CFCD4F09A5F99ED72DC5B6B84585CCA7');
INSERT INTO "entries" VALUES(38,4,NULL,NULL,NULL,'{"seq":38,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"panel"}',X'F6FB5248934A6BB0D81A591F82A312818F6CC3ED2BC5CE8C366C963907FE74D8');
INSERT INTO "entries" VALUES(39,4,NULL,NULL,NULL,'{"seq":39,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"5z","tsumogiri":false},"because":"panel"}',X'8BFA4B7A402F8B2D2E3F492AA525DE8F6C4C75B6048729088E7FEFB8830E9AD8');
INSERT INTO "entries" VALUES(40,4,NULL,NULL,NULL,'{"seq":40,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"PonCalled","seat":0,"giver":1,"tile":"5z","own":["5z","5z"]},"because":"panel"}',X'9771845246DB05C8C622227237E93AA073AB91DA3105141026C76DD9633C3F84');
INSERT INTO "entries" VALUES(41,4,NULL,NULL,NULL,'{"seq":41,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"5p","tsumogiri":false},"because":"panel"}',X'3534872D4D110A84F6E030C3387BF0CA3EC5CD95F84749C5BDCBE1F0A67C9583');
INSERT INTO "entries" VALUES(42,4,NULL,NULL,NULL,'{"seq":42,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":1,"tile":null},"because":"panel"}',X'4914CAD4F5CD0E4CAC9504A497C004D0829C99AB19D9D1CB367047850B0E6AEB');
INSERT INTO "entries" VALUES(43,4,NULL,NULL,NULL,'{"seq":43,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":1,"tile":"7z","tsumogiri":false},"because":"panel"}',X'0D849EEB07A467A9D8E73AF6A2EABF03D766EE0687237FB5C643ED5FCDD1E346');
INSERT INTO "entries" VALUES(44,4,NULL,NULL,NULL,'{"seq":44,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":2,"tile":null},"because":"panel"}',X'C7B51404C6492B5B0A035D61DCEA2BF1D8954AA625BD0336DF58C493B7C7A104');
INSERT INTO "entries" VALUES(45,4,NULL,NULL,NULL,'{"seq":45,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":2,"tile":"2z","tsumogiri":true},"because":"panel"}',X'4FC1BEB42CE1DD180C8195A85298E673F8C8930741D3158AC53222CF452A996D');
INSERT INTO "entries" VALUES(46,4,NULL,NULL,NULL,'{"seq":46,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":3,"tile":null},"because":"panel"}',X'A5FF828C578957708A6B0CFCE7CD47D31327E31083811CDEBC2236F872DB6C41');
INSERT INTO "entries" VALUES(47,4,NULL,NULL,NULL,'{"seq":47,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":3,"tile":"9p","tsumogiri":false},"because":"panel"}',X'9D7E8C5E772B41AA840111253A9909E6260589FF3779EDB2C259E3F304BC3428');
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
INSERT INTO "games" VALUES(4,'table-4','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","dealer_stop_asked":false,"extension":true,"target_points":30000,"time_limit":"none","honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"dead_hands":false,"penalty_to":"none","penalty_points":1000,"chip_points":0,"bust_points":0,"yakitori_points":0,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"sakizuke":false,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"nagashi_win":false,"wareme":false,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"two_han_from":null,"green_needs_hatsu":false,"local_yaku":[],"tenhou_doubles":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"north_yakuhai":false,"dead_wall":14,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'BAE742A08CD517406908EEC701153227C50762991BF5C4DC37BB907DC0D408F7');
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
