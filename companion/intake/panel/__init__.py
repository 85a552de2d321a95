"""Turns presses at the table into what was said, and the table's state into lamps."""

from companion.intake.panel.source import PanelSource

__all__ = ["PanelSource"]
