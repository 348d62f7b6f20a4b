import ContractTestSupport
import ContractTesting
import Testing

/// Rows of text, sent as comma-separated values.
private struct Table: Equatable, Sendable {
  var rows: [[String]]
}

extension ResponseCodec<Table> {
  /// Comma-separated values without quotes.
  fileprivate static var csv: ResponseCodec {
    ResponseCodec(mediaType: MediaType("text/csv")) { table, status in
      var response = HTTPResponse(status)
      response.fields[.contentType] = "text/csv"
      response.body = .bytes(Array(table.rows.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8))
      return response
    } decode: { response in
      guard case .bytes(let bytes) = response.body else { return Table(rows: []) }
      if bytes.first == UInt8(ascii: "!") { throw Unreadable() }
      return Table(
        rows: bytes.split(separator: 0x0A).map { line in
          line.split(separator: 0x2C, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        })
    }
  }
}

private struct Unreadable: Error {}

@Suite("User-defined response codecs", .ownThreads)
struct CustomResponseCodecTests {
  private static let report = Endpoint<Empty, Table>(.get, "/report", id: "report", result: .csv)
  private static let archived = Endpoint<Empty, Table>(.post, "/report", id: "archive", status: .accepted, result: .csv)
  private static let table = Table(rows: [["a", "1"], ["b", ""]])

  private static var server: Server {
    Server(port: 0, threads: 1) {
      Route(report) { _ in table }
      Route(archived) { _ in table }
    }
  }

  @Test("A custom response codec encodes on the server and decodes in the client")
  func bothEnds() async throws {
    try await serve(Self.server) { port, client in
      #expect(try await client.call(Self.report) == Self.table)
      let response = try RawConnection(port: port).exchange("GET", "/report")
      #expect(response.status == 200 && response.field("content-type") == "text/csv" && response.text == "a,1\nb,")
    }
    #expect(try await Self.server.inProcess.call(Self.report) == Self.table)
  }

  @Test("A custom response codec uses the endpoint's status and requests its media type")
  func statusAndAccept() async throws {
    try await serve(Self.server) { port, _ in
      let response = try RawConnection(port: port).exchange("POST", "/report")
      #expect(response.status == 202)
    }
    let seen = Lock<String?>(nil)
    let client = APIClient(
      baseURL: "http://a.example",
      transport: ScriptedTransport { request in
        seen.withLock { $0 = request.fields[.accept]?.rawValue }
        var response = HTTPResponse(.ok)
        response.fields[.contentType] = "text/csv"
        return response
      })
    #expect(try await client.call(Self.report) == Table(rows: []))
    let accept = seen.withLock { $0 }
    #expect(accept?.contains("text/csv") == true)
  }

  @Test("An error thrown by a custom response codec becomes a decoding error with the operation's name")
  func unreadable() async throws {
    let client = APIClient(
      baseURL: "http://a.example",
      transport: ScriptedTransport { _ in
        var response = HTTPResponse(.ok)
        response.fields[.contentType] = "text/csv"
        response.body = .bytes(Array("!".utf8))
        return response
      })
    let error = await #expect(throws: ClientError.self) { _ = try await client.call(Self.report) }
    #expect(error?.code == .decoding)
    #expect(error?.description.contains("report") == true, "\(error as Any)")
  }
}
