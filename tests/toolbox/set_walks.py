"""Runs a module and fails where the scribe walks a set in the order of its hashes, which no run repeats.

python -m tests.toolbox.set_walks MODULE [ARGUMENT ...]

To ask whether something is in a set, to make another set of it and to sort it stay allowed.
"""

import ast
import builtins
import runpy
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType

WATCHED = "companion.scribe"
UNORDERED = frozenset({"sorted", "set", "frozenset", "any", "all", "len", "isinstance"})
"""What comes out of these is the same, whatever the order."""
WALKERS = frozenset(
    {"dict", "enumerate", "extend", "filter", "fromkeys", "iter", "join", "list", "map", "max", "min", "next"}
    | {"permutations", "product", "reversed", "sum", "tuple", "zip"}
)


class WalkedError(Exception):
    """A set is walked, and what is made of it may depend on the order."""


def in_order(walked: object, where: str) -> object:
    """The same, if its order is a fact."""
    if isinstance(walked, set | frozenset) and len(walked) > 1:
        raise WalkedError(where)
    return walked


class Watching(ast.NodeTransformer):
    """Puts `in_order` around everything that is walked."""

    def __init__(self, module: str) -> None:
        self._module = module

    def _watched(self, walked: ast.expr) -> ast.expr:
        where = ast.Constant(f"{self._module}, line {walked.lineno}")
        return ast.copy_location(ast.Call(ast.Name("in_order", ast.Load()), [walked, where], []), walked)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._watched(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._watched(node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._watched(node.value)
        return node

    def visit_Set(self, node: ast.Set) -> ast.AST:
        node.elts = [
            ast.copy_location(ast.Starred(self.visit(one.value), ast.Load()), one)
            if isinstance(one, ast.Starred)
            else self.visit(one)
            for one in node.elts
        ]
        return node

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._inside(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in UNORDERED:
            node.args = [
                self._inside(one) if isinstance(one, ast.GeneratorExp) else self.visit(one)
                for one in node.args
            ]
            node.keywords = [self.visit(one) for one in node.keywords]
            return node
        self.generic_visit(node)
        if name in WALKERS:
            node.args = [one if isinstance(one, ast.Starred) else self._watched(one) for one in node.args]
        return node

    def _inside(self, node: ast.SetComp | ast.GeneratorExp) -> ast.expr:
        """What is walked here may be a set; what is walked within each step may not."""
        for one in node.generators:
            self.generic_visit(one)
        node.elt = self.visit(node.elt)
        return node


def watched(source: bytes | str, module: str, path: str) -> CodeType:
    """The code of a module, its walks watched; it needs `in_order` among its names."""
    tree = ast.fix_missing_locations(Watching(module).visit(ast.parse(source)))
    return compile(tree, path, "exec", dont_inherit=True)


class Loader(SourceFileLoader):
    """Compiles a module with its walks watched, and keeps nothing of it on disk."""

    def get_code(self, fullname: str):
        return watched(self.get_data(self.path), fullname, self.path)


class Finder(MetaPathFinder):
    """Finds the modules of the scribe."""

    def find_spec(self, fullname, path, target=None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname.startswith(WATCHED) else None
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(fullname, spec.origin)
        return spec


def main() -> None:
    """Run the module that is named on the command line."""
    if any(name.startswith(WATCHED) for name in sys.modules):
        raise WalkedError(f"{WATCHED} was imported before it could be watched")
    builtins.in_order = in_order
    sys.meta_path.insert(0, Finder())
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
