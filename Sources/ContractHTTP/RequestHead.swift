/// A received request line and its fields, kept as the bytes that arrived with the places of their parts.
///
/// Nothing is copied out or decoded until it is asked for. One object, because everything that handles a request passes
/// it on.
public final class RequestHead:
  // SAFETY: changed only by who has made it, before anybody else has a reference, and at its end. So it goes without run-time
  // checks of exclusive access as well.
  @unchecked Sendable
{
  /// A place in ``bytes``; heads are far shorter than 4 GiB.
  package struct ByteRange: Sendable, Hashable {
    package var start: UInt32
    package var end: UInt32

    package init(_ range: Range<Int>) {
      self.start = UInt32(range.lowerBound)
      self.end = UInt32(range.upperBound)
    }

    package init(start: UInt32, end: UInt32) {
      self.start = start
      self.end = end
    }

    package var range: Range<Int> { Int(start)..<Int(end) }
    package var count: Int { Int(end &- start) }
  }

  /// The places of one field line's name and value (without the white space around it).
  package struct FieldLine: Sendable, Hashable {
    package var name: ByteRange
    package var value: ByteRange

    package init(name: ByteRange, value: ByteRange) {
      self.name = name
      self.value = value
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

  /// The method.
  public var method: HTTPMethod { filled.method }
  /// The form of the target.
  public var targetForm: TargetForm { filled.targetForm }
  /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
  public var minorVersion: Int { filled.minorVersion }

  package var bytes: [UInt8] { received }
  package var pathRange: ByteRange { filled.pathRange }
  package var queryRange: ByteRange? { filled.queryRange }
  package var authorityRange: ByteRange? { filled.authorityRange }
  /// The places of the field lines, in order.
  package var fieldLines: FieldLines { lines }

  /// What the request line says.
  private struct Line {
    var method = HTTPMethod.get
    var targetForm = TargetForm.origin
    var minorVersion = 1
    var pathRange = ByteRange(start: 0, end: 0)
    var queryRange: ByteRange?
    var authorityRange: ByteRange?
  }

  @exclusivity(unchecked) private var received: [UInt8] = []
  @exclusivity(unchecked) private var filled = Line()
  @exclusivity(unchecked) private var lines = FieldLines()

  /// A head without anything, for who makes it to fill.
  package init() {}

  /// The same with memory of `pool`.
  package init(_ pool: RequestHeadPool) {
    let memory = pool.take()
    received = memory.bytes
    lines = memory.lines
  }

  deinit { RequestHeadPool.giveHere(&received, &lines) }

  /// Takes everything but the field lines, which were added before.
  ///
  /// - Parameters:
  ///   - bytes: the head as received; every range lies within it.
  ///   - pathRange: the path, still percent-encoded; `/` for an absolute-form target without one (RFC 9110 §4.2.3); `*`
  ///     and `host:port` in their forms.
  ///   - queryRange: what follows the `?`, or nil without one.
  ///   - authorityRange: the authority of an absolute-form target.
  @inline(__always)
  package func fill(
    _ bytes: Span<UInt8>, method: HTTPMethod, targetForm: TargetForm, pathRange: ByteRange, queryRange: ByteRange?,
    authorityRange: ByteRange?, minorVersion: Int
  ) {
    // SAFETY: the pointer is only read, and only inside the call.
    bytes.withUnsafeBufferPointer { received.append(contentsOf: $0) }
    filled = Line(
      method: method, targetForm: targetForm, minorVersion: minorVersion, pathRange: pathRange, queryRange: queryRange,
      authorityRange: authorityRange)
  }

  /// Adds a field line of the head that lies in `bytes`.
  @inline(__always)
  package func append(_ line: FieldLine, in bytes: Span<UInt8>) {
    lines.append(line, in: bytes)
  }

  /// How many field lines have been added.
  package var fieldCount: Int { lines.count }

  /// False when no line has a name of this length and first letter.
  @inline(__always)
  package func mayHaveField(_ count: Int, _ first: Unicode.Scalar) -> Bool {
    lines.mayHave(count, UInt8(truncatingIfNeeded: first.value))
  }

  /// The path as it arrived, percent-encoded.
  public var path: String { text(pathRange) }

  /// The query as it arrived, percent-encoded and without its `?`; nil without one.
  public var query: String? { queryRange.map(text) }

  /// The authority the request names: the target's own in absolute form, else the `Host` field (RFC 9112 §3.3).
  public var authority: String? {
    if let authorityRange { return text(authorityRange) }
    return targetForm == .authority ? path : text(of: .host)
  }

  /// The bytes of the path, percent-encoded.
  package var pathBytes: ArraySlice<UInt8> { bytes[pathRange.range] }

  /// The bytes of the query, percent-encoded; empty without one.
  package var queryBytes: ArraySlice<UInt8> { queryRange.map { bytes[$0.range] } ?? [] }

  /// The bytes of the first line with this name.
  package func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    lines.first(named: name, in: received).map { received[$0.value.range] }
  }

  /// True when the first line with this name has exactly this value.
  package func has(_ value: [UInt8], for name: HTTPFieldName) -> Bool {
    guard let place = lines.first(named: name, in: received)?.value, place.count == value.count else { return false }
    return Self.isEqual(value, at: Int(place.start), in: received)
  }

  private static func isEqual(_ wanted: [UInt8], at start: Int, in bytes: [UInt8]) -> Bool {
    let wanted = wanted.span
    let bytes = bytes.span
    precondition(start &+ wanted.count <= bytes.count, "a field line lies outside its head")
    // SAFETY: both indices were just checked against both ends.
    for index in wanted.indices where bytes[unchecked: start &+ index] != wanted[unchecked: index] { return false }
    return true
  }

  /// The bytes of every line with this name, in order.
  package func allBytes(of name: HTTPFieldName) -> [ArraySlice<UInt8>] {
    fieldLines.compactMap { matches($0, name) ? bytes[$0.value.range] : nil }
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
      let end = Int(pathRange.end)
      return bytes[start..<(bytes[start..<end].firstIndex(of: 0x2F) ?? end)]
    }
  }

  /// The bytes of the path from one segment on, counted from 0, slashes included; empty when the path has fewer.
  package func pathRest(from index: Int) -> ArraySlice<UInt8> {
    let end = Int(pathRange.end)
    return bytes[(startOfSegment(index) ?? end)..<end]
  }

  /// Where a segment begins: behind the slash before it.
  private func startOfSegment(_ index: Int) -> Int? {
    var left = index
    var place = Int(pathRange.start) + 1
    let end = Int(pathRange.end)
    while left > 0 {
      guard place < end else { return nil }
      if bytes[place] == 0x2F { left -= 1 }
      place += 1
    }
    return min(place, end)
  }

  private func text(_ range: ByteRange) -> String {
    String(decoding: bytes[range.range], as: UTF8.self)
  }

  private func matches(_ line: FieldLine, _ name: HTTPFieldName) -> Bool {
    guard line.name.count == name.canonicalName.utf8.count else { return false }
    var wanted = name.canonicalName
    let start = Int(line.name.start)
    // SAFETY: the pointer is only read, and only inside the call.
    return wanted.withUTF8 { wanted in
      for index in 0..<wanted.count where HTTPToken.lowercased(bytes[start &+ index]) != wanted[index] { return false }
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
    if let authority = request.authority, !request.fields.contains(.host) { append("Host", authority) }
    for field in request.fields { append(field.name.rawName, field.value.rawValue) }
    self.init()
    self.lines = lines
    fill(
      bytes.span, method: request.method, targetForm: request.target == "*" ? .asterisk : .origin,
      pathRange: ByteRange(pathStart..<(question ?? targetEnd)),
      queryRange: question.map { ByteRange(($0 + 1)..<targetEnd) }, authorityRange: nil, minorVersion: 1)
  }
}
