import ContractHTTP
import ContractOpenAPI
import ContractServer

/// A server that responds with a mock.
struct MockServer: Sendable {
  let server: Server

  init(_ mock: DocumentMock, _ faults: MockFaults, host: String = "127.0.0.1", port: Int) {
    let count = Lock(0)
    var router = Router()
    router.on(nil, "/{path...}", id: "mock") { request in
      if faults.delay > .zero { try await Task.sleep(for: faults.delay) }
      let number = count.withLock { count in
        count += 1
        return count - 1
      }
      if let failure = faults.response(toRequest: number) { return failure }
      let target = request.head.path + (request.head.query.map { "?" + $0 } ?? "")
      let message = HTTPRequest(request.head.method, target, fields: request.head.fields)
      return mock.response(to: message, body: request.body)
    }
    for (operation, channel) in mock.channels {
      for route in Self.routes(operation, channel, mock, faults) { router.add(route) }
    }
    server = Server(host: host, port: port, router: router)
  }

  /// Returns the route of a channel; empty if the server cannot route the path. Requests of that path then result in 426.
  private static func routes(
    _ operation: OpenAPIOperation, _ channel: MockChannel, _ mock: DocumentMock, _ faults: MockFaults
  ) -> [Route] {
    guard operation.method == .get, let path = try? PathTemplate(operation.path) else { return [] }
    let endpoint = Endpoint<Empty, Channel<String, String>>(.get, path, id: operation.title)
    return Route(endpoint) { _ in
      Channel { connection in try await MockSession(channel, delay: faults.delay).run(connection.socket) }
    }
    .webSocketOrigins(.any)
    .flatMap { route in
      route.requiring { head, _ in
        let target = head.path + (head.query.map { "?" + $0 } ?? "")
        return mock.refusal(of: HTTPRequest(head.method, target, fields: head.fields), for: operation)
      }
    }
  }

  /// Returns the share of requests to fail, from 0 to 1.
  ///
  /// - Throws: ``ToolUsageError`` for a value that is not a percentage.
  static func share(_ arguments: ToolArguments) throws(ToolUsageError) -> Double {
    guard let text = arguments.value("--fail") else { return 0 }
    let digits = text.utf8.last == UInt8(ascii: "%") ? String(text.utf8.dropLast()) ?? text : text
    guard let percent = Double(digits), (0...100).contains(percent) else {
      throw ToolUsageError("`--fail` is `\(text.escapingControls())`: expected a percentage from 0% to 100%.")
    }
    return percent / 100
  }
}
