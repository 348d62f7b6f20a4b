import Testing
import TodoContract

@testable import todo

@Suite("Commands")
struct CommandRunnerTests {
  let mock = TodosMock()
  let milk = Todo(id: 1, title: "Buy milk", tags: ["home", "shop"])
  let run = Todo(id: 12, title: "走る", done: true)

  private func output(_ arguments: String...) async throws -> String {
    let invocation = try Invocation(arguments)
    return try await CommandRunner(todos: mock, printsJSON: invocation.printsJSON).run(invocation.command)
  }

  @Test("The list command prints an aligned table")
  func table() async throws {
    mock.mockList { [milk, run] _, _, _ in [milk, run] }
    #expect(
      try await output("list") == """
        ID  DONE  TITLE     TAGS
         1  no    Buy milk  home, shop
        12  yes   走る
        """)
  }

  @Test("The list command sends its filters and leaves the limit to the contract")
  func filters() async throws {
    mock.mockList { _, _, _ in [] }
    #expect(try await output("list") == "no todos")
    #expect(try await output("list", "--done", "--tag", "a", "--tag", "b", "--limit", "3") == "no todos")
    #expect(mock.listCalls.map(\.done) == [nil, true])
    #expect(mock.listCalls.map(\.tags) == [[], ["a", "b"]])
    #expect(mock.listCalls.map(\.limit) == [50, 3])
  }

  @Test("The list command prints JSON, even without todos")
  func jsonList() async throws {
    mock.mockList { [milk] _, _, _ in [milk] }
    #expect(
      try await output("list", "--json") == #"[{"id":1,"title":"Buy milk","tags":["home","shop"],"done":false}]"#)
    mock.mockList { _, _, _ in [] }
    #expect(try await output("list", "--json") == "[]")
  }

  @Test("The add command prints the number of the todo")
  func add() async throws {
    mock.mockCreate { title, tags in Todo(id: 3, title: title, tags: tags) }
    #expect(try await output("add", "Call\u{7}", "--tag", "home") == "added 3: Call\u{FFFD}")
    #expect(mock.createCalls.map(\.title) == ["Call\u{7}"])
    #expect(mock.createCalls.map(\.tags) == [["home"]])
    #expect(try await output("add", "Call", "--json") == #"{"id":3,"title":"Call","tags":[],"done":false}"#)
  }

  @Test("The show command prints every member")
  func show() async throws {
    mock.mockTodo { [milk] _ in milk }
    #expect(
      try await output("show", "1") == """
        id     1
        title  Buy milk
        tags   home, shop
        done   no
        """)
    #expect(mock.todoCalls.map(\.id) == [1])
  }

  @Test("The commands done, edit and rm print their changes")
  func changes() async throws {
    mock.mockFinish { [run] _ in run }
    mock.mockUpdate { id, title, _, _ in Todo(id: id, title: title ?? "old") }
    mock.mockRemove { _ in }
    #expect(try await output("done", "12") == "done 12: 走る")
    #expect(try await output("edit", "1", "--title", "new", "--no-tags") == "changed 1: new")
    #expect(mock.updateCalls.map(\.tags) == [[]])
    #expect(try await output("rm", "1") == "removed 1")
    #expect(try await output("rm", "1", "--json") == #"{"removed":1}"#)
    #expect(mock.removeCalls.map(\.id) == [1, 1])
  }

  @Test("The option --help sends no request")
  func help() async throws {
    #expect(try await output("--help") == Invocation.help)
  }
}
