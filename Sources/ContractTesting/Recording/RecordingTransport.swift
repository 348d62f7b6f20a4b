public import ContractClient

/// Sends requests with another transport and writes each exchange to a file, for ``ReplayingTransport``.
///
/// ```swift
/// let client = APIClient(baseURL: url).environment(try .recording(to: "Tests/Fixtures/users"))
/// ```
///
/// A fixture is JSON for people to read and to change: method, URL, fields and content of the request; status, fields and
/// content of the response, as `json`, `text` or `base64`. Secrets are masked before anything is written, by the names of
/// fields and members (see ``/ContractClient/Masking``), and so is what the client itself adds to say who it is. The values
/// of masked fields and of masked members in URLs are removed wherever else they stand, in that exchange and in later ones.
/// Look at a fixture before it is published all the same: nobody can know every secret.
///
/// White space of JSON is not kept, nor are fields of the connection and `Date`. Failed exchanges are not recorded.
/// Streamed content is recorded when it has been read to its end, and held in memory until then: content of more than 64 MiB
/// fails with the code `responseTooLarge`, as does the stream that brings it. Request content that is a stream is held as
/// well, up to 16 MiB.
public final class RecordingTransport: ClientTransport, WrappingTransport {
  private let recorder: FixtureRecorder
  private let live: any ClientTransport
  private static let maxContentBytes = 16 << 20

  /// A recorder.
  ///
  /// - Parameters:
  ///   - folder: is made when it is not there, and so are those that it is in. Several recorders may have the same one: each
  ///     gives its files numbers that are free.
  ///   - live: sends the requests.
  ///   - masking: what fixtures never hold.
  ///   - replacing: true removes the fixtures that are in the folder; otherwise new ones come behind them.
  /// - Throws: ``FixtureError`` when the folder cannot be made or read.
  public convenience init(
    to folder: String, over live: any ClientTransport = CurlTransport.shared, masking: Masking = .standard,
    replacing: Bool = false
  ) throws(FixtureError) {
    self.init(try FixtureRecorder(folder, masking, replacing: replacing), over: live)
  }

  package convenience init(
    to folder: String, over live: any ClientTransport, limits: RecordingLimits
  ) throws(FixtureError) {
    self.init(try FixtureRecorder(folder, .standard, replacing: false, limits: limits), over: live)
  }

  /// One of several transports that record into one folder.
  init(_ recorder: FixtureRecorder, over live: any ClientTransport) {
    self.recorder = recorder
    self.live = live
  }

  /// The transport that sends the requests.
  package var wrapped: any ClientTransport { live }

  /// True when the transport that sends the requests adds cookies.
  public var keepsCookies: Bool { live.keepsCookies }

  /// The names of the files that were written so far.
  public var recorded: [String] { recorder.names }

  /// Sends a request and records the exchange.
  ///
  /// - Throws: what the transport throws, and `ClientError` when the fixture is too long or cannot be written.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let (request, content) = try await Self.held(request)
    let response = try await live.send(request, options: options)
    guard response.body.heldBytes.count <= recorder.limits.maxContentBytes else { throw tooLarge }
    try recorder.record(request, content, response, options)
    return response
  }

  /// Sends a request, and records the exchange when the content of its response has been read.
  ///
  /// - Throws: what the transport throws.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let (request, content) = try await Self.held(request)
    var response = try await live.stream(request, options: options)
    guard case .stream(let stream) = response.body else {
      guard response.body.heldBytes.count <= recorder.limits.maxContentBytes else { throw tooLarge }
      try recorder.record(request, content, response, options)
      return response
    }
    let head = response
    let read = Lock(Read())
    response.body = .stream(
      HTTPBodyStream(length: stream.length) { [recorder, tooLarge] in
        let piece = try await stream.next()
        guard let piece else {
          // Who asks again gets no second fixture.
          guard let bytes = read.withLock({ $0.end() }) else { return nil }
          var whole = head
          whole.body = .bytes(bytes)
          try recorder.record(request, content, whole, options)
          return nil
        }
        guard read.withLock({ $0.append(piece, upTo: recorder.limits.maxContentBytes) }) else { throw tooLarge }
        return piece
      })
    return response
  }

  /// What has been read of a stream.
  private struct Read {
    private var bytes: [UInt8] = []
    private var isOver = false

    /// False when it is too much, from then on.
    mutating func append(_ piece: [UInt8], upTo maxBytes: Int) -> Bool {
      guard !isOver, piece.count <= maxBytes - bytes.count else {
        isOver = true
        bytes = []
        return false
      }
      bytes += piece
      return true
    }

    /// All of it, once.
    mutating func end() -> [UInt8]? {
      if isOver { return nil }
      isOver = true
      return bytes
    }
  }

  private var tooLarge: ClientError {
    ClientError(
      .responseTooLarge, stage: .exchange,
      "the response is longer than the \(recorder.limits.maxContentBytes) bytes that a recording holds")
  }

  /// The request with its content in memory.
  private static func held(_ request: HTTPRequest) async throws -> (HTTPRequest, [UInt8]) {
    let content = try await request.body.collect(upTo: maxContentBytes)
    var request = request
    if case .stream = request.body { request.body = content.isEmpty ? .empty : .bytes(content) }
    return (request, content)
  }
}
