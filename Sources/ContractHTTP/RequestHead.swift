/// The request line and headers of a received request, stored as bytes and the ranges of their parts.
///
/// Nothing is copied or decoded before it is needed. The head is an object, because every handler of a request passes
/// it on.
public final class RequestHead:
  // SAFETY: the head changes only in `deinit`, so the run-time checks of exclusive access are disabled, too.
  @unchecked Sendable
{
  /// The parts of the request line.
  @usableFromInline package let line: Line
  /// The length of the head. The rest of `received` is spare capacity.
  @usableFromInline let byteCount: Int
  @usableFromInline @exclusivity(unchecked) var received: [UInt8]
  @exclusivity(unchecked) private var lines: FieldLines

  /// Creates a head that becomes the owner of `memory` and its field lines.
  ///
  /// - Parameter bytes: the received head. All ranges must lie within it.
  package init(_ bytes: Span<UInt8>, _ line: Line, _ memory: consuming Memory) {
    self.line = line
    byteCount = bytes.count
    lines = FieldLines()
    received = []
    // The arrays are swapped, not copied: an array with two owners is copied on write.
    swap(&lines, &memory.lines)
    swap(&received, &memory.bytes)
    if received.count < bytes.count {
      received = [UInt8](repeating: 0, count: (bytes.count + 0xFF) & ~0xFF)
    }
    // SAFETY: `received` has room for all copied bytes, as just ensured; neither pointer is kept.
    bytes.withUnsafeBufferPointer { source in
      received.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        to.update(from: from, count: source.count)
      }
    }
  }

  deinit { MessageMemory.keepHead(&received, &lines) }

  /// The method.
  @inlinable public var method: HTTPMethod {
    line.methodCode < HTTPMethod.otherCode ? HTTPMethod(code: line.methodCode) : otherMethod
  }

  @usableFromInline var otherMethod: HTTPMethod { HTTPMethod(unchecked: text(line.method)) }

  /// The form of the target.
  public var targetForm: TargetForm { line.targetForm }
  /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
  public var minorVersion: Int { Int(line.minorVersion) }

  /// A copy of the bytes of the head.
  package var bytes: [UInt8] { Array(received[..<byteCount]) }
  /// The ranges of the field lines, in order.
  package var fieldLines: FieldLines { lines }

  /// Calls `body` with the bytes of the head, without copying them.
  @inlinable
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let received = received
    return body(received.span.extracting(first: byteCount))
  }

  /// The path as received, percent-encoded.
  public var path: String { text(line.path) }

  /// The query as received, percent-encoded and without its `?`; nil if absent.
  public var query: String? { line.query.map(text) }

  /// The authority of the request: from an absolute-form target, otherwise from `Host` (RFC 9112 §3.3).
  public var authority: String? {
    if let authority = line.authority { return text(authority) }
    return targetForm == .authority ? path : text(of: .host)
  }

  /// The bytes of the path, percent-encoded.
  package var pathBytes: ArraySlice<UInt8> { received[line.path.range] }

  /// The bytes of the query, percent-encoded; empty if absent.
  package var queryBytes: ArraySlice<UInt8> { line.query.map { received[$0.range] } ?? [] }

  /// Returns the value of the first line with this name.
  package func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    lines.first(named: name, in: received).map { received[$0.value.range] }
  }

  /// Returns true when the header is present.
  package func contains(_ field: NotedField) -> Bool { lines.contains(field) }

  /// Returns the value of the header's first line.
  package func value(of field: NotedField) -> ArraySlice<UInt8>? {
    line(of: field).map { received[$0.value.range] }
  }

  @inline(__always)
  private func line(of field: NotedField) -> FieldLine? {
    let number = lines.number(of: field)
    if number == 0 { return nil }
    return number < FieldLines.farNumber ? lines[number &- 1] : farLine(of: field)
  }

  @inline(never)
  private func farLine(of field: NotedField) -> FieldLine? {
    let received = received
    return lines.first { NotedField($0.name.range, in: received.span) == field }
  }

  /// Returns the value of a header with exactly one line, otherwise nil.
  package func onlyValue(of field: NotedField) -> ArraySlice<UInt8>? {
    let (lines, received, number) = (lines, received, lines.number(of: field))
    guard number > 0, number < FieldLines.farNumber else { return nil }
    for index in number..<lines.count where NotedField(lines[index].name.range, in: received.span) == field {
      return nil
    }
    return received[lines[number - 1].value.range]
  }

  /// Returns true when the first line of the header has exactly this value.
  package func has(_ value: [UInt8], for field: NotedField) -> Bool {
    guard let range = line(of: field)?.value, range.count == value.count else { return false }
    let received = received
    return Self.isEqual(value.span, received.span.extracting(range.range))
  }

  /// Returns true when both spans, which must have equal lengths, have equal bytes.
  @inline(__always)
  private static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    precondition(left.count == right.count, "the spans differ in length")
    var index = 0
    while left.count &- index >= 8 {
      // SAFETY: any bit pattern is a valid UInt64, and both spans have 8 bytes from `index`.
      let word = left.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      if word != right.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) { return false }
      index &+= 8
    }
    while index < left.count {
      // SAFETY: `index` is less than the count of both.
      if left[unchecked: index] != right[unchecked: index] { return false }
      index &+= 1
    }
    return true
  }

  /// Returns the values of all lines with this name, in order.
  package func allBytes(of name: HTTPFieldName) -> [ArraySlice<UInt8>] {
    fieldLines.compactMap { matches($0, name) ? received[$0.value.range] : nil }
  }

  /// Returns the value of the first line with this name; nil if absent. Invalid UTF-8 is decoded as U+FFFD.
  public func text(of name: HTTPFieldName) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the values of all lines with this name, joined with `, ` (RFC 9110 §5.3); nil if absent.
  public func joinedText(of name: HTTPFieldName) -> String? {
    let all = allBytes(of: name)
    return all.isEmpty ? nil : all.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  /// All headers. Lines that are not a valid ``HTTPFieldValue`` are omitted.
  public var fields: HTTPFields {
    HTTPFields(
      fieldLines.compactMap { line in
        guard let value = HTTPFieldValue(text(line.value)) else { return nil }
        return HTTPField(HTTPFieldName(unchecked: text(line.name)), value)
      })
  }

  /// Returns the bytes of a path segment, percent-encoded; nil when the path has fewer segments. The first index is 0.
  package func pathSegment(_ index: Int) -> ArraySlice<UInt8>? {
    startOfSegment(index).flatMap { start in
      let end = Int(line.path.end)
      return received[start..<(received[start..<end].firstIndex(of: 0x2F) ?? end)]
    }
  }

  /// Returns the bytes of the path from a segment to the end, slashes included; empty when the path has fewer segments.
  package func pathRest(from index: Int) -> ArraySlice<UInt8> {
    let end = Int(line.path.end)
    return received[(startOfSegment(index) ?? end)..<end]
  }

  /// Returns the offset of the byte after a segment's slash; nil when the path has fewer segments.
  private func startOfSegment(_ index: Int) -> Int? {
    var left = index
    var offset = Int(line.path.start) + 1
    let end = Int(line.path.end)
    while left > 0 {
      guard offset < end else { return nil }
      if received[offset] == 0x2F { left -= 1 }
      offset += 1
    }
    return min(offset, end)
  }

  private func text(_ range: ByteRange) -> String {
    String(decoding: received[range.range], as: UTF8.self)
  }

  private func matches(_ line: FieldLine, _ name: HTTPFieldName) -> Bool {
    guard line.name.count == name.canonicalName.utf8.count else { return false }
    var wanted = name.canonicalName
    let start = Int(line.name.start)
    // SAFETY: the pointer is only read, and only during the call.
    return wanted.withUTF8 { wanted in
      for index in 0..<wanted.count where HTTPToken.lowercased(received[start &+ index]) != wanted[index] {
        return false
      }
      return true
    }
  }
}
