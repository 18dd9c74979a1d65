"""The Recall Lab in a real Chromium: by keyboard, wide and narrow, light and dark, under attack."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urlsplit

import pytest
from agent_memory import Draft, Memory
from recall_lab import Lab, fill, words
from recall_lab.demo import ABOUT, SCOPE

import runner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Dialog, Page

QUESTION = "net revenue in APAC last month"
NAMES = ("chromium", "chromium-browser", "google-chrome")
REBOUND = "rebound.example"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium, in which a name of somebody else's leads to this machine."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"there is no Chromium: none of {', '.join(NAMES)} is on the path")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=path, args=[f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"]
        )
        yield opened
        opened.close()


@pytest.fixture
def lab() -> Iterator[Lab]:
    """The example, and one memory whose text is a script."""
    with runner.connect("embedded:") as engine:
        memory = Memory(engine, dimensions=4)
        fill(memory)
        memory.commit(
            Draft(
                "x",
                "<script>document.title = 'taken'</script><img src=x onerror=alert(1)>",
                "rule",
                SCOPE,
                "chat-11",
                "agent",
                "2026-11-03T09:00:00Z",
                [0.5, 0.5, 0.5, 0.5],
            )
        )
        with Lab(memory, words, about=ABOUT, deadline=60.0) as running:
            yield running


def open_page(
    browser: Browser, *, scheme: Literal["light", "dark"] = "light", width: int = 1280
) -> tuple[Page, list[str]]:
    """A fresh page, and a list of all that its console and its errors say."""
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))

    def dismiss(dialog: Dialog) -> None:
        told.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    return page, told


def test_a_question_is_asked_by_keyboard_and_read_as_a_table(browser: Browser, lab: Lab) -> None:
    page, told = open_page(browser)
    page.goto(lab.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "q"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.type(QUESTION)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "scope"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="3 kept, 2 dropped").wait_for()

    table = page.get_by_role("table", name="3 kept, 2 dropped")
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads[:3] == ["Rank", "Memory", "Score"]
    rows = table.get_by_role("row").all()[1:]
    shown = [
        (row.get_by_role("cell").first.inner_text(), row.get_by_role("rowheader").inner_text())
        for row in rows
    ]
    assert [shown[0], *shown[3:]] == [
        ("#1", "Net revenue excludes refunds"),
        ("Dropped", "Revenue = sum of order amount"),
        ("Dropped", "Revenue includes sales tax"),
    ]
    assert "superseded" in rows[3].inner_text()
    assert page.get_by_label("Question").input_value() == QUESTION
    assert page.get_by_label("Scope").input_value() == SCOPE
    assert told == []
    page.close()


def test_a_script_in_a_memory_stays_text(browser: Browser, lab: Lab) -> None:
    page, told = open_page(browser)
    page.goto(f"{lab.url}?q={quote(QUESTION)}&scope={SCOPE}")
    assert page.title() == f"{QUESTION} – Recall Lab"
    assert page.get_by_text("<script>document.title = 'taken'</script><img").count() == 1
    assert page.locator("script, img").count() == 0
    assert told == []
    # And if one got in, the browser would not run it.
    page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
        "document.body.append(s)"
    )
    assert page.title() == f"{QUESTION} – Recall Lab"
    (refused,) = told
    assert "Content Security Policy" in refused
    page.close()


def test_a_name_that_was_pointed_here_gets_nothing(browser: Browser, lab: Lab) -> None:
    """As in DNS rebinding: the browser thinks it talks to somebody else's host."""
    page, _ = open_page(browser)
    port = urlsplit(lab.url).port
    response = page.goto(f"http://{REBOUND}:{port}/?q=revenue")
    assert response is not None
    assert response.status == 421
    assert "Net revenue" not in page.content()
    page.close()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_any_light_and_width(
    browser: Browser, lab: Lab, tmp_path: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    """Nothing is cut off, and text has the contrast that WCAG asks for (4.5 to 1)."""
    page, _ = open_page(browser, scheme=scheme, width=width)
    page.goto(f"{lab.url}?q={quote(QUESTION)}&scope={SCOPE}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in ("body", "header p", "tr.kept td", "tr.dropped td", "caption", "button"):
        assert contrast(page, selector) >= 4.5, selector
    light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert light == (scheme == "light")
    table = page.get_by_role("table", name="3 kept, 2 dropped")
    assert table.get_by_role("row").count() == 6
    picture = tmp_path / "lab.png"
    page.screenshot(path=picture, full_page=True)
    assert picture.read_bytes().startswith(b"\x89PNG")
    page.close()


_CONTRAST = """\
selector => {
  const channels = text => text.match(/[\\d.]+/g).map(Number);
  const luminance = text => {
    const [r, g, b] = channels(text).slice(0, 3).map(
      c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let each = document.querySelector(selector);
  const front = luminance(getComputedStyle(each).color);
  while (channels(getComputedStyle(each).backgroundColor)[3] === 0) each = each.parentElement;
  const back = luminance(getComputedStyle(each).backgroundColor);
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}"""


def contrast(page: Page, selector: str) -> float:
    """Between the text of an element and what lies behind it."""
    ratio = page.evaluate(_CONTRAST, selector)
    assert isinstance(ratio, float)
    return ratio
