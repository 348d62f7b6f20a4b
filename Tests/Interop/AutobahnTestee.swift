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
  static func call(_ url: String) async throws {
    let client = APIClient(baseURL: url, transport: CurlTransport()).timeout(.seconds(20))
    guard case .text(let text)? = try await client("getCaseCount").webSocket().receive(), let count = Int(text) else {
      throw ClientError(.invalidInput, stage: .decode, "the fuzzing server named no number of cases")
    }
    for number in 1...count {
      do {
        let socket = try await client("runCase").query("case", "\(number)").query("agent", "contract")
          .webSocket(options: options(WebSocketOptions()))
        for try await message in socket { try await socket.send(message) }
      } catch {
        // The server's report shows which violations were expected.
      }
    }
    _ = try await client("updateReports").query("agent", "contract").webSocket().receive()
    print("\(count) cases")
  }
}
