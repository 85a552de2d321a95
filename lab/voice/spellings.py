"""How the words of `lang/aloud` are written for a voice, where that differs from how a person reads them.

Kana for Japanese, since the voice reads no kanji; syllables with their tones for Chinese; and foreign words
as they sound. The words themselves are in the page's own files: what is spoken is what the screen says.
"""

from typing import Final

SPELLINGS: Final = """
seat.E |  |  |  | とんちゃ | dong1 jia1 |
seat.S |  |  |  | なんちゃ | nan2 jia1 |
seat.W |  |  |  | しゃーちゃ | xi1 jia1 |
seat.N |  |  |  | ぺーちゃ | bei3 jia1 |
from.E |  |  |  | とんちゃから | dong1 jia1 de5 pai2 |
from.S |  |  |  | なんちゃから | nan2 jia1 de5 pai2 |
from.W |  |  |  | しゃーちゃから | xi1 jia1 de5 pai2 |
from.N |  |  |  | ぺーちゃから | bei3 jia1 de5 pai2 |
chi | chee | tchi | Tschie |  | chi1 |
pon |  | ponne |  |  | peng4 |
kan | kahn | kanne |  |  | gang4 |
closed_kan | closed kahn | kanne fermé | Annkann | あんかん | an4 gang4 |
open_kan | open kahn | kanne ouvert | Dai Minnkann | だいみんかん | da4 ming2 gang4 |
added_kan | added kahn | kanne ajouté | Schoh Minnkann | かかん | jia1 gang4 |
kita | keeta |  |  | ぺーぬき | ba2 bei3 |
riichi | reechee | ritchi | Rietschi |  | li4 zhi2 |
double_riichi | double reechee | double ritchi | Doppel Rietschi | ダブルリーチ | liang3 li4 zhi2 |
open_riichi | open reechee | ritchi ouvert | Offenes Rietschi | おーぷんりーち | kai1 li4 zhi2 |
stick | reechee stick down | bâton de ritchi posé | Rietschi Stab liegt | りーちぼー | fang4 li4 zhi2 bang4 |
ron | rohn | ronne | Ronn |  | rong2 hu2 |
tsumo | tsoomo | tsoumo |  |  | zi4 mo1 |
chombo |  | tchombo | Tschombo | ちょんぼ | zha4 hu2 |
limit.mangan | mahngan | manganne | Mang-gan | まんがん | man3 guan4 |
limit.haneman | hahneman | hanémanne |  | はねまん | tiao4 man3 |
limit.baiman | byeman | baïmanne |  | ばいまん | bei4 man3 |
limit.sanbaiman | sun byeman | sann baïmanne |  | さんばいまん | san1 bei4 man3 |
limit.yakuman | yakooman | yakoumanne |  | やくまん | yi4 man3 |
han | hahn | hanne |  | はん | fan1 |
fu | foo | fou |  | ふ | fu2 |
times |  |  |  | ばい | bei4 |
draw.exhaustive |  |  | Rjuukjoku | こーはいりうーきょく | huang1 pai2 liu2 ju2 |
draw.nagashi_mangan | nagashee mahngan | nagachi manganne | Nagaschi Mang-gan | ながしまんがん | liu2 ju2 man3 guan4 |
draw.kyuushu |  |  |  | きゅーしゅきゅーはい | jiu3 zhong3 jiu3 pai2 |
draw.suufon |  |  |  | すーふぉんれんだ | si4 feng1 lian2 da3 |
draw.suucha_riichi | four reechee | quatre ritchi | vier Rietschi | すーちゃりーち | si4 jia1 li4 zhi2 |
draw.suukaikan | four kahns | quatre kannes |  | すーかいかん | si4 gang4 san4 le5 |
draw.sanchahou | three rohn | triple ronne | drei Ronn | さんちゃほー | san1 jia1 hu2 le5 |
all_noten | nobody is ten pie | personne n’est tènepaï | niemand ist Tenpai | ぜんいんのーてん | quan2 yuan2 wei4 ting1 |
all_tenpai | everyone ten pie | tous tènepaï |  | ぜんいんてんぱい | quan2 yuan2 ting1 pai2 |
tenpai | ten pie | tènepaï |  |  | ting1 pai2 |
game_over |  |  |  | たいきょくが、おわりました | dui4 ju2 jie2 shu4 |
corrected |  |  |  | てんすーをていせいしました | dian3 shu4 yi3 geng1 zheng4 |
taken_back |  |  |  | とりけし | che4 xiao1 |
question |  |  |  | たくをかくにんしてください | qing3 que4 ren4 pai2 zhuo1 |
source_down |  |  |  | ききをかくにんしてください | qing3 jian3 cha2 she4 bei4 |
flip_first_indicator |  |  |  | どらひょーじはいをめくる | qing3 fan1 kai1 bao3 pai2 zhi3 shi4 pai2 |
flip_kan_dora | turn the kahn dora now | retournez le kanne dora | Kan Dora jetzt aufdecken | かんどらをめくる | qing3 fan1 gang4 bao3 pai2 |
flip_after_discard | kahn dora after the discard | kanne dora après la défausse | Kan Dora nach dem Abwurf | だはいごに、かんどら | da3 pai2 hou4 fan1 gang4 bao3 pai2 |
turned_early |  |  | zu früh, letzten Anzeiger zudecken | ひょーじはいをもどす、まだはやい | qing3 gai4 hui2 zhi3 shi4 pai2, fan1 zao3 le5 |
no_more_riichi | no more reechee | plus aucun ritchi | kein Rietschi mehr | りーち、ふか | bu4 neng2 zai4 li4 zhi2 |
no_more_kan | no more kahn | plus aucun kanne |  | もーかんわできない | bu4 neng2 zai4 kai1 gang4 |
four_kans | four kahns, draw unless somebody wins | quatre kannes, donne nulle si personne ne gagne | vier Kan, Abbruch, wenn niemand gewinnt | すーかいかん、ほーらがなければ、りうーきょく | si4 gang4, wu2 ren2 hu2 pai2 ze2 liu2 ju2 |
suufon_possible |  |  | derselbe Wind noch einmal, Abbruch | おなじかぜはいで、すーふぉんれんだ | zai4 da3 tong2 feng1 ze2 liu2 ju2 |
suucha_possible | a fourth reechee is a draw | un quatrième ritchi, donne nulle | noch ein Rietschi, Abbruch | もーひとり、りーちで、りうーきょく | zai4 you3 yi4 jia1 li4 zhi2 ze2 liu2 ju2 |
draw_due | abortive draw, unless rohn | donne nulle, sauf ronne | Abbruch, außer bei Ronn | ろんがなければ、りうーきょく | wu2 ren2 rong2 hu2 ze2 liu2 ju2 |
turn_ura | turn the oora dora | retournez l’oura dora | Ura Dora aufdecken | うらどらを、めくる | qing3 fan1 li3 bao3 pai2 |
last_tile |  |  |  | さいごの、つも | zui4 hou4 yi4 zhang1 |
last_discard | last discard, rohn or nothing | dernière défausse, ronne ou rien | letzter Abwurf, nur Ronn | ほーてーはい、ろんのみ | he2 di3, zhi3 neng2 rong2 hu2 |
points_off |  |  |  | てんすーがあわない | dian3 shu4 bu4 fu2 |
tile.unknown |  |  |  | ふめいなはい | wei4 zhi1 de5 pai2 |
tsumogiri |  |  |  | つもぎり | mo1 qie1 |
called |  |  |  | なかれた | bei4 ming2 zou3 |
indicator |  |  |  | どらひょーじはい | bao3 pai2 zhi3 shi4 pai2 |
dora |  |  |  |  | bao3 pai2 |
left |  |  |  | のこり | sheng4 yu2 |
honba |  |  |  | ほんば | ben3 chang3 |
sticks | reechee sticks | bâtons | Rietschi Stäbe | きょーたく | gong1 tuo1 |
points |  |  |  | もちてん | chi2 dian3 |
you |  |  |  | じぶんわ | nin2 shi4 |
turn |  |  |  | てばん | lun2 dao4 |
not_followed |  |  |  | このきょくわいま、だはいをきろくしていません | ben3 ju2 mu4 qian2 wei4 ji4 lu4 mo1 da3 |
no_hand |  |  |  | しんこーちゅーのきょくがありません | mei2 you3 jin4 xing2 zhong1 de5 ju2 |
river |  |  |  | かわ | pai2 he2 |
melds |  |  |  | ふーろ | fu4 lu4 |
norths |  |  | Kita Steine | ぬいたぺー | ba2 chu1 de5 bei3 |
none |  |  |  |  | mei2 you3 |
maybe |  |  |  |  | ke3 neng2 shi4 |
or |  |  |  |  | huo4 zhe3 |
as_written |  |  |  | きろくどーり | ji4 lu4 zheng4 que4 |
set_right |  |  |  | てーせー | geng1 zheng4 |
becomes |  |  |  | あらため | gai3 wei2 |
earlier |  |  |  | そのまえ | zhi1 qian2 |
skipped |  |  |  | よみあげなかった、すてはい | wei4 du2 de5 da3 pai2 |
dead_hand |  |  |  | あがりほーき | fang4 qi4 hu2 pai2 |
paused |  |  |  | きゅーけー | zan4 ting2 |
resumed |  |  |  | さいかい | ji4 xu4 |
lost |  |  |  | せつぞくなし | wei4 lian2 jie1 |
live_again |  |  |  | さいせつぞくしました | yi3 chong2 xin1 lian2 jie1 |
q.which_tile |  |  |  | このはいわなんですか | zhe4 shi4 na3 zhang1 pai2 |
q.which_story |  |  |  | なにがおきましたか | gang1 cai2 fa1 sheng1 le5 shen2 me5 |
q.who_called |  |  |  | このはいをないたのわだれですか | shui2 ming2 le5 zhe4 zhang1 pai2 |
q.table_differs |  |  |  | たくのよーすがきろくとちがいます | pai2 zhuo1 yu3 ji4 lu4 bu4 yi2 zhi4 |
q.is_this_the_hand |  |  |  | てはいわこれですか | shou3 pai2 shi4 zhe4 yang4 ma5 |
q.foul_shown |  |  |  | このてわるーるいはんです | zhe4 shou3 pai2 wei2 fan3 gui1 ze2 |
q.is_this_the_draw |  |  |  | このりうーきょくでよいですか | zhe4 yang4 liu2 ju2 dui4 ma5 |
q.fifth_copy |  |  |  | ごまいめのはい | shi4 di4 wu3 zhang1 ma5 |
yaku.menzen_tsumo | menzen tsoomo | mène zène tsoumo | Menn Senn Tsumo | めんぜんちんつもほー | men2 qian2 qing1 zi4 mo1 hu2 |
yaku.ippatsu | ippahtsoo | ippatsou | Ippatsu | いっぱつ | yi4 fa1 |
yaku.chankan | chahn kahn | tchanne kanne | Tschann Kann | ちゃんかん | qiang3 gang4 |
yaku.rinshan | rinshahn kye ho | rine channe kaï ho | Rinn Schann Kai Hoo | りんしゃんかいほー | ling3 shang4 kai1 hua1 |
yaku.haitei | high tay | haï teï | Hai Teh | はいてーもーゆえ | hai3 di3 mo1 yue4 |
yaku.houtei | ho tay | ho teï | Hoh Teh | ほーてーらおゆい | he2 di3 lao1 yu2 |
yaku.pinfu | pin foo | pine fou | Pinn Fu | ぴんふ | ping2 hu2 |
yaku.tanyao | tahn yow | tanne yao | Tann Jao | たんやおちゅー | duan4 yao1 jiu3 |
yaku.iipeikou | ee pay ko | i peï ko | Ie Peh Koh | いーぺーこー | yi4 bei1 kou3 |
yaku.seat_wind_east |  |  |  | じかぜ、とん | zi4 feng1, dong1 |
yaku.seat_wind_south |  |  |  | じかぜ、なん | zi4 feng1, nan2 |
yaku.seat_wind_west |  |  |  | じかぜ、しゃー | zi4 feng1, xi1 |
yaku.seat_wind_north |  |  |  | じかぜ、ぺー | zi4 feng1, bei3 |
yaku.round_wind_east |  |  |  | ばかぜ、とん | chang3 feng1, dong1 |
yaku.round_wind_south |  |  |  | ばかぜ、なん | chang3 feng1, nan2 |
yaku.round_wind_west |  |  |  | ばかぜ、しゃー | chang3 feng1, xi1 |
yaku.round_wind_north |  |  |  | ばかぜ、ぺー | chang3 feng1, bei3 |
yaku.haku | hahkoo | hakou | Haku | やくはい、はく | yi4 pai2, bai2 |
yaku.hatsu | hahtsoo | hatsou | Hatsu | やくはい、はつ | yi4 pai2, fa1 |
yaku.chun | choon | tchoune | Tschunn | やくはい、ちゅん | yi4 pai2, zhong1 |
yaku.chiitoitsu | chee toy tsoo | tchi toï tsou | Tschie Teu Tsu | ちーといつ | qi1 dui4 zi5 |
yaku.chanta | chahnta | tchanne ta | Tschann Ta | ほんちゃんたいやおちゅー | hun4 quan2 dai4 yao1 jiu3 |
yaku.ittsu | eetsoo | itsou | Ittsu | いっきつーかん | yi2 qi4 tong1 guan4 |
yaku.sanshoku_doujun | sahn shockoo doe joon | sanne chokou do djoune | Sann Schoku Doh Dschunn | さんしょくどーじゅん | san1 se4 tong2 shun4 |
yaku.sanshoku_doukou | sahn shockoo doe ko | sanne chokou do ko | Sann Schoku Doh Koh | さんしょくどーこー | san1 se4 tong2 ke4 |
yaku.sankantsu | sahn kahn tsoo | sanne kanne tsou | Sann Kann Tsu | さんかんつ | san1 gang4 zi5 |
yaku.toitoi | toy toy | toï toï | Teu Teu | といといほー | dui4 dui4 hu2 |
yaku.sanankou | sahn ahn ko | sanne anne ko | Sann Ann Koh | さんあんこー | san1 an4 ke4 |
yaku.shousangen | show sahn gen | cho sanne guène | Schoh Sann Genn | しょーさんげん | xiao3 san1 yuan2 |
yaku.honroutou | hon row toe | honne ro to | Honn Roh Toh | ほんろーとー | hun4 lao3 tou2 |
yaku.ryanpeikou | ryahn pay ko | rianne peï ko | Rjann Peh Koh | りゃんぺーこー | er4 bei1 kou3 |
yaku.junchan | joon chahn | djoune tchanne | Dschunn Tschann | じゅんちゃんたいやおちゅー | chun2 quan2 dai4 yao1 jiu3 |
yaku.honitsu | hon eetsoo | honne itsou | Honn Itsu | ほんいーそー | hun4 yi2 se4 |
yaku.chinitsu | chin eetsoo | tchine itsou | Tschinn Itsu | ちんいーそー | qing1 yi2 se4 |
yaku.renhou | ren ho | rène ho | Renn Hoh | れんほー | ren2 hu2 |
yaku.tenhou | ten ho | tène ho | Tenn Hoh | てんほー | tian1 hu2 |
yaku.chiihou | chee ho | tchi ho | Tschie Hoh | ちーほー | di4 hu2 |
yaku.daisangen | die sahn gen | daï sanne guène | Dai Sann Genn | だいさんげん | da4 san1 yuan2 |
yaku.suuankou | soo ahn ko | sou anne ko | Suh Ann Koh | すーあんこー | si4 an4 ke4 |
yaku.suuankou_tanki | soo ahn ko tahnkee | sou anne ko tanne ki | Suh Ann Koh Tanki | すーあんこー、たんき | si4 an4 ke4, dan1 qi2 |
yaku.tsuuiisou | tsoo ee so | tsou i so | Tsuh Ie Soh | つーいーそー | zi4 yi2 se4 |
yaku.ryuuiisou | ryoo ee so | riou i so | Rjuh Ie Soh | りゅーいーそー | lü4 yi2 se4 |
yaku.chinroutou | chin row toe | tchine ro to | Tschinn Roh Toh | ちんろーとー | qing1 lao3 tou2 |
yaku.chuuren | choo ren po toe | tchou rène po to | Tschuh Renn Poh Toh | ちゅーれんぽーとー | jiu3 lian2 bao3 deng1 |
yaku.junsei_chuuren | joon say choo ren po toe | djoune seï tchou rène po to | Dschunn Seh Tschuh Renn Poh Toh | じゅんせーちゅーれんぽーとー | chun2 zheng4 jiu3 lian2 bao3 deng1 |
yaku.kokushi | kokooshee moo so | kokouchi mou so | Kokuschi Musoh | こくしむそー | guo2 shi4 wu2 shuang1 |
yaku.kokushi_13 | kokooshee moo so, 13 waits | kokouchi mou so, 13 attentes | Kokuschi Musoh, 13 Wartesteine | こくしむそー、じゅーさんめん | guo2 shi4 wu2 shuang1, shi2 san1 mian4 |
yaku.daisuushii | die soo shee | daï sou chi | Dai Suh Schie | だいすーしー | da4 si4 xi3 |
yaku.shousuushii | show soo shee | cho sou chi | Schoh Suh Schie | しょーすーしー | xiao3 si4 xi3 |
yaku.suukantsu | soo kahn tsoo | sou kanne tsou | Suh Kann Tsu | すーかんつ | si4 gang4 zi5 |
yaku.ura_dora | oora dora | oura dora | Ura Dora | うらどら | li3 bao3 pai2 |
yaku.aka_dora |  |  |  | あかどら | chi4 bao3 pai2 |
yaku.nuki_dora |  |  | Kita Dora | ぺーどら | ba2 bei3 bao3 pai2 |
yaku.local | yakoo of this house | yakou maison | Haus Jaku | ろーかるやく | di4 fang1 yi4 |
chips |  |  |  | ちっぷ | chou2 ma3 |
plus |  | plusse |  |  | jia1 |
minus |  |  |  |  | fu4 |
thousand |  |  |  | せん | qian1 |
man |  |  |  | まん | wan4 |
"""  # noqa: E501 - a table is read across: a word, then English, French, German, Japanese, Chinese, Korean
