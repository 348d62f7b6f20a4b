public import Contract

/// A response whose content is pulled while it arrives. Letting go of it before its end ends the transfer.
public struct StreamedResponse: Sendable {
  /// The status.
  public let status: HTTPStatus
  /// The fields.
  public let fields: HTTPFields
  /// When the steps up to the head were over, the last of which is `total`; nil for a response that no network brought.
  public let timings: TransferTimings?
  /// The version of HTTP that the response came in; nil for a response that no network brought.
  public let httpVersion: HTTPVersion?
  /// The content, to be read once: pieces as they arrive.
  public let bytes: ResponseBytes
  private let maxLineBytes: Int
  private let maxEventBytes: Int

  /// A response with its content.
  ///
  /// - Parameters:
  ///   - maxLineBytes: the maximum length of a line of ``lines`` and ``jsonLines(of:options:)``; 1 MiB unless given.
  ///   - maxEventBytes: the maximum length of the data of one event in ``events``; 1 MiB unless given.
  public init(_ response: HTTPResponse, maxLineBytes: Int = 1 << 20, maxEventBytes: Int = 1 << 20) {
    self.init(response, of: nil, maxLineBytes: maxLineBytes, maxEventBytes: maxEventBytes)
  }

  /// A response to a call, whose operation errors name.
  init(_ response: HTTPResponse, of call: OutgoingCall) {
    let configuration = call.configuration
    self.init(
      response, of: call.operation, maxLineBytes: configuration.maxLineBytes,
      maxEventBytes: configuration.maxEventBytes)
  }

  private init(_ response: HTTPResponse, of operation: APIOperation?, maxLineBytes: Int, maxEventBytes: Int) {
    self.maxLineBytes = maxLineBytes
    self.maxEventBytes = maxEventBytes
    remark = response.arrival?.remark
    status = response.status
    fields = response.fields
    timings = response.timings
    httpVersion = response.httpVersion
    bytes = ResponseBytes(response.body, of: operation)
  }

  /// Why a body may not be readable; see `ResponseArrival`.
  private let remark: String?

  /// The content as lines of text, which end with LF or CR LF.
  public var lines: ResponseLines<String> {
    ResponseLines(bytes, endings: .lineFeed, maxLineBytes: maxLineBytes) { line, _ in
      String(decoding: line, as: UTF8.self)
    }
  }

  /// The content as values, one in each line that is not blank (JSON Lines).
  public func jsonLines<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, options: JSONOptions = JSONOptions()
  ) -> ResponseLines<Value> {
    let (operation, remark) = (bytes.operation, remark)
    return ResponseLines(bytes, endings: .lineFeed, maxLineBytes: maxLineBytes) { line, number in
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      do throws(JSONContent.Unreadable) {
        return try JSONContent.value(Value.self, in: Array(line), options)
      } catch {
        throw ClientError(
          decoding: error.failures, error.cause ?? error, subject: "line \(number) of the response",
          for: operation, remark: remark)
      }
    }
  }

  /// What the content is, if it says so.
  var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0.rawValue) } }

  /// The content as events (`text/event-stream`, WHATWG HTML §9.2).
  public var events: ServerEvents { ServerEvents(bytes, maxBytes: maxEventBytes) }
}

/// The pieces of a response's content as they arrive; read once.
public struct ResponseBytes: AsyncSequence, Sendable {
  private let body: HTTPBody
  /// What errors name.
  let operation: APIOperation?

  init(_ body: HTTPBody, of operation: APIOperation?) {
    self.body = body
    self.operation = operation
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body, operation: operation) }

  /// Pulls one piece after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var body: HTTPBody
    fileprivate let operation: APIOperation?

    /// The next piece; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` when the content breaks off.
    public mutating func next() async throws -> [UInt8]? {
      switch body {
      case .empty: return nil
      case .bytes(let bytes):
        body = .empty
        return bytes
      case .stream(let stream):
        do {
          return try await stream.next()
        } catch let error as ClientError where error.operationID == nil {
          throw operation.map(error.naming) ?? error
        }
      }
    }
  }

  /// The whole content in memory.
  ///
  /// - Parameter maxBytes: the most bytes to hold; there is no default because the content is a peer's to choose.
  /// - Throws: `HTTPBodyTooLarge` past the limit, and ``/Contract/ClientError`` when the content breaks off.
  public func collect(upTo maxBytes: Int) async throws -> [UInt8] {
    do {
      return try await body.collect(upTo: maxBytes)
    } catch let error as ClientError where error.operationID == nil {
      throw operation.map(error.naming) ?? error
    }
  }
}
