import Terminal
import Testing

@Suite("Arguments")
struct ArgumentsTests {
  private func parse(_ arguments: String...) throws -> Arguments {
    try Arguments(arguments, flags: ["--json", "--done"], options: ["--tag", "--limit"])
  }

  @Test("Options may be anywhere, and their values follow a space or =")
  func options() throws {
    let arguments = try parse("--tag", "home", "add", "--json", "Buy milk", "--tag=a=b", "--tag=")
    #expect(arguments.words == ["add", "Buy milk"])
    #expect(arguments.values(of: "--tag") == ["home", "a=b", ""])
    #expect(arguments.has("--json"))
    #expect(!arguments.has("--done"))
  }

  @Test("Arguments after -- are operands, and so is -")
  func words() throws {
    let arguments = try parse("-", "--", "--json", "--", "-x")
    #expect(arguments.words == ["-", "--json", "--", "-x"])
    #expect(!arguments.has("--json"))
  }

  @Test("A value may begin with a dash unless it is an option")
  func dashes() throws {
    #expect(try parse("--tag", "-x").values(of: "--tag") == ["-x"])
    #expect(try parse("--tag=--json").values(of: "--tag") == ["--json"])
  }

  @Test(
    "An invalid argument is refused and named",
    arguments: [
      (["--tga", "home"], "unknown option `--tga`"),
      (["-v"], "unknown option `-v`"),
      (["--tag"], "`--tag` needs a value"),
      (["--tag", "--json"], "`--tag` needs a value"),
      (["--tag", "--"], "`--tag` needs a value"),
      (["--json=yes"], "`--json` takes no value"),
    ])
  func refusals(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) {
      try Arguments(arguments, flags: ["--json", "--done"], options: ["--tag", "--limit"])
    }
  }

  @Test("Integers are read within a range")
  func integers() throws {
    #expect(try parse("--limit", "20").integer(of: "--limit", in: 1...100) == 20)
    #expect(try parse().integer(of: "--limit", in: 1...100) == nil)
    #expect(throws: UsageError("`--limit` must be a number from 1 to 100, not `0`")) {
      try parse("--limit", "0").integer(of: "--limit", in: 1...100)
    }
    #expect(throws: UsageError("`--limit` must be a number from 1 up, not `many`")) {
      try parse("--limit", "many").integer(of: "--limit", in: 1...Int.max)
    }
  }

  @Test("A repeated option that allows one value is refused")
  func repeats() throws {
    let arguments = try parse("--limit", "1", "--limit", "2")
    #expect(throws: UsageError("`--limit` is given more than once")) { try arguments.value(of: "--limit") }
  }

  @Test("Options other than those of the command are listed")
  func names() throws {
    let arguments = try parse("--limit", "1", "--json", "--tag", "x")
    #expect(arguments.names(besides: ["--json"]) == ["--limit", "--tag"])
  }
}
