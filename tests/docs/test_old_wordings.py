"""Words that readers of each language found wrong or odd have gone from the page and the manuals."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LANG = ROOT / "companion/dashboard/static/lang"
CARD = ROOT / "hardware/card/words"
OLD_WORDS = {
    "en": (
        r"\bmade the kan\b|counts no more|From here on nobody|^What is told|^Other end|\{name\} too$"
        r"|^Put right|^Bring in|^The evening$|^Looking back|^Take it$|^Seen$|^Turned(?:: which tile)?\??$"
        r"|[Nn]ine orphans|^\{count\} differences?$|looks? on\b|send \{name\} away|^Really"
        r"|tell again|newest fact|^Lying|equal winds|nobody follows|the game rests|\bthe eye\b|(?<!\{)\bhub\b"
        r"|\blawful\b|^send (?:all )?away$"
        r"|^What nobody could know|photograph the picture|\bturn (?:the|\{count\}) (?:kan|ura|dora)"
        r"|^Correct result$|^Go on$|\bdealer(?:’s)? stop|newest change|leaving the camera|^Four riichi draw"
        r"|\ba spare take\b"
    ),
    "ja": (
        r"見えない牌|卓が進みました|今の卓では|^ロンも$|^\{name\}も$|多牌|待て|延長戦|^読み[:：]|枚まとめて"
        r"|巡目を追|^暗い$|^明るい$|四槓散了|(?<![暗明加槍四開三])槓|聴牌|和了やめ|(?<!（)責任払い|包|飜|規則"
        r"|オープン立直"
        r"|(?<!矢印)(?<!テン)キー(?!：)|を手で|山目|帰席|改名|未実行|模擬卓|ペアリング|スマートフォン|右回り|最終得点|この機械"
    ),
    "zh": (
        r"本局对局|自家规则|自家的|^已看到$|^也荣和$|^\{name\}也$|本地役|抽风|宣告者?|验证码|撤回|观看"
        r"|拍摄图片|来自|此手牌|此局|影片|本场对局|成一列|模拟牌桌|摸打跟踪|跟踪摸打|详细度|^第\{number\}位$|给它看|[「」]"
        r"|没有进行中的牌局|^屏幕正确$|^连接牌桌$|正在打的局|一局进行中"
    ),
    "ko": (
        r"울린|이 손은|\{name\}도$|탁자|아가리 포기|이판|나가시|책임 지불|북빼기|연장전|페어링"
        r"|휴대전화|구경|본부|도우미|우리 집|돌아보기|순을 따라|너무 이름|나요\?|「"
        r"|플레이어별|최근 선언|버튼 누락"
        r"|(?<!화살표 )키[를와는로가]|\((?:으|이|가|을|를)\)"
        r"|\{(?!row\})\w+\}(?:이|가|을|를|은|는|와|과|으로|로)(?![가-힣])"
    ),
    "de": (
        r"\bSieg|Kan zu|Kan \+1|Mauer leer|Unentschieden|Neun Waisen|Nicht getan|Der Tisch ist weiter"
        r"|Hier spielen Menschen"
        r"|\bKans\b|\bKreise\b|\bFluss\b|Abwurfreihe|Wartende|beraub|Lesart|\bBlatt (?!zum Drucken)"
        r"|nochmals|berichtig|eingelesen|wegschick|einlassen|Begleiter|\bAuges?\b|Telefon\b|Sticker|Journal"
        r"|(?:letzte|nächsten?|noch eine|zwischen zwei|dieser) H[aä]nd|Spiel ruht|ganze Spiel|Alle Spiele"
        r"|\b(?:Dieser|Den|Offener|Falscher|Fünfter|welcher) Kan\b|\bfragt den\b|\bnehmt\b|\bTippe\b|\bSage\b"
        r"|\b(?<!\{)Hubs?\b|\bZentrale\b|\bauf(?:zu|ge)?h[eo]ben"
        r"|(?<!-)\bCompanion\b(?! (?:devices|club|doctor|run))"
        r"|Aufbewahrte Partie|sieht ihr Bild an"
        r"|^Wirklich\?|Noten zahlt|erlaubt, trotz|verlassen die Kamera"
    ),
    "fr": (
        r"partie nulle|^égalité\b(?! de points)|kan caché|\bchii\b|neuf orphelins|^gagne\b|toucher oublié"
        r"|n° ?[\d{]|^pas [\d{]|\bmanche\b|vent du tour|vent de place|\b(?:kan|ura)-dora|\bœil\b|\bappair"
        r"|renvoyer (?:un|des|tous|\{)|renvoyez-en|\bécarts\b|nords? écarté|s’écarte|(?:posée|tuile) de côté"
        r"|faux gain|\bpas fait\b|\bnon fait\b|plus de (?:riichi|kan|tuile|images)\b|\bbrelan ouvert"
        r"|yakuman compté|mangan arrondi|^reprendre\b.|^défausses [d:]|yaku de la maison|règle de la maison"
        r"|main (?:en cours|suivante|finit|est la dernière|et encore)|entre deux mains|prochaine main"
        r"|\b(?:de|que) \{(?:name|giver|who|payer|payee)\}"
        r"|(?<!\{)\bhub\b|poste central|tenir la marque|photographiez l’image|^vraiment"
        r"|^trop à la fois|^admis comme|quittent la caméra"
    ),
}
"""What a language said once; whole texts where the words are right within others."""
ONE_NAME = (
    ("draw.exhaustive", "play.draw"),
    ("draw.kyuushu", "action.kyuushu"),
    ("draw.kyuushu", "play.rule.kyuushu_kyuuhai"),
    ("draw.suukaikan", "play.rule.suukaikan"),
    ("meld.ankan", "play.act.ankan"),
    ("meld.ankan", "action.ankan"),
    ("meld.chi", "play.act.chi"),
    ("evening.title", "play.evening"),
)
"""Texts that name one thing: as a button, as a rule, and as a result."""
ONE_NAME_IN = {
    "ja": (
        ("say.kan", "evening.correct.kan"),
        ("say.kan", "undo.of.KakanDeclared"),
        ("payment.pao", "play.rule.pao"),
        ("play.dealer_stop", "evening.fact.DealerStopped"),
        ("play.dealer_stop", "undo.of.DealerStopped"),
        ("tea.back", "undo.of.PlayerReturned"),
        ("tea.rename", "undo.of.PlayerRenamed"),
        ("tea.rules", "play.rule_change"),
    ),
    "ko": (
        ("dead_hand", "undo.of.HandDied"),
        ("dead_hand", "play.rule.dead_hands"),
        ("play.dealer_stop", "undo.of.DealerStopped"),
        ("play.dealer_stop", "evening.fact.DealerStopped"),
        ("draw.nagashi_mangan", "play.rule.nagashi_mangan"),
        ("payment.pao", "play.rule.pao"),
        ("action.kita", "undo.of.KitaDeclared"),
        ("action.kita", "play.rule.kita"),
        ("question", "sound.kind.question"),
        ("play.sticks_name", "tea.sticks"),
        ("eye.tab.tiles", "eye.usual_name"),
    ),
    "de": (
        ("question.zone.river", "eye.trust.discards"),
        ("question.zone.melds", "sound.kind.call"),
        ("play.depth.live", "aloud.counts"),
        ("play.depth.live", "aloud.ask.left"),
        ("play.act.open_kan", "play.mode.openkan"),
        ("play.kazoe", "play.rule.kazoe_yakuman"),
        ("play.local_yaku", "play.rule.local_yaku"),
        ("action.kita", "play.rule.kita"),
        ("action.kita", "undo.of.KitaDeclared"),
        ("evening.figure.games", "club.games"),
        ("evening.view.club", "hub.view.standings"),
        ("evening.fact.GamePaused", "hub.state.paused"),
    ),
    "fr": (
        ("action.kita", "play.act.kita"),
        ("final", "play.final"),
        ("play.round_wind", "evening.correct.round"),
        ("reminder.chombo", "chombo.by"),
        ("pairing.only_watch", "play.watch"),
        ("aloud.ask.left", "aloud.counts"),
        ("play.local_yaku", "play.rule.local_yaku"),
        ("play.kazoe", "play.rule.kazoe_yakuman"),
        ("play.rule.ura", "yaku.ura_dora"),
    ),
}
"""The same in one language alone: others may say two of these differently."""
FRENCH_BLANKS = re.compile(r" [;:!?%»]|« |\w[;!?]|\w'\w| …")
"""A blank that breaks, or none, before a mark that French sets apart; a typed apostrophe; dots set apart."""
OLD_SENTENCES = (
    "shall keep the score",
    "evening thought again",
    "stands where they differ",
    "What one does when",
    "shall hold on every device",
    "the next hand right by hand",
    "Nobody has held this",
    "what was said once is kept",
    "Which look is best is said",
    "Behind a hand it is as it was",
    "Of a meld one tile",
    "the rules refuse is no name",
)
"""From the manuals."""


def texts(code: str) -> Iterator[tuple[str, str]]:
    """Each text of a language that a page shows or a voice says, with its key."""
    for path in (*LANG.rglob(f"{code}.json"), CARD / f"{code}.json"):
        yield from json.loads(path.read_text(encoding="utf-8")).items()


@pytest.mark.parametrize("code", OLD_WORDS)
def test_no_old_word_stands_in_a_language(code: str) -> None:
    old = re.compile(OLD_WORDS[code], re.IGNORECASE)
    assert [f"{key}: {text}" for key, text in texts(code) if old.search(text)] == []


@pytest.mark.parametrize("code", OLD_WORDS)
def test_one_thing_has_one_name(code: str) -> None:
    said = dict(texts(code))
    pairs = (*ONE_NAME, *ONE_NAME_IN.get(code, ()))
    assert [(one, other) for one, other in pairs if said[one] != said[other]] == []
    assert said["draw.kyuushu"] in said["play.kyuushu_of"]


def test_no_french_mark_begins_a_line() -> None:
    wrong = [f"{key}: {text}" for key, text in texts("fr") if FRENCH_BLANKS.search(text)]
    assert wrong == []


@pytest.mark.parametrize("sentence", OLD_SENTENCES)
def test_no_old_sentence_stands_in_a_manual(sentence: str) -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert len(pages) > 40
    told = {page.name for page in pages if sentence in " ".join(page.read_text(encoding="utf-8").split())}
    assert told == set()
