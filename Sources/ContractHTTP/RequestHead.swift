/// A received request line and its fields, kept as the bytes that arrived with the places of their parts.
///
/// Nothing is copied out or decoded until it is asked for. One object, because everything that handles a request passes
/// it on.
public final class RequestHead:
  // SAFETY: changed at its end only. So it goes without run-time checks of exclusive access as well.
  @unchecked Sendable
{
  /// A place in ``bytes``; heads are far shorter than 4 GiB.
  @usableFromInline package struct ByteRange: Sendable, Hashable {
    @usableFromInline package var start: UInt32
    @usableFromInline package var end: UInt32

    @inlinable
    package init(_ range: Range<Int>) {
      self.start = UInt32(range.lowerBound)
      self.end = UInt32(range.upperBound)
    }

    @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
    @inlinable package var count: Int { Int(end &- start) }

    /// The same that many bytes further behind; in front of it for a number that is negative in two's complement.
    @inline(__always)
    func moved(by offset: UInt32) -> ByteRange {
      var moved = self
      moved.start &+= offset
      moved.end &+= offset
      return moved
    }
  }

  /// The places of one field line's name and value (without the white space around it).
  @usableFromInline package struct FieldLine: Sendable, Hashable {
    @usableFromInline package var name: ByteRange
    @usableFromInline package var value: ByteRange

    @inlinable
    package init(name: ByteRange, value: ByteRange) {
      self.name = name
      self.value = value
    }

    @inline(__always)
    func moved(by offset: UInt32) -> FieldLine {
      FieldLine(name: name.moved(by: offset), value: value.moved(by: offset))
    }
  }

  /// The forms a target comes in (RFC 9112 §3.2).
  public enum TargetForm: Sendable {
    /// `/path?query`.
    case origin
    /// `http://authority/path?query`; ``RequestHead/path`` has the path alone.
    case absolute
    /// `host:port` of CONNECT.
    case authority
    /// `*` of OPTIONS.
    case asterisk
  }

  /// What the request line says, as places and numbers: nothing in it is counted when it is passed on.
  @usableFromInline package struct Line: Sendable {
    /// The method's ``HTTPMethod/code``, and its place for those that have none of their own.
    @usableFromInline package var methodCode: UInt8
    @usableFromInline package var method: ByteRange
    @usableFromInline package var targetForm: TargetForm
    @usableFromInline package var minorVersion: UInt8
    /// The path, still percent-encoded; `/` for an absolute-form target without one (RFC 9110 §4.2.3); `*` and `host:port`
    /// in their forms.
    @usableFromInline package var path: ByteRange
    /// What follows the `?`, or nil without one.
    @usableFromInline package var query: ByteRange?
    /// The authority of an absolute-form target.
    @usableFromInline package var authority: ByteRange?

    @inlinable
    package init(
      methodCode: UInt8, method: ByteRange, targetForm: TargetForm, minorVersion: UInt8, path: ByteRange,
      query: ByteRange?, authority: ByteRange?
    ) {
      self.methodCode = methodCode
      self.method = method
      self.targetForm = targetForm
      self.minorVersion = minorVersion
      self.path = path
      self.query = query
      self.authority = authority
    }
  }

  /// What a head needs memory for.
  package struct Memory {
    /// Room for the bytes, of which a head uses the first.
    var bytes: [UInt8] = []
    /// The places of the field lines, in order.
    package var lines = FieldLines()

    package init() {}
  }

  /// What the request line says.
  @usableFromInline package let line: Line
  /// How many of the bytes received are the head's; the rest is room.
  @usableFromInline let byteCount: Int
  @usableFromInline @exclusivity(unchecked) var received: [UInt8]
  @exclusivity(unchecked) private var lines: FieldLines

  /// A head that takes over `memory`, with the places of its field lines.
  ///
  /// - Parameter bytes: the head as received; every place lies within it.
  package init(_ bytes: Span<UInt8>, _ line: Line, _ memory: consuming Memory) {
    self.line = line
    byteCount = bytes.count
    lines = FieldLines()
    received = []
    // Moved, because a list that is held twice is copied when it is written to.
    swap(&lines, &memory.lines)
    swap(&received, &memory.bytes)
    if received.count < bytes.count {
      received = [UInt8](repeating: 0, count: (bytes.count + 0xFF) & ~0xFF)
    }
    // SAFETY: the room has as many bytes as are copied, which was just seen to; neither pointer is kept.
    bytes.withUnsafeBufferPointer { source in
      received.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        to.update(from: from, count: source.count)
      }
    }
  }

  deinit { RequestHeadPool.giveHere(&received, &lines) }

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
  /// The places of the field lines, in order.
  package var fieldLines: FieldLines { lines }

  /// Calls `body` with the bytes of the head, where they are.
  @inlinable
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let received = received
    return body(received.span.extracting(first: byteCount))
  }

  /// The path as it arrived, percent-encoded.
  public var path: String { text(line.path) }

  /// The query as it arrived, percent-encoded and without its `?`; nil without one.
  public var query: String? { line.query.map(text) }

  /// The authority the request names: the target's own in absolute form, else the `Host` field (RFC 9112 §3.3).
  public var authority: String? {
    if let authority = line.authority { return text(authority) }
    return targetForm == .authority ? path : text(of: .host)
  }

  /// The bytes of the path, percent-encoded.
  package var pathBytes: ArraySlice<UInt8> { received[line.path.range] }

  /// The bytes of the query, percent-encoded; empty without one.
  package var queryBytes: ArraySlice<UInt8> { line.query.map { received[$0.range] } ?? [] }

  /// The bytes of the first line with this name.
  package func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    lines.first(named: name, in: received).map { received[$0.value.range] }
  }

  /// True when there is a line of this field.
  package func contains(_ field: NotedField) -> Bool { lines.contains(field) }

  /// The bytes of the first line of this field.
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

  /// The bytes of the line of this field, or nil when there is none or more than one.
  package func onlyValue(of field: NotedField) -> ArraySlice<UInt8>? {
    let (lines, received, number) = (lines, received, lines.number(of: field))
    guard number > 0, number < FieldLines.farNumber else { return nil }
    for index in number..<lines.count where NotedField(lines[index].name.range, in: received.span) == field {
      return nil
    }
    return received[lines[number - 1].value.range]
  }

  /// True when the first line of this field has exactly this value.
  package func has(_ value: [UInt8], for field: NotedField) -> Bool {
    guard let place = line(of: field)?.value, place.count == value.count else { return false }
    let received = received
    return Self.isEqual(value.span, received.span.extracting(place.range))
  }

  /// True when both, which have as many bytes, are the same.
  @inline(__always)
  private static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    precondition(left.count == right.count, "only what is as long is compared")
    var index = 0
    while left.count &- index >= 8 {
      // SAFETY: any bit pattern is a UInt64, and both have eight bytes from there on.
      let word = left.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      if word != right.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) { return false }
      index &+= 8
    }
    while index < left.count {
      // SAFETY: the index is less than the count of both.
      if left[unchecked: index] != right[unchecked: index] { return false }
      index &+= 1
    }
    return true
  }

  /// The bytes of every line with this name, in order.
  package func allBytes(of name: HTTPFieldName) -> [ArraySlice<UInt8>] {
    fieldLines.compactMap { matches($0, name) ? received[$0.value.range] : nil }
  }

  /// The text of the first field line with this name, or nil without one. Bytes that are not UTF-8 read as U+FFFD.
  public func text(of name: HTTPFieldName) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text of all field lines with this name joined with `, ` (RFC 9110 §5.3), or nil without one.
  public func joinedText(of name: HTTPFieldName) -> String? {
    let all = allBytes(of: name)
    return all.isEmpty ? nil : all.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  /// All fields as values. Lines with bytes that no ``HTTPFieldValue`` holds are left out.
  public var fields: HTTPFields {
    HTTPFields(
      fieldLines.compactMap { line in
        guard let value = HTTPFieldValue(text(line.value)) else { return nil }
        return HTTPField(HTTPFieldName(unchecked: text(line.name)), value)
      })
  }

  /// The bytes of one segment of the path, counted from 0, percent-encoded; nil when the path has fewer.
  package func pathSegment(_ index: Int) -> ArraySlice<UInt8>? {
    startOfSegment(index).flatMap { start in
      let end = Int(line.path.end)
      return received[start..<(received[start..<end].firstIndex(of: 0x2F) ?? end)]
    }
  }

  /// The bytes of the path from one segment on, counted from 0, slashes included; empty when the path has fewer.
  package func pathRest(from index: Int) -> ArraySlice<UInt8> {
    let end = Int(line.path.end)
    return received[(startOfSegment(index) ?? end)..<end]
  }

  /// Where a segment begins: behind the slash before it.
  private func startOfSegment(_ index: Int) -> Int? {
    var left = index
    var place = Int(line.path.start) + 1
    let end = Int(line.path.end)
    while left > 0 {
      guard place < end else { return nil }
      if received[place] == 0x2F { left -= 1 }
      place += 1
    }
    return min(place, end)
  }

  private func text(_ range: ByteRange) -> String {
    String(decoding: received[range.range], as: UTF8.self)
  }

  private func matches(_ line: FieldLine, _ name: HTTPFieldName) -> Bool {
    guard line.name.count == name.canonicalName.utf8.count else { return false }
    var wanted = name.canonicalName
    let start = Int(line.name.start)
    // SAFETY: the pointer is only read, and only inside the call.
    return wanted.withUTF8 { wanted in
      for index in 0..<wanted.count where HTTPToken.lowercased(received[start &+ index]) != wanted[index] {
        return false
      }
      return true
    }
  }
}

