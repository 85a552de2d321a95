-- A journal as form 4 wrote it: three games, a retraction, an entry before another, and one game forgotten.
PRAGMA application_id = 1381253937;
PRAGMA user_version = 4;
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
INSERT INTO "entries" VALUES(1,1,NULL,'start-1',0,'{"seq":1,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","\u96c0","D"],"rules":"tenhou"},"because":"person","command_id":"start-1"}',X'3DDC6714F18495DA62AA2BC62E3995F0E0D3423D60287F717662169859CC7B8D');
INSERT INTO "entries" VALUES(2,1,NULL,'start-1',1,'{"seq":2,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"KyokuStarted","round_wind":"E","dealer":0,"honba":0,"kyoutaku":0,"points":[25000,25000,25000,25000],"indicator":null,"hands":[null,null,null,null]},"because":"person","command_id":"start-1"}',X'23A4257812D74C6EEF8133AE5F114340D6D67B56E198C0BD1A5986076E652774');
INSERT INTO "entries" VALUES(3,1,NULL,NULL,NULL,'{"seq":3,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Drawn","seat":0,"tile":null},"because":"person"}',X'410BF9E2CEE5E038EBAEEBB73BC2B5687B3B97005701C6A64347060E3C0FA982');
INSERT INTO "entries" VALUES(4,1,NULL,NULL,NULL,'{"seq":4,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"5m","tsumogiri":null},"because":"person"}',X'C342CABE8AAA1C420B0F8938844CBBB1F7CFADE4EFF5574C57CA7E73CB71C6CC');
INSERT INTO "entries" VALUES(5,1,4,'undo-1',0,'{"seq":5,"at":"2024-01-01T12:00:00.000000Z","fact":null,"because":"person","retracts":4,"command_id":"undo-1"}',X'69AD2E419B863C70AF0BD5C78BC2291117758E65115C34FBFF0FD9A73694C1A9');
INSERT INTO "entries" VALUES(6,1,NULL,NULL,NULL,'{"seq":6,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"Discarded","seat":0,"tile":"6m","tsumogiri":null},"because":"person"}',X'798820BC73EC7F85D85B5E016DE560784CD17E1FA8EA8C09A0B0A8A3B4152C33');
INSERT INTO "entries" VALUES(7,1,NULL,'sit-1',0,'{"seq":7,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"SeatsBound","sides":"ABCD"},"because":"person","command_id":"sit-1","before":6}',X'101C3259ABE9664076D930C2FDA455BC891E2978683AC840FCAF1228F88E0E33');
INSERT INTO "entries" VALUES(8,1,NULL,'dead-1',0,'{"seq":8,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HandDied","seat":1},"because":"person","command_id":"dead-1"}',X'93524A82284C3F3123D0B2529CB3B3C7F49188AEC09D42A68F494712744594EA');
INSERT INTO "entries" VALUES(9,1,NULL,'dead-1',1,'{"seq":9,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"TimeCalled"},"because":"person","command_id":"dead-1"}',X'5468BF93564BA5392182B4384D0E496A7A79619277679A51907E336D3A588532');
INSERT INTO "entries" VALUES(13,3,NULL,'start-3',0,'{"seq":13,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanStarted","names":["Anna","Bo","C","D"],"rules":"tenhou"},"because":"person","command_id":"start-3"}',X'A671F6CCC889927CD76526E4F4DC0AFD80BC3424D947E3FD6A8E5D5E29DD0141');
INSERT INTO "entries" VALUES(14,3,NULL,'start-3',1,'{"seq":14,"at":"2024-01-01T12:00:00.000000Z","fact":{"is":"HanchanEnded"},"because":"person","command_id":"start-3"}',X'82040406BA9FAB4F944A7C137958F33B81CA5738B5D06832E0CAAA69BF9F3E96');
CREATE TABLE forgotten (
    game INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    command_id TEXT
) STRICT
;
INSERT INTO "forgotten" VALUES(2,10,12,3,'forget-2');
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'table-1','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","dealer_stop_asked":false,"extension":true,"target_points":30000,"time_limit":"none","honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"dead_hands":false,"penalty_to":"none","penalty_points":1000,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"nagashi_win":false,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"two_han_from":null,"green_needs_hatsu":false,"tenhou_doubles":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"north_yakuhai":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'BC88B52330233F273DDA5C5105E532D22B37CBE2F94877FD1FAA8827B59D8237');
INSERT INTO "games" VALUES(3,'table-3','{"name":"tenhou","players":4,"rounds":2,"start_points":25000,"return_points":30000,"uma":[20,10,-10,-20],"uma_by_winners":[],"oka":true,"ties":"seat_order","score_rounding":"none","bust":true,"dealer_stop":"win_or_tenpai","dealer_stop_asked":false,"extension":true,"target_points":30000,"time_limit":"none","honba_points":300,"noten_points":3000,"renchan":"tenpai","sticks_left":"first","chombo_points":20000,"chombo_ends_game":false,"dead_hands":false,"penalty_to":"none","penalty_points":1000,"red_fives":[1,1,1],"kan_dora":true,"ura":true,"kan_ura":true,"ippatsu":true,"ankan_reveal":"at_once","open_kan_reveal":"with_discard","suukaikan":"after_discard","fifth_kan":"forbidden","kan_in_riichi":"every_reading","chankan_of_ankan":false,"daiminkan_pao":false,"open_tanyao":true,"multiple_ron":"double","honba_to":"first_winner","kyuushu_kyuuhai":true,"suufon_renda":true,"suucha_riichi":true,"kuikae":"forbidden","riichi_min_live":4,"riichi_min_points":1000,"open_riichi":false,"open_riichi_yakuman":false,"pao":["daisangen","daisuushii"],"pao_split":"whole_hand","pao_honba":"liable","nagashi_mangan":true,"nagashi_win":false,"kiriage":false,"kazoe_yakuman":true,"double_yakuman":false,"yakuman_stack":true,"two_han_from":null,"green_needs_hatsu":false,"tenhou_doubles":false,"double_wind_fu":4,"rinshan_fu":true,"renhou":"none","four_copies_tenpai":true,"kita":false,"north_yakuhai":false,"tsumo_loss":true,"unverified":["kan_in_riichi","four_copies_tenpai"]}','2024-01-01T12:00:00.000000Z',X'EFB10386A6423B401AFD8F86FB9163C8DE698AF7ED79857499E67ED166A3B424');
CREATE TABLE origin (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal TEXT NOT NULL,
    epoch TEXT NOT NULL,
    is_copy INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT
;
INSERT INTO "origin" VALUES(1,'8fa4c1fd22ff948fe6f80fbdbbcb5932','f38dd03c488d43200bfdcb33cb4ff9c8',0,X'F81FCC18033F950CC731E044BC3C9E156A7009EFCDAEE6F83C0C49BE454DE530');
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
