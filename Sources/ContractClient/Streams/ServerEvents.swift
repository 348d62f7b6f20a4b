internal import Contract

/// One event of an event stream (WHATWG HTML §9.2).
public struct ServerEvent: Hashable, Sendable {
  /// The event type. Default: `message`.
  public var name: String
  /// The data lines, joined by LF.
  public var data: String
  /// The last ID sent by the server, for `Last-Event-ID`; nil before the first.
  public var id: String?

  /// Creates an event.
  public init(name: String = "message", data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}

extension ServerEvent {
  /// Decodes the data as JSON: `for try await event in events { let tick = try event.value(of: Tick.self) }`.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `decoding`.
  public func value<Value: Decodable>(
    of type: Value.Type = Value.self, options: JSONOptions = JSONOptions()
  ) throws(ClientError) -> Value {
    do throws(JSONContent.Unreadable) {
      return try JSONContent.value(Value.self, in: Array(data.utf8), options)
    } catch {
      throw ClientError(decoding: error.failures, error.cause ?? error, subject: "the data of an event", for: nil)
    }
  }
}

/// A parser of the lines of an event stream.
struct ServerEventParser {
  /// The reconnection delay set by the server; nil if it set none.
  private(set) var retry: Duration?
  /// The last ID that an empty line confirmed, with or without data.
  private(set) var confirmedID: String?
  private var lastID: String?
  private var name = ""
  private var data: String?
  private var isFirst = true
  /// The operation that errors name.
  private let operation: APIOperation?

  /// The maximum size of the data of one event in bytes.
  private let maxDataBytes: Int

  init(maxDataBytes: Int, of operation: APIOperation? = nil) {
    self.maxDataBytes = max(0, maxDataBytes)
    self.operation = operation
  }

  /// Parses a line and returns the event that it completes, if any.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `responseTooLarge` if an event exceeds the limit.
  mutating func take(_ bytes: [UInt8]) throws(ClientError) -> ServerEvent? {
    var bytes = bytes[...]
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirst = false
    if bytes.isEmpty { return dispatch() }
    guard bytes.first != 0x3A else { return nil }
    let colon = bytes.firstIndex(of: 0x3A) ?? bytes.endIndex
    var value = bytes[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    try set(String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    return nil
  }

  private mutating func set(_ field: String, _ value: String) throws(ClientError) {
    switch field {
    case "event": name = value
    case "data": try append(value)
    case "id" where !value.utf8.contains(0): lastID = value
    case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
      if let milliseconds = Int(value) { retry = .milliseconds(milliseconds) }
    default: break
    }
  }

  private mutating func append(_ line: String) throws(ClientError) {
    if data == nil { data = "" } else { data?.append("\n") }
    data?.append(line)
    guard data?.utf8.count ?? 0 <= maxDataBytes else {
      throw ClientError(
        .responseTooLarge, stage: .decode,
        "an event of the response has more than \(maxDataBytes) bytes of data; allow more with .maxEventBytes(_:)",
        operation: operation)
    }
  }

  private mutating func dispatch() -> ServerEvent? {
    confirmedID = lastID
    defer {
      name = ""
      data = nil
    }
    return data.map { ServerEvent(name: name.isEmpty ? "message" : name, data: $0, id: lastID) }
  }
}

/// The events of a response. Iterate it once. An event that is incomplete when the stream ends is dropped.
public struct ServerEvents: AsyncSequence, Sendable {
  private let bytes: ResponseBytes
  private let maxBytes: Int

  init(_ bytes: ResponseBytes, maxBytes: Int) {
    self.bytes = bytes
    self.maxBytes = maxBytes
  }

  /// Returns the maximum line length for the maximum data size, including the prefix `data: `.
  private static func maxLineBytes(_ maxDataBytes: Int) -> Int {
    let (sum, overflow) = Swift.max(0, maxDataBytes).addingReportingOverflow(6)
    return overflow ? .max : sum
  }

  /// Returns an iterator over the response.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      lines: ResponseLines(bytes, endings: .any, maxLineBytes: Self.maxLineBytes(maxBytes)) { line, _ in line }
        .makeAsyncIterator(),
      parser: ServerEventParser(maxDataBytes: maxBytes, of: bytes.operation))
  }

  /// An iterator over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var lines: ResponseLines<[UInt8]>.AsyncIterator
    private var parser: ServerEventParser

    fileprivate init(lines: ResponseLines<[UInt8]>.AsyncIterator, parser: ServerEventParser) {
      self.lines = lines
      self.parser = parser
    }

    /// The reconnection delay set by the server; nil if it set none.
    public var retry: Duration? { parser.retry }

    /// The last ID sent by the server, with or without data; nil before the first.
    public var lastID: String? { parser.confirmedID }

    /// Returns the next event; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` if the body ends prematurely, or if a line or the data of an event exceeds
    ///   the limit.
    public mutating func next() async throws -> ServerEvent? {
      while let line = try await lines.next() {
        if let event = try parser.take(line) { return event }
      }
      return nil
    }
  }
}
