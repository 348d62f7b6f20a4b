internal import ContractHTTP

/// The status lines (RFC 9112 §4), rendered once per process.
enum StatusLine {
  /// Memory that is never freed, so that its users need no reference counting.
  private struct Table:
    // SAFETY: the memory is filled in `init` and only read after that.
    @unchecked Sendable
  {
    let lines: [UnsafeBufferPointer<UInt8>]

    init() {
      lines = (200...599).map { code in
        let bytes = StatusLine.make(HTTPStatus(unchecked: code))
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = room.initialize(from: bytes)
        return UnsafeBufferPointer(room)
      }
    }
  }

  private static let table = Table()

  /// Calls `body` with the status line of a final status.
  @inline(__always)
  static func withBytes(_ status: HTTPStatus, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if (200...599).contains(status.code) {
      body(table.lines[status.code - 200])
    } else {
      make(status).withUnsafeBufferPointer { body($0) }
    }
  }

  private static func make(_ status: HTTPStatus) -> [UInt8] {
    Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
  }
}
