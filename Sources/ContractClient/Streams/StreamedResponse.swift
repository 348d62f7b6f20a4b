public import Contract

/// A response whose body is read while it arrives. Dropping it before the end of the body cancels the transfer.
public struct StreamedResponse: Sendable {
  /// The status.
  public let status: HTTPStatus
  /// The headers.
  public let fields: HTTPFields
  /// The timings up to the response head, with the time of the head as `total`; nil for a response that did not come
  /// from the network.
  public let timings: TransferTimings?
  /// The HTTP version of the response; nil for a response that did not come from the network.
  public let httpVersion: HTTPVersion?
  /// The body in chunks as they arrive. It has one reader, and its errors are ``/Contract/ClientError``.
  public let bytes: ByteStream
  /// The operation to name in errors.
  let operation: APIOperation?
  private let maxLineBytes: Int
  private let maxEventBytes: Int

  /// Creates a streamed response.
  ///
  /// - Parameters:
  ///   - maxLineBytes: The maximum length of a line in ``lines`` and ``jsonLines(of:options:)``, in bytes. Default: 1
  ///     MiB.
  ///   - maxEventBytes: The maximum size of the data of one event in ``events``, in bytes. Default: 1 MiB.
  public init(_ response: HTTPResponse, maxLineBytes: Int = 1 << 20, maxEventBytes: Int = 1 << 20) {
    self.init(response, of: nil, maxLineBytes: maxLineBytes, maxEventBytes: maxEventBytes)
  }

  /// Creates a response whose errors name the operation of the call.
  init(_ response: HTTPResponse, of call: OutgoingCall) {
    let configuration = call.configuration
    self.init(
      response, of: call.operation, maxLineBytes: configuration.maxLineBytes,
      maxEventBytes: configuration.maxEventBytes)
  }

  private init(_ response: HTTPResponse, of operation: APIOperation?, maxLineBytes: Int, maxEventBytes: Int) {
    self.maxLineBytes = maxLineBytes
    self.maxEventBytes = maxEventBytes
    hint = response.arrival?.hint
    status = response.status
    fields = response.fields
    timings = response.timings
    httpVersion = response.httpVersion
    bytes = ByteStream(response, of: operation)
    self.operation = operation
  }

  /// The hint that decoding errors add to their message; nil for none. See `ResponseArrival`.
  private let hint: String?

  /// The body as lines of text, separated by LF or CR LF.
  public var lines: ResponseLines<String> {
    ResponseLines(bytes, of: operation, endings: .lineFeed, maxLineBytes: maxLineBytes) { line, _ in
      String(decoding: line, as: UTF8.self)
    }
  }

  /// Returns the body as JSON values, one per nonblank line (JSON Lines).
  public func jsonLines<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, options: JSONOptions = JSONOptions()
  ) -> ResponseLines<Value> {
    let (operation, hint) = (operation, hint)
    return ResponseLines(bytes, of: operation, endings: .lineFeed, maxLineBytes: maxLineBytes) { line, number in
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      do throws(JSONContent.Unreadable) {
        return try JSONContent.value(Value.self, in: Array(line), options)
      } catch {
        throw ClientError(
          decoding: error.failures, error.cause ?? error, subject: "line \(number) of the response",
          for: operation, hint: hint)
      }
    }
  }

  /// The media type of the body, if the response states one.
  var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0.rawValue) } }

  /// The body as events (`text/event-stream`, WHATWG HTML §9.2).
  public var events: ResponseEvents { ResponseEvents(bytes, of: operation, maxBytes: maxEventBytes) }
}
