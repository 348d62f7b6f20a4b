import Contract
import ContractClient
import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

/// Plays the responses of `Corpora/responses/cases.json`, taken from the tests of other HTTP implementations, which the
/// file names for each case.
@Suite("Response cases of other test suites", .ownThreads, .timeLimit(.minutes(5)))
struct ResponseCaseTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
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

  /// libcurl 7.88 loses a NUL at the beginning of a line if it is the last byte of a read, as `curl -i` shows; then
  /// there is nothing left to refuse.
  private static let losesBytes: Set = ["wpt/NULL-leading"]

  @Test("All 104 response cases are present")
  func count() {
    #expect(Self.cases.count == 104)
  }

  private static let ways = ["whole", "bytes"]

  /// Returns a server with two faults for each case, one for each way to send the response.
  private static func server(_ cases: [Case]) throws -> MisbehavingServer {
    try MisbehavingServer(
      cases.enumerated().flatMap { number, row in
        let bytes = Array(row.response)
        return [
          Fault("\(number)-whole", [.send(bytes), .closeWriting], .response(.ok)),
          Fault("\(number)-bytes", [.drip(bytes, every: .zero), .closeWriting], .response(.ok)),
        ]
      })
  }

  /// Plays a case.
  ///
  /// - Returns: the fault of the result, or nil.
  private static func complaint(
    _ row: Case, _ number: Int, _ way: String, _ transport: CurlTransport, _ server: MisbehavingServer
  ) async throws -> String? {
    let request = HTTPRequest(.get, "/\(number)-\(way)", scheme: "http", authority: "127.0.0.1:\(server.port)")
    do {
      let response = try await transport.send(
        request, options: TransportOptions(timeout: .seconds(20), redirects: .none))
      if row.expect == .error, way == "whole" || !losesBytes.contains(row.id) { return "no error" }
      if let status = row.status ?? sentStatus(Array(row.response)), response.status.code != status {
        return "the status is \(response.status.code)"
      }
      if let body = row.body, response.bytes != Array(body) { return "the content is \(response.bytes)" }
    } catch let error as ClientError {
      if row.expect == .ok || error.code == .timeout { return "\(error) \(error.curlCode ?? 0)" }
    }
    return nil
  }

  @Test("Each response case has its expected result, received whole and byte by byte", arguments: cases)
  func play(row: Case) async throws {
    let server = try Self.server([row])
    defer { server.stop() }
    let transport = CurlTransport()
    for way in Self.ways {
      let complaint = try await Self.complaint(row, 0, way, transport, server)
      #expect(complaint == nil, "\(way)")
    }
  }

  @Test("Each response case has its expected result on a transport that all cases share")
  func playAll() async {
    await #expect(processExitsWith: .success) {
      // Freed memory is overwritten, so that a read of freed bytes has a wrong result.
      FreedMemory.overwrite()
      let server = try ResponseCaseTests.server(ResponseCaseTests.cases)
      let transport = CurlTransport()
      for ways in [["whole"], ["bytes"], ["bytes", "whole"]] {
        for (number, row) in ResponseCaseTests.cases.enumerated() {
          for way in ways {
            let complaint = try await ResponseCaseTests.complaint(row, number, way, transport, server)
            precondition(complaint == nil, "\(row.id), \(way): \(complaint ?? "")")
          }
        }
      }
      server.stop()
    }
  }

  @Test("A folded first field line is refused")
  func firstLineFold() async {
    await #expect(processExitsWith: .success) {
      FreedMemory.overwrite()
      let count = EventCounter()
      let server = ScriptedServer(answering: { _ in
        count.add() % 2 == 1
          ? ok("ok", "X-A: b\r\nContent-Type: text/plain\r\n")
          : "HTTP/1.1 200 OK\r\n\tContent-Type: text/html\r\nFoo: bar\r\nContent-Length: 0\r\n\r\n"
      })
      let transport = CurlTransport()
      for number in 1...100 {
        let code = await clientErrorCode { try await transport.send(server.request(), options: TransportOptions()) }
        precondition(code == (number % 2 == 1 ? nil : .malformedResponse), "\(code as Any)")
      }
      server.stop()
    }
  }

  /// The three digits after the first space.
  private static func sentStatus(_ bytes: [UInt8]) -> Int? {
    guard let space = bytes.firstIndex(of: 0x20), space + 4 <= bytes.count else { return nil }
    return Int(String(decoding: bytes[(space + 1)..<(space + 4)], as: UTF8.self))
  }
}
