import ContractHTTP
import ContractOpenAPI
import ContractServer
import ContractTestSupport
import Testing

@testable import contract_tool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Passes a pipe that contains a text, and whose writer has closed it.
private func withPipe<Value>(_ text: String, _ body: (InputDescriptor) async throws -> Value) async throws -> Value {
  var ends: [Int32] = [0, 0]
  let status = pipe(&ends)
  try #require(status == 0)
  defer { close(ends[0]) }
  let bytes = Array(text.utf8)
  let count = write(ends[1], bytes, bytes.count)
  try #require(count == bytes.count)
  close(ends[1])
  return try await body(InputDescriptor(number: ends[0]))
}

@Suite struct InputTests {
  @Test("An input is read to its end, unless it exceeds the limit")
  func limit() async throws {
    try await withPipe("four") { input in
      #expect(!input.isRegularFile)
      let bytes = try input.bytes(upTo: 4)
      #expect(bytes == Array("four".utf8))
    }
    try await withPipe("four") { input in
      let bytes = try input.bytes(upTo: 3)
      #expect(bytes == nil)
    }
  }

  @Test("Lines are returned without their ends, and a line that is too long is an error")
  func lines() async throws {
    try await withPipe("one\n\ntwo\r\nthree") { input in
      let lines = InputLines(input, maxLineBytes: 5)
      var texts: [String] = []
      while let line = try lines.next() { texts.append(line) }
      #expect(texts == ["one", "", "two", "three"])
    }
    try await withPipe("a longer line\n") { input in
      let lines = InputLines(input, maxLineBytes: 5)
      let error = #expect(throws: ToolFileError.self) { try lines.next() }
      #expect(error?.description.contains("more than 5 bytes") == true)
    }
  }

  @Test("A document is read from a pipe with a path")
  func pipes() async throws {
    let text = #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}"#
    let run = try await withPipe(text) { await ToolRun("lint", "/dev/fd/\($0.number)", "--json") }
    #expect(run.status != .unusable && run.output.contains("findings"), "\(run)")
  }

  @Test("A folder is refused as a document with the system's reason")
  func folder() async {
    let run = await ToolRun("lint", "/")
    #expect(run.status == .unusable && run.errors.contains("/: the file cannot be read: "), "\(run)")
  }

  @Test("An option for a member of the body is refused next to the whole body, which would replace the member")
  func members() async throws {
    let document = try DocumentFixture()
    let run = await ToolRun(
      "call", "createItem", "--document", document.path, "--url", "http://127.0.0.1:9", "--X-Client", "me",
      "--priority", "2", "--body", #"{"title":"a"}"#)
    #expect(run.status == .unusable && run.errors.contains("`--body` is the whole body; remove --priority"), "\(run)")
  }

  @Test(
    "A path value that clients and servers remove is refused, and not called missing",
    arguments: [
      (".", "cannot contain the segment `.`"), ("..", "cannot contain the segment `..`"),
      ("", "needs a value for `id`"),
    ])
  func dots(_ value: String, _ message: String) async throws {
    let document = try DocumentFixture()
    let run = await ToolRun(
      "call", "getItem", "--document", document.path, "--url", "http://127.0.0.1:9", "--id", value)
    #expect(run.status == .unusable && run.errors.contains(message), "\(run)")
  }

  @Test("A line that is too long ends a session, and exits with 2", .timeLimit(.minutes(1)))
  func longLine() async throws {
    let document = try DocumentFixture(OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).json())
    let server = Server(port: 0) { RoomsRoutes(RoomsService()) }
    let address = try await server.start()
    let errors = Lock<[String]>([])
    let console = ToolConsole(
      input: { throw ToolFileError("-: a line is too long") }, output: { _ in },
      errors: { line in errors.withLock { $0.append(line) } })
    let status = await ContractTool.run(
      ["call", "Rooms.echo", "--document", document.path, "--url", address.url, "--wait", "60"], console)
    let complaints = errors.withLock { $0 }
    #expect(status == .unusable && complaints == ["contract-tool: -: a line is too long"])
    await server.stop(drain: .zero)
  }
}
