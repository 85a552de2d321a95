"""A piece of training goes on from what it was told to go on from, or does not begin."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="What the models are taught with is not installed.")

from lab.train import __main__ as command  # noqa: E402
from lab.train import learn_flowers, learn_quads, pieces, weights  # noqa: E402
from lab.train.nets import FaceNet, QuadNet  # noqa: E402
from lab.train.pieces import save_run_from  # noqa: E402


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pieces, "RUNS", tmp_path)
    monkeypatch.setattr(command, "RUNS", tmp_path)
    monkeypatch.setattr(command, "module", lambda *_: pytest.fail("it was trained"))
    monkeypatch.setattr(learn_quads, "train_piece", lambda *_: pytest.fail("it was trained"))
    return tmp_path


def told(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["learn_quads", *words])
    learn_quads.main()


def test_a_piece_after_a_run_that_is_not_there_does_not_begin(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="no run quads_bsae"):
        told(monkeypatch, "quads_next", "--start-from", "quads_bsae")


def test_a_piece_goes_on_from_its_own_run_once_there_is_one(runs: Path) -> None:
    save_run_from(runs / "quads_next.pt", QuadNet())
    piece = pieces.Piece("quads_next", 1, 1e-3, None, "quads_gone", (), 0.3, 1)
    assert piece.source == runs / "quads_next.pt"


@pytest.mark.parametrize("name", ["redtabel", "riichi_parlour"])
def test_a_set_that_is_none_to_learn_from_is_refused(
    name: str, runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        told(monkeypatch, "quads_next", "--real", name)
    assert f"invalid choice: '{name}'" in capsys.readouterr().err


def test_without_the_photographs_of_a_set_the_finder_is_not_taught_from_drawings_alone(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_quads, "load_photographs", list)
    with pytest.raises(SystemExit, match="no labelled photographs of redtable"):
        told(monkeypatch, "quads_next", "--real", "redtable")


@pytest.mark.parametrize("after", ["without_redtabel", "all"])
def test_models_are_not_finished_after_a_run_that_is_not_there_or_goes(after: str, runs: Path) -> None:
    for run in ("faces_all", "quads_all"):
        save_run_from(runs / f"{run}.pt", QuadNet())
    with pytest.raises(SystemExit, match="to go on from"):
        command.with_real("all", ["redtable"], 1, runs, 1, after)
    assert {path.stem for path in runs.iterdir()} == {"faces_all", "quads_all"}


def test_what_is_missing_is_drawn_however_much_of_other_numbers_there_is(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of the path tracer lie in the same folder, and say nothing about the drawn ones."""
    asked: list[str] = []
    monkeypatch.setattr(command, "module", lambda name, *_: asked.append(name.rpartition(".")[2]))
    for name in ("CACHE", "STOCK", "SCENES"):
        monkeypatch.setattr(command, name, runs)
    monkeypatch.setattr(command, "is_drawn", Path.exists)
    monkeypatch.setattr(command, "CHUNKS", 3)
    monkeypatch.setattr(command, "PICTURES", 3)
    (runs / command.ATLAS).touch()
    for number in range(9):
        (runs / f"{90_000 + number:06d}.png").touch()
        (runs / f"{command.FOUND + number:05d}.npz").touch()
    command.stock_up()
    assert asked == ["stock", "scenes"]
    for number in range(3):
        (runs / f"{number:06d}.png").touch()
        (runs / f"{number:05d}.npz").touch()
    command.stock_up()
    assert asked == ["stock", "scenes"]


def test_without_photographs_flowers_are_not_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real faces stand against drawn flowers; without them hours of drawing would be for nothing."""
    monkeypatch.setattr(learn_flowers, "load_photographs", list)
    monkeypatch.setattr(learn_flowers, "drawn", lambda *_: pytest.fail("it was drawn"))
    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr("sys.argv", ["learn_flowers", "--first", "2000"])
    with pytest.raises(SystemExit, match="no labelled photographs"):
        learn_flowers.main()


def test_kept_models_to_go_on_from_are_those_that_are_kept_now(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`shipped` was restored before, and other models have been shipped since."""
    kept, begun = runs / "kept", []
    monkeypatch.setattr(weights, "KEPT", kept)
    monkeypatch.setattr(weights, "RUNS", runs)
    for name in ("stock_up", "keep", "small_models"):
        monkeypatch.setattr(command, name, lambda *_: None)
    monkeypatch.setattr(
        command, "with_real", lambda *words: begun.append(first_number(runs / f"quads_{words[-1]}.pt"))
    )
    for number in (1.0, 2.0):
        for role, net in (("faces", FaceNet()), ("quads", QuadNet())):
            torch.nn.init.constant_(next(net.parameters()), number)
            save_run_from(runs / "new.pt", net)
            for name in (f"{role}_all", f"{role}_traced"):
                weights.keep(net, "new", name)
        for after in ("shipped", "traced"):
            monkeypatch.setattr("sys.argv", ["train", "finish", "--after", after])
            command.main()
    assert begun == [1, 1, 2, 2]


def first_number(run: Path) -> float:
    return float(next(iter(torch.load(run, weights_only=True)["average"].values())).flatten()[0])
