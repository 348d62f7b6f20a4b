import ContractHTTP
import ContractOpenAPI
import ContractServer
import ContractTestSupport
import Testing

@testable import contract_tool

@Suite struct CallChannelTests {
  static let sessions: [(arguments: [String], input: [String], status: ToolStatus, output: String, errors: String)] = [
    (
      ["Rooms.enter", "--room", "a", "--name", "Ann"], [#"{"text":"hi"}"#, "", #"{"text":"bye"}"#], .fine,
      #"{"type":"said","text":"Ann: hi"}"# + "\n" + #"{"type":"left"}"#, ""
    ),
    (
      ["Rooms.enter", "--room", "a", "--name", "Ann"], [#"{"text":"out"}"#], .findings, "", #"u{a}of here"#
    ),
    (["Rooms.enter", "--room", "a"], [], .unusable, "", "Rooms.enter needs --name string"),
    (["Rooms.enter", "--room", "a", "--name", "b", "--wait", "x"], [], .unusable, "", "expected a number of seconds"),
    (["Rooms.echo", "--wait", "0"], [], .fine, "", ""),
    (["Rooms.echo", "--header", "Origin: http://elsewhere.test"], [], .findings, "", "403 Forbidden"),
  ]

  @Test("A call of a channel sends lines of input, prints messages, and exits with a status for the end of the channel")
  func exchanges() async throws {
    let document = try DocumentFixture(OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).json())
    let server = Server(port: 0) { RoomsRoutes(RoomsService()) }
    let address = try await server.start()
    for session in Self.sessions {
      let (output, errors) = (Lock<[String]>([]), Lock<[String]>([]))
      let lines = Lock(session.input[...])
      let console = ToolConsole(
        input: { lines.withLock { $0.popFirst() } }, output: { line in output.withLock { $0.append(line) } },
        errors: { line in errors.withLock { $0.append(line) } })
      // When the server ends a session, the tool does not wait for the rest of the 60 seconds.
      let wait = session.arguments.contains("--wait") ? [] : ["--wait", "60"]
      let arguments = ["call", "--document", document.path, "--url", address.url] + wait + session.arguments
      let status = await ContractTool.run(arguments, console)
      let (printed, complaints) = (output.withLock { $0 }, errors.withLock { $0.joined(separator: "\n") })
      #expect(status == session.status, "\(session.arguments): \(printed) \(complaints)")
      #expect(printed.joined(separator: "\n") == session.output, "\(session.arguments)")
      #expect(complaints.contains(session.errors) && complaints.isEmpty == session.errors.isEmpty, "\(complaints)")
    }
    await server.stop(drain: .zero)
  }

  @Test("A close by the server ends a call that waits for input", .timeLimit(.minutes(1)))
  func closureWhileReading() async throws {
    let document = try DocumentFixture(OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).json())
    let server = Server(port: 0) { RoomsRoutes(RoomsService()) }
    let address = try await server.start()
    let lines = Lock([#"{"text":"out"}"#][...])
    let (pause, end) = AsyncStream.makeStream(of: Void.self)
    let console = ToolConsole(
      input: {
        if let line = lines.withLock({ $0.popFirst() }) { return line }
        // The unstructured task continues after a cancellation, like a read from a terminal.
        await Task { for await _ in pause {} }.value
        return nil
      }, output: { _ in }, errors: { _ in })
    let status = await ContractTool.run(
      ["call", "Rooms.enter", "--document", document.path, "--url", address.url, "--room", "a", "--name", "Ann"],
      console)
    end.finish()
    #expect(status == .findings)
    await server.stop(drain: .zero)
  }
}
