import Contract
import ContractClient
import ContractCoding
import ContractHTTP
import ContractTesting
import Testing

@Suite("Responses without a network", .timeLimit(.minutes(2)))
struct LocalResponseTests {
  /// A source of responses.
  enum Source: CaseIterable, Sendable {
    case script, closure, mock

    func client(_ response: HTTPResponse) -> APIClient {
      let base = APIClient(baseURL: "http://h.example")("a")
      return switch self {
      case .script: base.transport(ScriptedTransport([response, response, response]))
      case .closure: base.transport(ScriptedTransport { _ in response })
      case .mock: base.environment(.mocks()).mock(response)
      }
    }
  }

  /// Sources with a closure.
  private static func clients(
    _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> [APIClient] {
    let base = APIClient(baseURL: "http://h.example")("a")
    return [base.transport(ScriptedTransport(respond)), base.environment(.mocks()).mock(respond)]
  }

  private static func text(_ bytes: [UInt8], coding: HTTPFieldValue?) -> HTTPResponse {
    var fields: HTTPFields = [.contentType: "text/plain"]
    fields[.contentEncoding] = coding
    return HTTPResponse(.ok, fields: fields, body: bytes.isEmpty ? .empty : .bytes(bytes))
  }

  @Test("A body is decoded by its content coding", arguments: Source.allCases)
  func codings(_ source: Source) async throws {
    let plain = Array("abc".utf8)
    let gzip = Deflater.deflate(plain, .gzip)
    let client = source.client(Self.text(gzip, coding: "gzip"))
    let response = try await client.response()
    #expect(response.text == "abc" && response.fields[.contentEncoding] == nil)
    var read: [UInt8] = []
    for try await chunk in try await client.stream().bytes { read += chunk }
    #expect(read == plain)
    // A request that sets `Accept-Encoding` gets the encoded body.
    let raw = try await client.header("Accept-Encoding", "gzip").response()
    #expect(raw.bytes == gzip && raw.fields[.contentEncoding] == "gzip")
    // A range of an encoded body stays encoded.
    var partial = Self.text(Array(gzip.dropFirst(3)), coding: "gzip")
    partial.status = .partialContent
    #expect(try await source.client(partial).response().bytes == Array(gzip.dropFirst(3)))
    #expect(try await source.client(Self.text(plain, coding: "identity")).response().text == "abc")
    #expect(try await source.client(Self.text([], coding: "gzip")).response().bytes.isEmpty)
    for (bytes, coding) in [(plain, "br"), (plain, "gzip"), (gzip, "gzip, deflate")] as [([UInt8], HTTPFieldValue)] {
      let client = source.client(Self.text(bytes, coding: coding))
      #expect(await clientErrorCode { try await client.response() } == .malformedResponse, "\(coding)")
    }
  }

  @Test("A body over the limit fails the call, but not a stream", arguments: Source.allCases)
  func limits(_ source: Source) async throws {
    let bytes = Array("12345678".utf8)
    for response in [Self.text(bytes, coding: nil), Self.text(Deflater.deflate(bytes, .gzip), coding: "gzip")] {
      let client = source.client(response).maxResponseBytes(7)
      #expect(await clientErrorCode { try await client.response() } == .responseTooLarge)
      #expect(try await client.maxResponseBytes(8).response().bytes == bytes)
      var count = 0
      for try await chunk in try await client.stream().bytes { count += chunk.count }
      #expect(count == 8)
    }
  }

  @Test("A streamed body is read into memory up to the limit")
  func streamedBodies() async throws {
    let bytes = Array("12345678".utf8)
    for client in Self.clients({ _ in HTTPResponse(.ok, body: .stream(ByteStream(bytes))) }) {
      #expect(try await client.response().bytes == bytes)
      #expect(await clientErrorCode { try await client.maxResponseBytes(7).response() } == .responseTooLarge)
    }
  }

  @Test("The timeout ends a call whose closure does not return")
  func timeout() async throws {
    let gate = Turnstile()
    let clients = Self.clients { _ in
      await gate.pass()
      return .text("late")
    }
    for client in clients.map({ $0.timeout(.milliseconds(20)) }) {
      #expect(await clientErrorCode { try await client.response() } == .timeout)
      #expect(await clientErrorCode { try await client.stream() } == .timeout)
    }
    gate.open()
  }

  @Test("A cancelled call ends before its closure returns")
  func cancellation() async throws {
    for index in 0...1 {
      let gate = Turnstile()
      let client = Self.clients { _ in
        await gate.pass()
        return .text("late")
      }[index]
      let call = Task { await clientErrorCode { try await client.response() } }
      await gate.waitForArrivals(1)
      call.cancel()
      #expect(await call.value == .cancelled)
      gate.open()
    }
  }

  @Test("A replayed body is decoded by its content coding")
  func replays() async throws {
    try await withFixtureFolder { folder in
      let live = AnsweringTransport(Self.text(Deflater.deflate(Array("abc".utf8), .gzip), coding: "gzip"))
      let client = APIClient(baseURL: "http://h.example")
      _ = try await client.transport(try RecordingTransport(to: folder, over: live, masking: .none))("a").response()
      #expect(try await client.environment(try .replaying(from: folder))("a").response().text == "abc")
    }
  }
}
