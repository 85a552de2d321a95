"""From a press at the table to what was said, and from the table's state to the lamps."""

from companion.intake.panel.source import PanelSource

__all__ = ["PanelSource"]
