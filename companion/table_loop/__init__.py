"""The one writer: evidence comes in, the journal is written, the table's state goes out."""

from companion.table_loop.keeper import TableKeeper
from companion.table_loop.loop import TableLoop

__all__ = ["TableKeeper", "TableLoop"]
