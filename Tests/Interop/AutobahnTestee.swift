import ContractClient
import ContractServer

/// The server and the client that the Autobahn test suite examines; see `Scripts/check-autobahn`.
enum AutobahnTestee {
  private static func options(_ base: WebSocketOptions) -> WebSocketOptions {
    var options = base
    // The largest message of the suite has 16 MiB.
    options.maxMessageBytes = 16 << 20
    options.compression = WebSocketCompression()
    options.compression?.minMessageBytes = 0
    options.compression?.contextTakeover = true
    return options
  }

  static var routes: [Route] {
    [
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/")) { _ in
        Channel(options: options(.serving)) { connection in
          for try await message in connection.socket { try await connection.socket.send(message) }
        }
      }
    ]
  }

  /// Runs all cases of the fuzzing server, and then lets it write its report.
  ///
  /// - Returns: a line for each case whose WebSocket could not be opened.
  static func call(_ url: String) async throws -> [String] {
    let client = APIClient(baseURL: url, transport: CurlTransport()).timeout(.seconds(20))
    guard case .text(let text)? = try await client("getCaseCount").webSocket().receive(), let count = Int(text),
      count > 0
    else {
      throw ClientError(.invalidInput, stage: .decode, "the fuzzing server named no number of cases")
    }
    var unopened: [String] = []
    var ends: [String: Int] = [:]
    for number in 1...count {
      do {
        let socket = try await client("runCase").query("case", "\(number)").query("agent", "contract")
          .webSocket(options: options(WebSocketOptions()))
        let reason = await reasonOfEnd(of: socket)
        ends[reason, default: 0] += 1
      } catch {
        unopened.append("case \(number) of \(count) was not opened: \(error)")
      }
    }
    _ = try await client("updateReports").query("agent", "contract").webSocket().receive()
    let summary = ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("\(count) cases: \(summary.joined(separator: ", "))")
    return unopened
  }

  /// Returns every message of a case, and the reason why it ended. The server's report states which violations were
  /// expected.
  private static func reasonOfEnd(of socket: WebSocket) async -> String {
    do {
      for try await message in socket { try await socket.send(message) }
      return "closed normally"
    } catch {
      guard let error = error as? ClientError else { return "ended with \(error)" }
      return "ended with \(error.code)"
    }
  }
}
