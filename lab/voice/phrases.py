"""What is said in each language, and how it is written so that the voice says it right.

`Spoken.text` is what a person reads, `Spoken.spelling` what the voice is given where the two differ: kana for
Japanese, syllables with their tones for Chinese, and foreign words spelled as they sound.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Voice:
    """One voice of espeak-ng and how fast it speaks, in words a minute."""

    name: str
    speed: int


VOICES: Final = {
    "en": Voice("en-gb", 165),
    "fr": Voice("fr-fr", 165),
    "de": Voice("de", 165),
    "ja": Voice("ja", 170),
    "zh": Voice("cmn-latn-pinyin", 170),
    "ko": Voice("ko", 190),
}


@dataclass(frozen=True)
class Spoken:
    """One phrase in one language."""

    text: str
    spelling: str


TABLE: Final = """
seat.E | East | Est | Ost | 東家=とんちゃ | 东家=dong1 jia1 | 동가
seat.S | South | Sud | Süd | 南家=なんちゃ | 南家=nan2 jia1 | 남가
seat.W | West | Ouest | West | 西家=しゃーちゃ | 西家=xi1 jia1 | 서가
seat.N | North | Nord | Nord | 北家=ぺーちゃ | 北家=bei3 jia1 | 북가
from.E | from East | sur Est | von Ost | 東家の放銃=とんちゃのほーじゅー | 东家放铳=dong1 jia1 fang4 chong4 | 동가 방총
from.S | from South | sur Sud | von Süd | 南家の放銃=なんちゃのほーじゅー | 南家放铳=nan2 jia1 fang4 chong4 | 남가 방총
from.W | from West | sur Ouest | von West | 西家の放銃=しゃーちゃのほーじゅー | 西家放铳=xi1 jia1 fang4 chong4 | 서가 방총
from.N | from North | sur Nord | von Nord | 北家の放銃=ぺーちゃのほーじゅー | 北家放铳=bei3 jia1 fang4 chong4 | 북가 방총
chi | chi=chee | chii=tchi | Chii=Tschie | チー | 吃=chi1 | 치
pon | pon | pon=ponne | Pon | ポン | 碰=peng4 | 퐁
kan | kan=kahn | kan=kanne | Kan | カン | 杠=gang4 | 깡
kita | north set aside | nord écarté | Nord abgelegt | 北抜き=ぺーぬき | 拔北=ba2 bei3 | 북 빼기
riichi | riichi=reechee | riichi=ritchi | Riichi=Rietschi | リーチ | 立直=li4 zhi2 | 리치
double_riichi | double riichi=double reechee | double riichi=double ritchi | Doppelriichi=Doppel Rietschi | ダブルリーチ | 两立直=liang3 li4 zhi2 | 더블 리치
ron | ron=rohn | ron=ronne | Ron=Ronn | ロン | 荣和=rong2 hu2 | 론
tsumo | tsumo=tsoomo | tsumo=tsoumo | Tsumo | ツモ | 自摸=zi4 mo1 | 쯔모
chombo | chombo | chombo=tchombo | Chombo=Tschombo | チョンボ | 诈和=zha4 hu2 | 촌보
limit.mangan | mangan=mahngan | mangan=manganne | Mangan=Mang-gan | 満貫=まんがん | 满贯=man3 guan4 | 만관
limit.haneman | haneman=hahneman | haneman=hanémanne | Haneman | 跳満=はねまん | 跳满=tiao4 man3 | 하네만
limit.baiman | baiman=byeman | baiman=baïmanne | Baiman | 倍満=ばいまん | 倍满=bei4 man3 | 배만
limit.sanbaiman | sanbaiman=sun byeman | sanbaiman=sann baïmanne | Sanbaiman | 三倍満=さんばいまん | 三倍满=san1 bei4 man3 | 삼배만
limit.yakuman | yakuman=yakooman | yakuman=yakoumanne | Yakuman | 役満=やくまん | 役满=yi4 man3 | 역만
draw.exhaustive | draw | partie nulle | Unentschieden | 流局=りうーきょく | 流局=liu2 ju2 | 유국
draw.nagashi_mangan | nagashi mangan=nagashee mahngan | nagashi mangan=nagachi manganne | Nagashi Mangan=Nagaschi Mang-gan | 流し満貫=ながしまんがん | 流局满贯=liu2 ju2 man3 guan4 | 유국만관
draw.kyuushu | draw, nine terminals and honours | nulle, neuf terminales et honneurs | Abbruch, neun Endsteine und Ehrensteine | 九種九牌=きゅーしゅきゅーはい | 九种九牌=jiu3 zhong3 jiu3 pai2 | 구종구패
draw.suufon | draw, four equal winds | nulle, quatre vents identiques | Abbruch, vier gleiche Winde | 四風連打=すーふぉんれんだ | 四风连打=si4 feng1 lian2 da3 | 사풍연타
draw.suucha_riichi | draw, four riichi=draw, four reechee | nulle, quatre riichi=nulle, quatre ritchi | Abbruch, vier Riichi=Abbruch, vier Rietschi | 四家立直=すーちゃりーち | 四家立直=si4 jia1 li4 zhi2 | 사가리치
draw.suukaikan | draw, four kans=draw, four kahns | nulle, quatre kans=nulle, quatre kannes | Abbruch, vier Kans | 四開槓=すーかいかん | 四杠散了=si4 gang4 san4 le5 | 사개깡
draw.sanchahou | draw, three ron=draw, three rohn | nulle, triple ron=nulle, triple ronne | Abbruch, drei Ron=Abbruch, drei Ronn | 三家和=さんちゃほー | 三家和了=san1 jia1 hu2 le5 | 삼가화
all_noten | everyone noten=everyone no-ten | tous noten=tous notenne | alle noten=alle Noh-tenn | 全員ノーテン=ぜんいんのーてん | 全员未听=quan2 yuan2 wei4 ting1 | 전원 노텐
all_tenpai | everyone tenpai=everyone ten pie | tous tenpai=tous tènepaï | alle tenpai=alle Tenpai | 全員テンパイ=ぜんいんてんぱい | 全员听牌=quan2 yuan2 ting1 pai2 | 전원 텐파이
tenpai | tenpai=ten pie | tenpai=tènepaï | Tenpai | テンパイ | 听牌=ting1 pai2 | 텐파이
game_over | the game is over | la partie est finie | das Spiel ist aus | 対局が終わりました=たいきょくが、おわりました | 对局结束=dui4 ju2 jie2 shu4 | 대국 종료
corrected | points corrected | points corrigés | Punkte berichtigt | 点数を訂正しました=てんすーをていせいしました | 点数已更正=dian3 shu4 yi3 geng1 zheng4 | 점수를 정정했습니다
taken_back | taken back | annulé | zurückgenommen | 取り消しました=とりけしました | 已撤销=yi3 che4 xiao1 | 취소했습니다
question | please look at the table | regardez la table | bitte auf den Tisch schauen | 卓を確認してください=たくをかくにんしてください | 请确认牌桌=qing3 que4 ren4 pai2 zhuo1 | 탁자를 확인해 주세요
source_down | a device is not answering | un appareil ne répond plus | ein Gerät antwortet nicht | 機器が応答しません=ききがおーとーしません | 设备没有响应=she4 bei4 mei2 you3 xiang3 ying4 | 기기가 응답하지 않습니다
flip_first_indicator | turn the dora indicator | retournez l’indicateur de dora | Dora-Anzeiger aufdecken | ドラ表示牌をめくってください=どらひょーじはいを、めくってください | 请翻开宝牌指示牌=qing3 fan1 kai1 bao3 pai2 zhi3 shi4 pai2 | 도라 표시패를 공개해 주세요
flip_kan_dora | flip the kan dora=flip the kahn dora | retournez le kan-dora=retournez le kanne dora | Kan-Dora aufdecken=Kan Dora aufdecken | 槓ドラをめくってください=かんどらを、めくってください | 请翻开杠宝牌=qing3 fan1 kai1 gang4 bao3 pai2 | 깡도라를 공개해 주세요
flip_after_discard | kan dora after the discard=kahn dora after the discard | kan-dora après la défausse=kanne dora après la défausse | Kan-Dora nach dem Abwurf=Kan Dora nach dem Abwurf | 打牌後に槓ドラ=だはいごに、かんどら | 打牌后翻杠宝牌=da3 pai2 hou4 fan1 gang4 bao3 pai2 | 타패 후 깡도라
turned_early | the indicator was turned too early | indicateur retourné trop tôt | Anzeiger zu früh aufgedeckt | ドラ表示牌をめくるのが早すぎます=どらひょーじはいをめくるのが、はやすぎます | 指示牌翻早了=zhi3 shi4 pai2 fan1 zao3 le5 | 표시패를 너무 일찍 공개했습니다
no_more_riichi | no more riichi=no more reechee | plus de riichi=plus de ritchi | kein Riichi mehr=kein Rietschi mehr | もうリーチはできません=もーリーチわできません | 不能再立直=bu4 neng2 zai4 li4 zhi2 | 더는 리치할 수 없습니다
no_more_kan | no more kan=no more kahn | plus de kan=plus de kanne | kein Kan mehr | もうカンはできません=もーカンわできません | 不能再开杠=bu4 neng2 zai4 kai1 gang4 | 더는 깡할 수 없습니다
four_kans | four kans, draw unless ron=four kahns, draw unless rohn | quatre kans, nulle sauf ron=quatre kannes, nulle sauf ronne | vier Kans, Abbruch außer bei Ron=vier Kans, Abbruch außer bei Ronn | 四開槓、ロンがなければ流局=すーかいかん、ろんがなければ、りうーきょく | 四杠，无人荣和则流局=si4 gang4, wu2 ren2 rong2 hu2 ze2 liu2 ju2 | 사개깡, 론이 없으면 유국
suufon_possible | the same wind again is a draw | encore ce vent : partie nulle | derselbe Wind nochmals, dann Abbruch | 同じ風牌で四風連打=おなじかぜはいで、すーふぉんれんだ | 再打同风则流局=zai4 da3 tong2 feng1 ze2 liu2 ju2 | 같은 바람이면 사풍연타
suucha_possible | a fourth riichi is a draw=a fourth reechee is a draw | un quatrième riichi : partie nulle=un quatrième ritchi, partie nulle | viertes Riichi, dann Abbruch=viertes Rietschi, dann Abbruch | もう一人リーチで流局=もーひとり、りーちで、りうーきょく | 再有立直则流局=zai4 you3 li4 zhi2 ze2 liu2 ju2 | 한 명 더 리치하면 유국
draw_due | draw, unless ron=draw, unless rohn | nulle, sauf ron=nulle, sauf ronne | Abbruch, außer bei Ron=Abbruch, außer bei Ronn | ロンがなければ流局=ろんがなければ、りうーきょく | 无人荣和则流局=wu2 ren2 rong2 hu2 ze2 liu2 ju2 | 론이 없으면 유국
turn_ura | turn the ura dora=turn the oora dora | retournez l’ura-dora=retournez l’oura dora | Ura-Dora aufdecken=Ura Dora aufdecken | 裏ドラをめくってください=うらどらを、めくってください | 请翻里宝牌=qing3 fan1 li3 bao3 pai2 | 뒷도라를 공개해 주세요
last_tile | last tile | dernière tuile | letzter Stein | ハイテイです=はいていです | 最后一张牌=zui4 hou4 yi1 zhang1 pai2 | 마지막 패
last_discard | last discard, ron or nothing=last discard, rohn or nothing | dernière défausse, ron ou rien=dernière défausse, ronne ou rien | letzter Abwurf, nur Ron=letzter Abwurf, nur Ronn | ホウテイ、ロンのみ=ほーてい、ろんのみ | 最后的弃牌，只能荣和=zui4 hou4 de5 qi4 pai2, zhi3 neng2 rong2 hu2 | 마지막 타패, 론만 가능
points_off | the points do not add up | les points sont faux | die Punkte gehen nicht auf | 点数が合いません=てんすーがあいません | 点数不符=dian3 shu4 bu4 fu2 | 점수가 맞지 않습니다
"""  # noqa: E501 - a table is read across

LANGUAGES: Final = ("en", "fr", "de", "ja", "zh", "ko")


def phrases() -> dict[str, dict[str, Spoken]]:
    """By language and name of the phrase."""
    rows = [[cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines()]
    return {
        language: {row[0]: _spoken(row[column]) for row in rows}
        for column, language in enumerate(LANGUAGES, start=1)
    }


def _spoken(cell: str) -> Spoken:
    text, _, spelling = cell.partition("=")
    return Spoken(text, spelling or text)
