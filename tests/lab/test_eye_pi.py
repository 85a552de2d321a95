"""What a Pi would take is an estimate, by networks that are those whose times are published."""

import numpy as np
import onnxruntime
import pytest

from lab.bench.eye_pi import PIS, PUBLISHED, SIDE, estimated, mobilenet_v2, on_pis, resnet18

SIZES = {"resnet18": 11_689_512 - 4_800, "mobilenet_v2": 3_504_872 - 17_056}
"""Published numbers of weights, less those that only scale a layer's outcome: convolutions hold them here."""


@pytest.mark.gate(0)
@pytest.mark.parametrize(("name", "net"), [("resnet18", resnet18), ("mobilenet_v2", mobilenet_v2)])
def test_each_network_is_as_large_as_the_published_one_and_runs(name, net) -> None:
    content, parameters = net()
    assert parameters == SIZES[name]
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    (told,) = session.run(None, {"picture": np.zeros((1, 3, SIDE, SIDE), np.float32)})
    assert told.shape == (1, 1000, 1, 1)


def test_an_estimate_goes_by_the_shares_of_both_networks() -> None:
    here = {"resnet18": 20.0, "mobilenet_v2": 7.0}
    assert estimated(60.0, here)[0] == pytest.approx((60.0, 90.0))
    assert [high for _, high in estimated(60.0, here)] == sorted(high for _, high in estimated(60.0, here))
    assert len(estimated(1.0, here)) == len(PIS) == len(PUBLISHED["resnet18"])


@pytest.mark.gate(0)
def test_each_estimate_says_that_it_is_one() -> None:
    figures = list(on_pis({"a task": lambda: sum(range(1000))}))
    of_pis = [figure for figure in figures if " on a " in figure.what]
    assert len(of_pis) == len(PIS)
    assert all(figure.beside.startswith("estimate: ") for figure in of_pis)
    assert not any("estimate" in figure.beside for figure in figures if figure not in of_pis)
