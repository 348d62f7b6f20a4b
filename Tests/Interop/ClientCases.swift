import ContractClient
import FoundationEssentials

/// Plays the raw responses of `Scripts/check-conformance` one after another over one transport: each whole and byte by byte.
struct ClientCases {
  private struct Case: Decodable {
    enum Expectation: String, Decodable {
      /// This response.
      case ok
      /// An error.
      case error
      /// Either of them, but no response that was not sent.
      case any
    }

    var id: String
    var expect: Expectation
    var status: Int?
    var body: String?

    enum CodingKeys: String, CodingKey {
      case id, expect, status
      case body = "body_base64"
    }
  }

  private(set) var count = 0
  private(set) var mistakes: [String] = []
  private let authority: String
  private let transport = CurlTransport()

  /// libcurl 7.88 loses a NUL at the beginning of a line if it is the last byte of a read; then there is nothing left
  /// to refuse.
  private static let losesBytes: Set = ["wpt/NULL-leading"]

  init(url: String) {
    authority = String(url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" })
  }

  mutating func run() async throws {
    let list = try await send("/list")
    let cases = try await JSONDecoder().decode([Case].self, from: Data(list.body.collect(upTo: 16 << 20)))
    for (number, row) in cases.enumerated() {
      for target in ["/\(number)", "/\(number)?bytes"] {
        count += 1
        if let complaint = try await play(row, target) { mistakes.append("\(row.id) (\(target)): \(complaint)") }
      }
    }
  }

  private func send(_ target: String) async throws -> HTTPResponse {
    let request = HTTPRequest(.get, target, scheme: "http", authority: authority)
    return try await transport.send(request, options: TransportOptions(timeout: .seconds(20), redirects: .none))
  }

  /// The fault in the result of a case, or nil.
  private func play(_ row: Case, _ target: String) async throws -> String? {
    do {
      let response = try await send(target)
      let content = try await response.body.collect(upTo: 16 << 20)
      if row.expect == .error, !(target.hasSuffix("?bytes") && Self.losesBytes.contains(row.id)) {
        return "\(response.status.code) instead of an error"
      }
      if let status = row.status, response.status.code != status { return "\(response.status.code), not \(status)" }
      if let body = row.body.flatMap({ Data(base64Encoded: $0) }), content != Array(body) {
        return "other content: \(content.count) bytes"
      }
    } catch let error as ClientError {
      if row.expect == .ok || error.code == .timeout { return "\(error)" }
    }
    return nil
  }
}
