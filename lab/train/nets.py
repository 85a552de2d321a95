"""The two networks: one finds tiles, one reads a face. What they learn from is elsewhere."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.labels import KINDS

EMBEDDING = 96


def cell(inputs: int, outputs: int, stride: int = 1, size: int = 3, groups: int = 1) -> nn.Sequential:
    """Convolution, normalisation and a ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = cell(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """Reads a square crop whichever way it lies: kind, red or plain, turn, and an embedding for enrolment."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 24, 48, 96)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.trunk = nn.Sequential(
            cell(3, a, 2), cell(a, b), Residual(b), cell(b, c, 2), Residual(c), cell(c, d, 2), Residual(d)
        )  # fmt: skip
        self.squeeze = cell(d, 24, size=1)
        self.embed = nn.Sequential(nn.Linear(24 * 36 + d, EMBEDDING, bias=False), nn.BatchNorm1d(EMBEDDING))
        self.kind = nn.Linear(EMBEDDING, len(KINDS))
        self.red = nn.Sequential(nn.Linear(24 * 36 + d, 32), nn.ReLU(inplace=True), nn.Linear(32, 1))
        self.turn = nn.Sequential(nn.Linear(24 * 36 + d, 48), nn.ReLU(inplace=True), nn.Linear(48, 4))
        self.drop = nn.Dropout(0.15)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Kind logits, red logit, turn logits, embedding; the input is RGB from 0 to 1."""
        return self.answers(self.trunk((x - 0.5) * 4))

    def answers(self, maps: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The answers, from the trunk's last feature maps."""
        flat = torch.cat([self.squeeze(maps).flatten(1), maps.mean(dim=(2, 3))], dim=1)
        embedding = self.embed(flat)
        return self.kind(self.drop(embedding)), self.red(flat), self.turn(flat), embedding


class QuadNet(nn.Module):
    """Finds faces and backs: heat by class, offset of the middle and the quad's form, every 4 pixels."""

    OUTPUTS = 9

    def __init__(self, widths: tuple[int, int, int, int] = (12, 24, 40, 64)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.early = nn.Sequential(cell(3, a, 2), cell(a, b, 2), cell(b, b))
        self.middle = nn.Sequential(cell(b, c, 2), Residual(c))
        self.deep = nn.Sequential(cell(c, d, 2), Residual(d))
        self.deepest = nn.Sequential(cell(d, d, 2), Residual(d))
        self.from_deepest = nn.Conv2d(d, d, 1)
        self.from_deep = nn.Conv2d(d, c, 1)
        self.merge = cell(c, c)
        self.fine = nn.Conv2d(b, 16, 1)
        self.widen = nn.Conv2d(c, 96, 1)
        self.head = nn.Sequential(cell(40, 24), nn.Conv2d(24, self.OUTPUTS, 1))
        nn.init.constant_(self.head[-1].bias[:2], -3.5)

    def forward(self, x: Tensor) -> Tensor:
        """[batch, 9, height / 4, width / 4]; the input is RGB from 0 to 1, sides divisible by 32."""
        early = self.early((x - 0.5) * 4)
        middle = self.middle(early)
        deep = self.deep(middle)
        low = self.deepest(deep)
        deep = torch.relu(deep + nn.functional.interpolate(self.from_deepest(low), scale_factor=2.0))
        middle = self.merge(
            torch.relu(middle + nn.functional.interpolate(self.from_deep(deep), scale_factor=2.0))
        )
        fine = torch.cat([self.fine(early), nn.functional.pixel_shuffle(self.widen(middle), 2)], dim=1)
        return self.head(torch.relu(fine))
