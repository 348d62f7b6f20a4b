public import ContractClient

/// A transport that sends requests over another transport and records each exchange in a file for
/// ``ReplayingTransport``.
///
/// ```swift
/// let client = APIClient(baseURL: url).environment(try .recording(to: "Tests/Fixtures/users"))
/// ```
///
/// A fixture is JSON that you can read and edit: method, URL, headers and body of the request; status, headers and body
/// of the response. Bodies are stored as `json`, `text` or `base64`. Before anything is written, secrets are masked by
/// the names of headers and members (see ``/ContractClient/Masking``). Credentials that the client adds are masked too.
/// The values of masked headers and of masked URL members are also removed wherever else they occur, in that exchange
/// and in later ones. Review each fixture before you publish it: masking cannot find every secret.
///
/// White space in JSON, connection headers and `Date` are not stored. Failed exchanges are not recorded. A streamed
/// response body is held in memory and recorded when it has been read to its end. A response body of more than 64 MiB
/// fails with the code `responseTooLarge`. A streamed request body is also held in memory; a body of more than 16 MiB
/// fails with the code `transport`.
public final class RecordingTransport: ClientTransport, WrappingTransport {
  private let recorder: FixtureRecorder
  private let live: any ClientTransport

  /// Creates a recording transport.
  ///
  /// - Parameters:
  ///   - folder: The folder of the fixtures, created with its parents if it is missing. Several recorders may share a
  ///     folder; each exchange gets the number after the highest one in the folder.
  ///   - live: The transport that sends the requests.
  ///   - masking: The rules for masking secrets.
  ///   - replacing: True to remove existing fixtures. Otherwise new fixtures are added after them.
  /// - Throws: ``FixtureError`` when the folder cannot be created or read, or a file to replace is not a fixture.
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

  /// Creates one of several transports that use the same recorder.
  init(_ recorder: FixtureRecorder, over live: any ClientTransport) {
    self.recorder = recorder
    self.live = live
  }

  /// The transport that sends the requests.
  package var wrapped: any ClientTransport { live }

  /// True when the transport that sends the requests adds cookies.
  public var keepsCookies: Bool { live.keepsCookies }

  /// The names of the files written so far.
  public var recorded: [String] { recorder.names }

  /// Sends a request and records the exchange.
  ///
  /// - Throws: Any error of the transport, and `ClientError` when the fixture is too large or cannot be written.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let (request, content) = try await request.held()
    let response = try await live.send(request, options: options)
    guard response.body.heldBytes.count <= recorder.limits.maxContentBytes else { throw tooLarge }
    try recorder.record(request, content, response, options)
    return response
  }

  /// Sends a request and records the exchange once the response body has been read.
  ///
  /// - Throws: Any error of the transport.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let (request, content) = try await request.held()
    var response = try await live.stream(request, options: options)
    guard case .stream(let stream) = response.body else {
      guard response.body.heldBytes.count <= recorder.limits.maxContentBytes else { throw tooLarge }
      try recorder.record(request, content, response, options)
      return response
    }
    let head = response
    let read = Lock(Read())
    response.body = .stream(
      stream.passing { [recorder, tooLarge] in
        let chunk = try await stream.next()
        guard let chunk else {
          // Reading again at the end records nothing.
          guard let bytes = read.withLock({ $0.end() }) else { return nil }
          var whole = head
          whole.body = .bytes(bytes)
          whole.fields.addDigest(of: stream)
          try recorder.record(request, content, whole, options)
          return nil
        }
        guard read.withLock({ $0.append(chunk, upTo: recorder.limits.maxContentBytes) }) else { throw tooLarge }
        return chunk
      })
    return response
  }

  /// The part of a stream read so far.
  private struct Read {
    private var bytes: [UInt8] = []
    private var isOver = false

    /// Appends a chunk. Returns false once the limit is exceeded.
    mutating func append(_ chunk: [UInt8], upTo maxBytes: Int) -> Bool {
      guard !isOver, chunk.count <= maxBytes - bytes.count else {
        isOver = true
        bytes = []
        return false
      }
      bytes += chunk
      return true
    }

    /// Returns the whole body at the first call, then nil.
    mutating func end() -> [UInt8]? {
      if isOver { return nil }
      isOver = true
      return bytes
    }
  }

  private var tooLarge: ClientError {
    ClientError(
      .responseTooLarge, stage: .exchange,
      "the response exceeds the limit of \(recorder.limits.maxContentBytes) bytes for a recording")
  }
}
