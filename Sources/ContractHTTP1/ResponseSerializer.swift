package import ContractHTTP

/// A serializer of responses (RFC 9112 §4 to §7) that appends to an output buffer.
package enum ResponseSerializer {
  /// The maximum size of the lines written by the serializer itself: framing, persistence and the empty line.
  private static let ownBytes = 96

  /// `HTTP/1.1 100 Continue` (RFC 9110 §15.2.1).
  package static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
  /// A leading zero of the next chunk size, which does not change its value (`1*HEXDIG`, RFC 9112 §7.1).
  package static let leadingZero = Array("0".utf8)
  /// The end of a chunked body without trailers.
  package static let lastChunk = Array("0\r\n\r\n".utf8)

  /// The persistence of the connection after a response.
  package enum Persistence: Sendable, Equatable {
    /// Open, the default in HTTP/1.1.
    case implied
    /// Open, stated explicitly for HTTP/1.0.
    case keepAlive
    case close
    /// As ``implied``, ``keepAlive`` and ``close``, with a response whose `Upgrade` header offers other protocols
    /// (RFC 9110 §7.8).
    case offersUpgrade, keepAliveOffersUpgrade, closeOffersUpgrade
    /// The connection uses this protocol after the end of the head.
    case upgrade(to: String)
  }

  /// Appends the head of a response. The `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` headers in the
  /// response are ignored; the serializer writes the actual values.
  ///
  /// - Parameter content: bytes that follow the head.
  package static func appendHead(
    _ response: HTTPResponse, date: DateLine, framing: ResponseFraming, persistence: Persistence,
    then content: [UInt8] = [], to output: inout [UInt8]
  ) {
    StatusLine.withBytes(response.status) { statusLine in
      if let rendered = response.fields.rendered {
        var room = statusLine.count + date.bytes.count + rendered.count + content.count + ownBytes
        if case .upgrade(let name) = persistence { room += name.utf8.count }
        append(room, to: &output) { writer in
          writer.write(statusLine)
          writer.write(date.bytes)
          writer.write(rendered)
          write(framing, persistence, to: &writer)
          writer.write(content)
        }
      } else {
        appendHead(response.fields.lines, statusLine, date, framing, persistence, then: content, to: &output)
      }
    }
  }

  private static func appendHead(
    _ fields: [HTTPField], _ statusLine: UnsafeBufferPointer<UInt8>, _ date: DateLine, _ framing: ResponseFraming,
    _ persistence: Persistence, then content: [UInt8], to output: inout [UInt8]
  ) {
    var room = statusLine.count + date.bytes.count + content.count + ownBytes
    for field in fields { room += field.name.rawName.utf8.count + field.value.rawValue.utf8.count + 4 }
    if case .upgrade(let name) = persistence { room += name.utf8.count }
    append(room, to: &output) { writer in
      writer.write(statusLine)
      writer.write(date.bytes)
      for index in fields.indices where !fields[index].name.isWrittenByServer {
        writer.write(fields[index].name.rawName)
        writer.write(": ")
        writer.write(fields[index].value.rawValue)
        writer.write("\r\n")
      }
      write(framing, persistence, to: &writer)
      writer.write(content)
    }
  }

  @inline(__always)
  private static func append(_ room: Int, to output: inout [UInt8], _ body: (inout LineWriter) -> Void) {
    output.append(addingCapacity: room) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        // SAFETY: the writer checks the capacity of the buffer, and `count` grows by the bytes written.
        var writer = LineWriter(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        body(&writer)
        count += writer.count
      }
    }
  }

  @inline(__always)
  private static func write(_ framing: ResponseFraming, _ persistence: Persistence, to writer: inout LineWriter) {
    switch framing {
    case .none, .untilClose: break
    case .length(let count), .lengthOnly(let count):
      writer.write("Content-Length: ")
      writer.write(decimal: count)
      writer.write("\r\n")
    case .chunked: writer.write("Transfer-Encoding: chunked\r\n")
    }
    switch persistence {
    case .implied: break
    case .keepAlive: writer.write("Connection: keep-alive\r\n")
    case .close: writer.write("Connection: close\r\n")
    case .offersUpgrade: writer.write("Connection: Upgrade\r\n")
    case .keepAliveOffersUpgrade: writer.write("Connection: keep-alive, Upgrade\r\n")
    case .closeOffersUpgrade: writer.write("Connection: close, Upgrade\r\n")
    case .upgrade(let name):
      writer.write("Connection: Upgrade\r\nUpgrade: ")
      writer.write(name)
      writer.write("\r\n")
    }
    writer.write("\r\n")
  }

  /// Appends the end of a chunked body.
  ///
  /// - Parameter contentDigest: the value of the trailer field `Content-Digest`; nil for no trailer section.
  package static func appendLastChunk(contentDigest: String?, to output: inout [UInt8]) {
    guard let contentDigest else { return output += lastChunk }
    output += "0\r\nContent-Digest: ".utf8
    output += contentDigest.utf8
    output += "\r\n\r\n".utf8
  }

  /// Appends one chunk (RFC 9112 §7.1). An empty one is skipped, because it would end the body.
  package static func appendChunk(_ chunk: [UInt8], to output: inout [UInt8]) {
    if chunk.isEmpty { return }
    appendHexadecimal(chunk.count, to: &output)
    output.append(0x0D)
    output.append(0x0A)
    output += chunk
    output.append(0x0D)
    output.append(0x0A)
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