extension RequestHead {
  /// The head that `request` would arrive with over HTTP/1.1.
  package convenience init(_ request: HTTPRequest) {
    var bytes = Array(request.method.rawValue.utf8)
    bytes.append(0x20)
    let pathStart = bytes.count
    bytes += request.target.utf8
    let targetEnd = bytes.count
    let question = bytes[pathStart...].firstIndex(of: 0x3F)
    var lines = FieldLines()
    func append(_ name: String, _ value: String) {
      let nameStart = bytes.count
      bytes += name.utf8
      let nameEnd = bytes.count
      bytes += value.utf8
      lines.append(
        FieldLine(name: ByteRange(nameStart..<nameEnd), value: ByteRange(nameEnd..<bytes.count)), in: bytes.span)
    }
    // A `Host` of the request's own is what a client would send.
    if let authority = request.authority, !request.fields.contains(.host) { append("Host", authority) }
    for field in request.fields {
      append(field.name.rawName, field.value.rawValue)
    }
    var memory = Memory()
    memory.lines = lines
    self.init(
      bytes.span,
      Line(
        methodCode: request.method.code, method: ByteRange(0..<(pathStart - 1)),
        targetForm: request.target == "*" ? .asterisk : .origin, minorVersion: 1,
        path: ByteRange(pathStart..<(question ?? targetEnd)),
        query: question.map { ByteRange(($0 + 1)..<targetEnd) }, authority: nil),
      memory)
  }
}
