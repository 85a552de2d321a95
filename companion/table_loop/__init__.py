"""The one writer: evidence comes in, the journal is written, the table's state goes out."""

from companion.table_loop.keeper import TableKeeper
from companion.table_loop.loop import TableLoop
from companion.table_loop.player_clocks import PlayerClocks

__all__ = ["PlayerClocks", "TableKeeper", "TableLoop"]
