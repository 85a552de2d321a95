"""Writes trained networks as the ONNX files that the product reads, with their metadata.

Training is elsewhere.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from lab.train.nets import FaceNet, QuadNet
from lab.train.pieces import RUNS
from vision.labels import KINDS
from vision.model_files import FOLDER, FORMAT

OFTENER = {"back": 1.0, "5z": -0.6}
"""Added to what the reader says for a kind, in nats: on tables backs are commoner, and white dragons rarer,
than in its lessons."""


def averaged(net: nn.Module, run: str) -> nn.Module:
    """A network with the averaged weights of a run."""
    saved = torch.load(RUNS / f"{run}.pt", weights_only=True)
    net.load_state_dict(saved["average"])
    return net.eval()


def write(
    net: nn.Module,
    example: Tensor,
    path: Path,
    names: tuple[str, list[str]],
    axes: dict[str, dict[int, str]],
    remarks: dict[str, str],
) -> None:
    """Write one file with its metadata, and check it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net, (example,), str(path), input_names=[names[0]], output_names=names[1], dynamic_axes=axes,
        opset_version=17, dynamo=False,
    )  # fmt: skip
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for key, value in {"format": FORMAT, **remarks}.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    print(path, path.stat().st_size, "bytes")


def export_faces(run: str, path: Path, temperature: float = 1.0, red_temperature: float = 1.0) -> None:
    """Write the reader of faces, with the averaged weights of a run."""
    names = ["kind", "red", "turn", "embedding"]
    axes = {name: {0: "faces"} for name in ["crops", *names]}
    remarks = {
        "role": "faces",
        "temperature": f"{temperature:.4f}",
        "red_temperature": f"{red_temperature:.4f}",
        "run": run,
    }
    net = FaceNet()
    averaged(net, run)
    with torch.no_grad():
        for kind, nats in OFTENER.items():
            net.kind.bias[KINDS.index(kind)] += nats
    write(net, torch.rand(2, 3, 48, 48), path, ("crops", names), axes, remarks)


def export_quads(run: str, path: Path) -> None:
    """Write the finder of tiles, with the averaged weights of a run."""
    axes = {
        "picture": {0: "pictures", 2: "height", 3: "width"},
        "maps": {0: "pictures", 2: "rows", 3: "columns"},
    }
    write(
        averaged(QuadNet(), run),
        torch.rand(1, 3, 256, 320),
        path,
        ("picture", ["maps"]),
        axes,
        {"role": "quads", "run": run},
    )


def main() -> None:
    """Export one run or both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", help="the run of the reader")
    parser.add_argument("--quads", help="the run of the finder")
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--red-temperature", type=float, default=1.0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.faces:
        export_faces(args.faces, args.into / "faces.onnx", args.temperature, args.red_temperature)
    if args.quads:
        export_quads(args.quads, args.into / "quads.onnx")


if __name__ == "__main__":
    main()
