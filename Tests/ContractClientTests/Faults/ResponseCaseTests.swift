import Contract
import ContractClient
import ContractTesting
import FoundationEssentials
import Testing

/// Plays the responses of `Corpora/responses/cases.json`, taken from the tests of other HTTP implementations, which the
/// file names for each case.
@Suite("Responses from other test suites", .timeLimit(.minutes(5)))
struct ResponseCaseTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    enum Expectation: String, Decodable {
      /// This response.
      case ok
      /// An error.
      case error
      /// Either, but no response that was not sent.
      case any
    }

    var id: String
    var expect: Expectation
    var response: Data
    var status: Int?
    var body: Data?

    enum CodingKeys: String, CodingKey {
      case id, expect, status
      case response = "response_base64"
      case body = "body_base64"
    }

    var testDescription: String { id }
  }

  private struct File: Decodable {
    var cases: [Case]
  }

  static let cases: [Case] = {
    let tests = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    guard let bytes = try? Data(contentsOf: URL(filePath: "\(tests)/Corpora/responses/cases.json")),
      let file = try? JSONDecoder().decode(File.self, from: bytes)
    else { return [] }
    return file.cases
  }()

  /// libcurl 7.88 loses a NUL at the beginning of a line when it is the last byte of what it has read, as
  /// `curl -i` shows; then there is nothing left to refuse.
  private static let losesBytes: Set = ["wpt/NULL-leading"]

  @Test("are all there")
  func count() {
    #expect(Self.cases.count == 104)
  }

  @Test("come to what they say, whole and byte by byte", arguments: cases)
  func play(row: Case) async throws {
    let bytes = Array(row.response)
    let server = try MisbehavingServer([
      Fault("whole", [.send(bytes), .closeWriting], .response(.ok)),
      Fault("bytes", [.drip(bytes, every: .zero), .closeWriting], .response(.ok)),
    ])
    defer { server.stop() }
    let transport = CurlTransport()
    for way in ["whole", "bytes"] {
      let request = HTTPRequest(.get, "/\(way)", scheme: "http", authority: "127.0.0.1:\(server.port)")
      do {
        let response = try await transport.send(
          request, options: TransportOptions(timeout: .seconds(20), redirects: .none))
        #expect(row.expect != .error || way == "bytes" && Self.losesBytes.contains(row.id), "\(way)")
        if let status = row.status ?? Self.sentStatus(bytes) { #expect(response.status.code == status, "\(way)") }
        if let body = row.body { #expect(response.bytes == Array(body), "\(way)") }
      } catch let error as ClientError {
        #expect(row.expect != .ok, "\(way): \(error) \(error.curlCode ?? 0)")
        #expect(error.code != .timeout, "\(way)")
      }
    }
  }

  /// The three digits after the first space.
  private static func sentStatus(_ bytes: [UInt8]) -> Int? {
    guard let space = bytes.firstIndex(of: 0x20), space + 4 <= bytes.count else { return nil }
    return Int(String(decoding: bytes[(space + 1)..<(space + 4)], as: UTF8.self))
  }
}
