"""Pages in the formats for people."""

from __future__ import annotations

import re

from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.showing.html import MOST_ROWS, page_html, table_html
from pitchpipe.showing.pages import Drawing, Page, Paragraph, Table, page_text

GRID = Grid(("system", "x"), ((Cell("a_b"), Cell(1.25)), (Cell("<c>"), Cell(2.5, best=True))))
PAGE = Page(
    (
        Table(GRID, "a title"),
        Paragraph("a_word."),
        Drawing(lambda colour: ["in colour" if colour else "plain", "lines"]),
    ),
    ("bleu|v:1", "a note"),
    decimals=1,
)


def test_a_page_on_a_terminal() -> None:
    assert page_text(PAGE) == "\n".join(
        [
            *("a title", "system     x", "────────────", "a_b      1.2", "<c>      2.5", ""),
            *("a_word.", "", "plain", "lines", "", "bleu|v:1", "a note"),
        ]
    )
    assert "in colour" in page_text(PAGE, colour=True)


def test_a_page_in_markdown_and_latex() -> None:
    markdown = page_text(PAGE, "markdown").split("\n\n")
    assert markdown[0] == "**a title**"
    assert markdown[2] == r"a\_word."
    assert markdown[-1] == "- `bleu|v:1`\n- a note"
    latex = page_text(PAGE, "latex").split("\n\n")
    assert latex[0].startswith("% a title\n\\begin{tabular}")
    assert latex[1] == "% a_word."
    assert latex[-1] == "% bleu|v:1\n% a note"


def test_a_page_without_notes_ends_with_its_last_table() -> None:
    assert page_text(Page((Table(GRID),))).endswith("<c>      2.50")
    assert page_html(Page((Table(GRID),))).endswith("</table></div>\n</div>")


def test_a_page_gives_and_changes_its_tables() -> None:
    assert PAGE.grids == [GRID]
    renamed = PAGE.with_grids(lambda grid: grid.renamed({"a_b": "other"}))
    assert renamed.grids[0].rows[0][0].value == "other"
    assert renamed.blocks[1:] == PAGE.blocks[1:]


def test_html_is_escaped() -> None:
    text = re.sub(r' style="[^"]*"', "", page_html(PAGE))
    assert text == "\n".join(
        [
            "<div>",
            "<div><table>",
            "<caption>a title</caption>",
            "<thead><tr><th>system</th><th>x</th></tr></thead>",
            "<tbody>",
            "<tr><td>a_b</td><td>1.2</td></tr>",
            "<tr><td>&lt;c&gt;</td><td><strong>2.5</strong></td></tr>",
            "</tbody>",
            "</table></div>",
            "<p>a_word.</p>",
            "<pre>plain\nlines</pre>",
            "<p><small>bleu|v:1<br>a note</small></p>",
            "</div>",
        ]
    )
    hostile = Page((Table(GRID, "<b>"), Paragraph("<i>"), Drawing(lambda _: ["<u>"])), ("<s>",))
    assert all(f"&lt;{tag}&gt;" in page_html(hostile) for tag in "bius")


def test_html_has_sides_and_no_colours() -> None:
    text = page_html(PAGE)
    sides = re.findall(r"<t[hd] style=\"text-align: (\w+);", text)
    assert sides == ["left", "right"] * 3
    assert "color" not in text.replace("collapse", "")
    assert text.count("overflow-x: auto") == 2


def test_html_leaves_out_the_end_of_a_long_table() -> None:
    def rows(count: int) -> Grid:
        return Grid(("n",), tuple((Cell(k),) for k in range(count)))

    assert "<tfoot>" not in table_html(rows(MOST_ROWS), 2)
    one_more = table_html(rows(MOST_ROWS + 1), 2)
    assert '<tfoot><tr><td colspan="1">… and 1 row more</td></tr></tfoot>' in one_more
    assert one_more.count("<tr>") == MOST_ROWS + 2
