import Terminal
import Testing

@testable import todo_server

@Suite("Server options")
struct ServerOptionsTests {
  @Test("Every option has a default")
  func defaults() throws {
    let options = try ServerOptions([])
    #expect(options.host == "127.0.0.1")
    #expect(options.port == 8080)
    #expect(options.database == "todos.sqlite")
    #expect(options.threads == nil)
    #expect(!options.printsHelp)
  }

  @Test("Every option is read")
  func options() throws {
    let options = try ServerOptions([
      "--host", "::1", "--port=0", "--database", "/var/lib/todos.sqlite", "--threads", "4", "--help",
    ])
    #expect(options.host == "::1")
    #expect(options.port == 0)
    #expect(options.database == "/var/lib/todos.sqlite")
    #expect(options.threads == 4)
    #expect(options.printsHelp)
  }

  @Test(
    "An invalid option is refused with a reason",
    arguments: [
      (["--port", "65536"], "`--port` must be a number from 0 to 65535, not `65536`"),
      (["--port", "http"], "`--port` must be a number from 0 to 65535, not `http`"),
      (["--threads", "0"], "`--threads` must be a number from 1 to 256, not `0`"),
      (["--database"], "`--database` needs a value"),
      (["todos.sqlite"], "`todos.sqlite` is not an option"),
      (["--verbose"], "unknown option `--verbose`"),
    ])
  func refusals(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try ServerOptions(arguments) }
  }
}
