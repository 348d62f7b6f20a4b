import ContractClient
import FoundationEssentials

/// Calls a server that misbehaves in a listed way for each path, all at once over one transport, and compares the results
/// with the expected ones.
struct FaultCases {
  private struct Fault: Decodable, Sendable {
    var path: String
    /// `ok`, `error`, `timeout` and `typed-error`, separated by `|`.
    var expect: String

    var name: String { String(path.dropFirst()) }
  }

  /// The request as the other origin received it.
  private struct Seen: Codable {
    var line: String
    var fields: [String]
    var content: String

    enum CodingKeys: String, CodingKey {
      case line = "request_line"
      case fields, content
    }
  }

  private(set) var count = 0
  private(set) var mistakes: [String] = []
  private let client: APIClient
  private let otherOrigin: APIClient

  /// Creates the calls.
  ///
  /// - Parameter port: the server's port; the next one is that of another origin.
  init(port: Int) {
    client = APIClient(baseURL: "http://127.0.0.1:\(port)").timeout(.seconds(3)).maxResponseBytes(4 << 20)
      .header("Authorization", "Bearer secret").header("X-API-Key", "secret").header("Cookie", "session=secret")
    otherOrigin = APIClient(baseURL: "http://127.0.0.1:\(port + 1)")
  }

  mutating func run() async throws {
    let list = try await client.get.response()
    let faults = try await JSONDecoder().decode([Fault].self, from: Data(list.body.collect(upTo: 1 << 20)))
    let redirects = faults.filter { $0.path.hasPrefix("/redirect-") }
    let others = faults.filter { !$0.path.hasPrefix("/redirect-") }
    count = faults.count
    // The calls run concurrently, because each of them must end even while others hang.
    mistakes += await withTaskGroup(of: String?.self) { group in
      for fault in others { group.addTask { [client] in await Self.play(fault, client) } }
      var found: [String] = []
      for await mistake in group { if let mistake { found.append(mistake) } }
      return found
    }
    // Redirects are played one after another, because the other origin keeps only the last request that it received.
    for fault in redirects {
      if let mistake = await Self.play(fault, client) { mistakes.append(mistake) }
      if let mistake = try await leak(after: fault) { mistakes.append(mistake) }
    }
  }

  private static func play(_ fault: Fault, _ client: APIClient) async -> String? {
    let result: String
    do {
      if fault.path.hasPrefix("/json-") {
        let _: [String: Int] = try await client(fault.name).get()
      } else {
        _ = try await request(fault, client).response().body.collect(upTo: 4 << 20)
      }
      result = "ok"
    } catch let error as ClientError {
      switch error.code {
      case .timeout: result = "timeout"
      case .decoding, .unexpected: result = "typed-error"
      default: result = "error"
      }
    } catch {
      result = "an error of another type: \(error)"
    }
    let expected = fault.expect.split(separator: "|")
    return expected.contains { $0 == result } ? nil : "\(fault.path): \(result), not \(fault.expect)"
  }

  private static func request(_ fault: Fault, _ client: APIClient) -> APIClient {
    switch fault.path {
    case "/early-413": client(fault.name).post.body(bytes: [UInt8](repeating: 0x75, count: 8 << 20))
    case "/redirect-303", "/redirect-307": client(fault.name).post.body(text: "content")
    default: client(fault.name).get
    }
  }

  /// Returns the fault in the request that another origin received after a redirect, or nil.
  private func leak(after fault: Fault) async throws -> String? {
    // A 307 is not followed, because a client sends no body to another origin, so there is no request to look at.
    guard fault.path == "/redirect-other-origin" || fault.path == "/redirect-303" else { return nil }
    let response = try await otherOrigin("seen").get.response()
    let seen = try await JSONDecoder().decode(Seen.self, from: Data(response.body.collect(upTo: 1 << 20)))
    if seen.fields.contains(where: { $0.contains("secret") }) {
      return "\(fault.path): credentials were sent to another origin"
    }
    let isExpected = seen.line == "GET /target HTTP/1.1" && seen.content.isEmpty
    return isExpected ? nil : "\(fault.path): \(seen.line), \(seen.content)"
  }
}
