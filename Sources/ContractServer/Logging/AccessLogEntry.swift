internal import Contract

/// The data of one access log line. It contains no headers, query or body, which may contain secrets.
struct AccessLogEntry: Sendable {
  /// The time of the request in milliseconds since 1970.
  var time: Int64
  var client: String?
  var method: String?
  var path: String?
  var minorVersion: Int?
  var route: String?
  var operation: String?
  var status: Int
  /// The size of the response body.
  var bytes: Int
  /// False if the client disconnected before the whole body was sent.
  var isComplete = true
  var nanoseconds: Int64
  var id: String
  var traceID: String?

  /// The entry in the Common Log Format, in UTC.
  var commonLine: [UInt8] {
    var line = Self.escaped(client ?? "-")
    line += " - - [\(Self.commonTime(time))] \"".utf8
    if let method, let path {
      line += Self.escaped(method) + [0x20] + Self.escaped(path) + " HTTP/1.\(minorVersion ?? 1)".utf8
    } else {
      line.append(UInt8(ascii: "-"))
    }
    line += "\" \(status) \(bytes == 0 ? "-" : String(bytes))\n".utf8
    return line
  }

  /// The entry as a line with one JSON object.
  var jsonLine: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("time", RFC3339.text(millisecondsSince1970: time))
    writer.member("id", id)
    if let client { writer.member("client", client) }
    if let method { writer.member("method", method) }
    if let path { writer.member("path", path) }
    if let route { writer.member("route", route) }
    if let operation { writer.member("operation", operation) }
    writer.key("status")
    writer.write(status)
    writer.key("bytes")
    writer.write(bytes)
    if !isComplete {
      writer.key("complete")
      writer.write(false)
    }
    writer.key("duration_us")
    writer.write(Int(nanoseconds / 1000))
    if let traceID { writer.member("trace", traceID) }
    writer.endObject()
    return writer.bytes + [0x0A]
  }

  /// Returns control bytes, quotes, backslashes and non-ASCII bytes as `\xHH`, so that the entry stays on one line.
  static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), byte != 0x22, byte != 0x5C {
        bytes.append(byte)
      } else {
        bytes += "\\x\(HexDigit.lowercase([byte]))".utf8
      }
    }
    return bytes
  }

  /// Returns a time such as `06/Nov/1994:08:49:37 +0000`.
  private static func commonTime(_ milliseconds: Int64) -> String {
    // The parts come from a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    let parts = IMFFixdate.text(secondsSince1970: Int(seconds)).split(separator: " ")
    return "\(parts[1])/\(parts[2])/\(parts[3]):\(parts[4]) +0000"
  }
}
