internal import ContractHTTP

/// Status lines (RFC 9112 §4), made once per program.
enum StatusLine {
  private static let table: [[UInt8]] = (200...599).map { make(HTTPStatus(unchecked: $0)) }

  /// Appends the status line of a final status.
  @inline(__always)
  static func append(_ status: HTTPStatus, to output: inout [UInt8]) {
    if (200...599).contains(status.code) {
      output += table[status.code - 200]
    } else {
      output += make(status)
    }
  }

  private static func make(_ status: HTTPStatus) -> [UInt8] {
    Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
  }
}
