import Terminal
import Testing

@Suite("Table")
struct TableTests {
  @Test("A table aligns numbers right and words left, without trailing spaces")
  func alignment() {
    var table = Table([.right, .left, .left])
    table.add(["ID", "TITLE", "TAGS"])
    table.add(["7", "Buy milk", ""])
    table.add(["1204", "Run", "sport, fun"])
    #expect(
      table.lines == [
        "  ID  TITLE     TAGS",
        "   7  Buy milk",
        "1204  Run       sport, fun",
      ])
  }

  @Test("A table is aligned by terminal columns, not by characters")
  func wideCharacters() {
    var table = Table([.left, .left])
    for text in ["牛乳", "cafe\u{301}", "👩‍👩‍👧", "milk"] { table.add([text, "|"]) }
    #expect(table.lines == ["牛乳  |", "cafe\u{301}  |", "👩‍👩‍👧    |", "milk  |"])
  }

  @Test("Line breaks and control characters in a cell are replaced")
  func controls() {
    var table = Table([.left, .left])
    table.add(["a\nb\u{1B}[2J\u{202E}", "x"])
    #expect(table.lines == ["a\u{FFFD}b\u{FFFD}[2J\u{FFFD}  x"])
  }

  @Test("A table without rows has no lines, and an empty cell an empty line")
  func empty() {
    var table = Table([.left])
    #expect(table.lines == [])
    table.add([""])
    #expect(table.lines == [""])
  }

  @Test(
    "The width of a string is counted in terminal columns",
    arguments: [
      ("", 0), ("milk", 4), ("é", 1), ("e\u{301}\u{302}", 1), ("ﾊﾝ", 2), ("한국", 4), ("ｆ", 2), ("✅", 2), ("❤️", 2),
      ("🇩🇪", 2),
      ("й", 1), ("שָׁ", 1),
    ])
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }
}
