"""An app is put together without what it never uses."""

from flask import url_for
from werkzeug.routing import Rule

from companion.dashboard.app import create_app


def test_nothing_that_makes_addresses_is_made_at_a_start(board, commands, monkeypatch):
    made = []
    make = Rule._compile_builder
    monkeypatch.setattr(Rule, "_compile_builder", lambda rule, *more: made.append(rule) or make(rule, *more))
    assert create_app(board, commands).test_client().get("/api/snapshot").status_code == 200
    assert made == []


def test_an_address_can_be_made_all_the_same(app):
    with app.test_request_context(base_url="http://table.example/"):
        (rule,) = (one for one in app.url_map.iter_rules() if one.rule == "/static/<path:name>")
        assert url_for(rule.endpoint, name="js/main.js", v=1) == "/static/js/main.js?v=1"
