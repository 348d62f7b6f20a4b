import Terminal
import Testing

@testable import todo

@Suite("Command lines")
struct InvocationTests {
  @Test(
    "A command line is parsed into its command",
    arguments: [
      (["add", "Buy milk", "--tag", "home", "--tag=shop"], Command.add(title: "Buy milk", tags: ["home", "shop"])),
      (["add", "--", "--done"], .add(title: "--done", tags: [])),
      (["add", ""], .add(title: "", tags: [])),
      (["list"], .list(done: nil, tags: [], limit: nil)),
      (["list", "--done", "--tag", "a", "--limit", "5"], .list(done: true, tags: ["a"], limit: 5)),
      (["list", "--open"], .list(done: false, tags: [], limit: nil)),
      (["show", "7"], .show(id: 7)),
      (["done", "7"], .finish(id: 7)),
      (["edit", "7", "--title", "Run", "--open"], .edit(id: 7, title: "Run", tags: nil, done: false)),
      (["edit", "7", "--tag", "a"], .edit(id: 7, title: nil, tags: ["a"], done: nil)),
      (["edit", "7", "--no-tags"], .edit(id: 7, title: nil, tags: [], done: nil)),
      (["rm", "7"], .remove(id: 7)),
      (["--help"], .help),
      (["list", "--help"], .help),
    ])
  func commands(arguments: [String], command: Command) throws {
    #expect(try Invocation(arguments).command == command)
  }

  @Test(
    "An invalid command line is refused with a reason",
    arguments: [
      ([], "no command is given"),
      (["frobnicate"], "unknown command `frobnicate`"),
      (["add"], "`add` needs a title"),
      (["add", "Buy", "milk"], "`milk` is one word too many; quote a text that has spaces"),
      (["list", "home"], "`home` is one word too many; quote a text that has spaces"),
      (["list", "--limit", "0"], "`--limit` must be a number from 1 up, not `0`"),
      (["list", "--done", "--open"], "`--done` and `--open` exclude each other"),
      (["show"], "`show` needs a number"),
      (["show", "first"], "`first` is not the number of a todo"),
      (["rm", "7", "--tag", "a"], "`rm` has no option `--tag`"),
      (["edit", "7"], "`edit` needs something to change"),
      (["edit", "7", "--tag", "a", "--no-tags"], "`--tag` and `--no-tags` exclude each other"),
    ])
  func refusals(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Invocation(arguments) }
  }

  @Test("The server is named by the option, then by the variable, and is local by default")
  func url() throws {
    let environment = ["TODO_URL": "http://variable"]
    #expect(try Invocation(["list"]).url == "http://127.0.0.1:8080")
    #expect(try Invocation(["list"], environment: environment).url == "http://variable")
    #expect(try Invocation(["list"], environment: ["TODO_URL": ""]).url == "http://127.0.0.1:8080")
    #expect(try Invocation(["list", "--url", "http://option"], environment: environment).url == "http://option")
  }
}
