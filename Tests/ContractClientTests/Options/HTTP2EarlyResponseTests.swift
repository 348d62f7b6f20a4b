import Contract
import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractClient
@testable import ContractCurl

/// Responses to requests that are still being sent, and the end of their streams (RFC 9113 §8.1).
@Suite("Early HTTP/2 responses", .timeLimit(.minutes(5)), .enabled(if: CurlTransport.library.supportsHTTP2))
struct HTTP2EarlyResponseTests {
  /// How a body shows its end.
  enum Framing: String, CaseIterable {
    /// By its length.
    case length
    /// By the end of its content coding.
    case coding
    /// Only by the end of the stream.
    case none
  }

  /// The code of a RST_STREAM frame.
  enum Reset: UInt8, CaseIterable {
    case noError = 0
    case internalError = 2
    case refusedStream = 7
    case cancel = 8
  }

  private static let content = "hello, hello"

  private static func head(_ status: Int, _ framing: Framing, endsStream: Bool = false) -> HTTP2Frame {
    var fields: [UInt8] = HTTP2Frame.field(":status", "\(status)")
    switch framing {
    case .length: fields += HTTP2Frame.field("content-length", "\(content.utf8.count)")
    case .coding: fields += HTTP2Frame.field("content-encoding", "gzip")
    case .none: if !endsStream { fields += HTTP2Frame.field("content-type", "text/plain") }
    }
    let flags = HTTP2Frame.endHeaders | (endsStream ? HTTP2Frame.endStream : 0)
    return HTTP2Frame(.headers, flags: flags, stream: 1, fields)
  }

  private static func data(_ framing: Framing, droppingLast count: Int = 0, endsStream: Bool = true) -> HTTP2Frame {
    let bytes = Array(content.utf8)
    let body = framing == .coding ? StoredGzip.bytes(of: bytes) : bytes
    return HTTP2Frame(.data, flags: endsStream ? HTTP2Frame.endStream : 0, stream: 1, Array(body.dropLast(count)))
  }

  private static func reset(_ code: Reset) -> HTTP2Frame {
    HTTP2Frame(.reset, stream: 1, [0, 0, 0, code.rawValue])
  }

  /// Uploads more than the server allows to be sent, and returns the body of the response or the error. The client reads
  /// each group of frames at once.
  private static func upload(pulls: Bool = false, _ groups: [[HTTP2Frame]]) async throws -> (String?, ClientError.Code?)
  {
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection), session.nextHead() != nil else { return }
      for group in groups { session.send(group) }
      connection.waitForClose()
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.httpVersion = .http2PriorKnowledge
    let request = server.request(.post, body: .bytes([UInt8](repeating: 1, count: 200_000)))
    do {
      if !pulls {
        let options = TransportOptions(timeout: .seconds(20))
        return (try await CurlTransport(configuration).send(request, options: options).text, nil)
      }
      let response = try await PulledResponse(request, configuration)
      var bytes: [UInt8] = []
      while let piece = try await response.nextWhenFull(upTo: 0, left: 0) { bytes += piece }
      return (String(decoding: bytes, as: UTF8.self), nil)
    } catch let error as ClientError {
      return (nil, error.code)
    } catch let failure as TransferFailure {
      return (nil, failure.code == .connectionLost ? .lostConnection : .transport)
    }
  }

  @Test(
    "A complete response to an incomplete upload is the response of the call, whatever the stream's reset says",
    arguments: Reset.allCases, [200, 403])
  func complete(reset: Reset, status: Int) async throws {
    for framing in [Framing.length, .coding] {
      for pulls in [false, true] {
        let (text, code) = try await Self.upload(
          pulls: pulls, [[Self.head(status, framing)], [Self.data(framing)], [Self.reset(reset)]])
        #expect(text == Self.content && code == nil, "\(framing), pulled: \(pulls)")
      }
    }
  }

  @Test(
    "A response that is complete by its length ends the call, even if the server reads no more", arguments: [200, 403])
  func unread(status: Int) async throws {
    for pulls in [false, true] {
      let (text, code) = try await Self.upload(pulls: pulls, [[Self.head(status, .length), Self.data(.length)]])
      #expect(text == Self.content && code == nil)
    }
  }

  @Test("A response whose status allows no content is complete after its head", arguments: Reset.allCases)
  func withoutContent(reset: Reset) async throws {
    let (text, code) = try await Self.upload([[Self.head(204, .none, endsStream: true)], [Self.reset(reset)]])
    #expect(text == "" && code == nil)
  }

  @Test("An empty error response that announces no body is the response of the call")
  func empty() async throws {
    let (text, code) = try await Self.upload([[Self.head(401, .none, endsStream: true)], [Self.reset(.noError)]])
    #expect(text == "" && code == nil)
  }

  @Test("A response whose stream is reset before its known end is a lost connection", arguments: Reset.allCases)
  func truncated(reset: Reset) async throws {
    for pulls in [false, true] {
      for framing in [Framing.length, .coding] {
        let (text, _) = try await Self.upload(
          pulls: pulls,
          [[Self.head(200, framing)], [Self.data(framing, droppingLast: 4, endsStream: false)], [Self.reset(reset)]])
        #expect(text == nil, "\(framing), pulled: \(pulls)")
      }
      guard reset != .noError else { continue }
      let (text, code) = try await Self.upload(
        pulls: pulls, [[Self.head(200, .none)], [Self.data(.none, endsStream: false)], [Self.reset(reset)]])
      #expect(text == nil && code == .lostConnection)
    }
  }

  @Test(
    "A response never looks complete if libcurl has dropped its last frame",
    arguments: Framing.allCases, Reset.allCases)
  func dropped(framing: Framing, reset: Reset) async throws {
    for status in [200, 403] {
      for pulls in [false, true] {
        let together = try await Self.upload(
          pulls: pulls, [[Self.head(status, framing)], [Self.data(framing), Self.reset(reset)]])
        #expect(together.0 == Self.content || together.1 == .lostConnection, "\(together)")
        let parts = [Self.data(framing, droppingLast: 4, endsStream: false), Self.reset(reset)]
        let (text, _) = try await Self.upload(pulls: pulls, [[Self.head(status, framing)], parts])
        #expect(text == nil)
      }
    }
  }
}
