"""Modules as text and syntax, never imported: what the architecture tests measure."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGES = ("companion", "firmware_bridge", "hardware", "vision")
WORKSHOPS = ("lab", "tests")

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file and what its syntax says."""

    path: Path
    root: Path

    @property
    def place(self) -> str:
        return self.path.relative_to(self.root).as_posix()

    @property
    def name(self) -> str:
        parts = self.path.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def line_count(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.place)

    @cached_property
    def statements(self) -> tuple[ast.AST, ...]:
        """Every statement at any depth, walked once for all who ask."""
        return tuple(statements_of(self.tree))

    @property
    def functions(self) -> Iterator[FunctionNode]:
        return (node for node in self.statements if isinstance(node, FunctionNode))

    @property
    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in self.statements if isinstance(node, ast.ClassDef))

    @cached_property
    def imported(self) -> tuple[tuple[str, int], ...]:
        """Every name that is imported anywhere in the file, with its line; `a.b` for `from a import b`."""
        return tuple(_imported_by(self.statements))

    @cached_property
    def imported_when_running(self) -> tuple[tuple[str, int], ...]:
        """The same without what only a type checker follows."""
        return tuple(_imported_by(_walk_when_running(self.tree)))


def statements_of(tree: ast.Module) -> Iterator[ast.AST]:
    """A tree without what its expressions hold, which is by far the most of it; in no order."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            # The body of a lambda and of a choice is an expression, but neither is reached.
            ahead += getattr(node, name, ())


def _imported_by(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def _walk_when_running(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield from _walk_when_running(child)


def lines_of(node: ast.AST) -> int:
    """How many lines a definition takes, its docstring included, its decorators not."""
    return node.end_lineno - node.lineno + 1


def lines_of_work(node: FunctionNode) -> int:
    """How many lines a function takes without its docstring: explaining is never punished."""
    first = node.body[0]
    has_docstring = ast.get_docstring(node, clean=False) is not None
    return lines_of(node) - (lines_of(first) if has_docstring else 0)


def is_inside(name: str, room: str) -> bool:
    """Whether a dotted name is a package or module, or lies in it."""
    return name == room or name.startswith(f"{room}.")


def read_modules(root: Path, *folders: str) -> tuple[Module, ...]:
    return tuple(Module(path, root) for folder in folders for path in sorted((root / folder).rglob("*.py")))
