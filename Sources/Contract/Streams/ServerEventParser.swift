/// A parser of the lines of an event stream.
package struct ServerEventParser {
  /// The reconnection delay set by the server; nil if it set none.
  package private(set) var retry: Duration?
  /// The last ID that an empty line confirmed, with or without data.
  package private(set) var confirmedID: String?
  private var lastID: String?
  private var name = ""
  private var data: String?
  private var isFirst = true
  /// The operation that errors name.
  private let operation: APIOperation?

  /// The maximum size of the data of one event in bytes.
  private let maxDataBytes: Int

  /// Returns the maximum length of a line for the maximum size of data, including the prefix `data: `.
  package static func maxLineBytes(_ maxDataBytes: Int) -> Int {
    let (sum, overflow) = Swift.max(0, maxDataBytes).addingReportingOverflow(6)
    return overflow ? .max : sum
  }

  /// - Parameter id: the last ID of an earlier connection, for events without an ID; nil for none.
  package init(maxDataBytes: Int, after id: String? = nil, of operation: APIOperation? = nil) {
    lastID = id
    confirmedID = id
    self.maxDataBytes = max(0, maxDataBytes)
    self.operation = operation
  }

  /// Parses a line and returns the event that it completes, if any.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `responseTooLarge` if an event exceeds the limit.
  package mutating func take(_ bytes: [UInt8]) throws(ClientError) -> ServerEvent? {
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
    case "retry" where !value.isEmpty && value.hasOnlyDigits:
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
