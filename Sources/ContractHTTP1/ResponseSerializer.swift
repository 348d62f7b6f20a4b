package import ContractHTTP

/// Answers to bytes (RFC 9112 §4 to §7), appended to an output that somebody else sends.
package enum ResponseSerializer {
  private static let contentLength = Array("Content-Length: ".utf8)
  private static let noContent = Array("Content-Length: 0\r\n".utf8)
  private static let chunked = Array("Transfer-Encoding: chunked\r\n".utf8)
  private static let close = Array("Connection: close\r\n".utf8)
  private static let keepAlive = Array("Connection: keep-alive\r\n".utf8)

  /// `HTTP/1.1 100 Continue` (RFC 9110 §15.2.1).
  package static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
  /// The end of chunked content, without trailers.
  package static let lastChunk = Array("0\r\n\r\n".utf8)

  /// What the answer says about the connection.
  package enum Persistence: Sendable, Equatable {
    /// It stays open, as HTTP/1.1 takes for granted.
    case implied
    /// It stays open, which HTTP/1.0 wants to be told.
    case keepAlive
    case close
  }

  /// Appends the head of an answer. The response's own `Content-Length`, `Transfer-Encoding`, `Connection` and `Date`
  /// are left out: they are written here, from what is true.
  package static func appendHead(
    _ response: HTTPResponse, date: DateLine, framing: ResponseFraming, persistence: Persistence,
    to output: inout [UInt8]
  ) {
    StatusLine.append(response.status, to: &output)
    output += date.bytes
    for field in response.fields.lines where !isOwn(field.name) {
      output += field.name.rawName.utf8
      output.append(0x3A)
      output.append(0x20)
      output += field.value.rawValue.utf8
      output.append(0x0D)
      output.append(0x0A)
    }
    switch framing {
    case .none, .untilClose: break
    case .length(0): output += noContent
    case .length(let count), .lengthOnly(let count):
      output += contentLength
      appendDecimal(count, to: &output)
      output.append(0x0D)
      output.append(0x0A)
    case .chunked: output += chunked
    }
    switch persistence {
    case .implied: break
    case .keepAlive: output += keepAlive
    case .close: output += close
    }
    output.append(0x0D)
    output.append(0x0A)
  }

  /// Appends one chunk (RFC 9112 §7.1). An empty piece is none: it would end the content.
  package static func appendChunk(_ piece: [UInt8], to output: inout [UInt8]) {
    if piece.isEmpty { return }
    appendHexadecimal(piece.count, to: &output)
    output.append(0x0D)
    output.append(0x0A)
    output += piece
    output.append(0x0D)
    output.append(0x0A)
  }

  @inline(__always)
  private static func isOwn(_ name: HTTPFieldName) -> Bool {
    switch name.canonicalName.utf8.count {
    case 4: name.canonicalName == "date"
    case 10: name.canonicalName == "connection"
    case 14: name.canonicalName == "content-length"
    case 17: name.canonicalName == "transfer-encoding"
    default: false
    }
  }

  private static func appendDecimal(_ value: Int, to output: inout [UInt8]) {
    var divisor = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      output.append(0x30 + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  private static func appendHexadecimal(_ value: Int, to output: inout [UInt8]) {
    var shift = max(0, (Int.bitWidth - value.leadingZeroBitCount - 1) / 4 * 4)
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
      output.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      shift -= 4
    }
  }
}
