internal import ContractHTTP

/// Status lines (RFC 9112 §4), made once per program.
enum StatusLine {
  private static let table: [[UInt8]] = (200...599).map { make(HTTPStatus(unchecked: $0)) }

  /// The status line of a final status.
  @inline(__always)
  static func bytes(_ status: HTTPStatus) -> [UInt8] {
    (200...599).contains(status.code) ? table[status.code - 200] : make(status)
  }

  private static func make(_ status: HTTPStatus) -> [UInt8] {
    Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
  }
}
