"""How long a function, a class and a module may grow, and that most of them stay small."""

from statistics import median, quantiles

from tests.architecture.sources import FunctionNode, Module, lines_of, lines_of_work

LONGEST_FUNCTION = 60
LONGEST_CLASS = 200
LONGEST_MODULE = 350
LONGEST_WORKSHOP_MODULE = 450


def test_no_function_is_too_long(product: tuple[Module, ...], workshop: tuple[Module, ...]) -> None:
    too_long = [
        f"{module.place}:{node.lineno} {node.name} has {lines_of(node)} lines"
        for module in product + workshop
        for node in module.functions
        if lines_of(node) > LONGEST_FUNCTION
    ]
    assert not too_long, too_long


def test_no_class_is_too_long(product: tuple[Module, ...], workshop: tuple[Module, ...]) -> None:
    too_long = [
        f"{module.place}:{node.lineno} {node.name} has {lines_of(node)} lines"
        for module in product + workshop
        for node in module.classes
        if lines_of(node) > LONGEST_CLASS
    ]
    assert not too_long, too_long


def test_no_module_is_too_long(product: tuple[Module, ...], workshop: tuple[Module, ...]) -> None:
    allowed = dict.fromkeys(product, LONGEST_MODULE) | dict.fromkeys(workshop, LONGEST_WORKSHOP_MODULE)
    too_long = [
        f"{module.place} has {module.line_count} lines, {most} are allowed"
        for module, most in allowed.items()
        if module.line_count > most
    ]
    assert not too_long, too_long


def test_most_functions_are_small(product: tuple[Module, ...]) -> None:
    functions: list[FunctionNode] = [node for module in product for node in module.functions]
    lengths = [lines_of_work(node) for node in functions]
    assert median(lengths) <= 8
    assert quantiles(lengths, n=10)[-1] < 30
