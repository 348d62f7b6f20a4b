/// A JSON text being written by encoders and containers.
///
/// Values are written directly to the buffer. Each active `encode(to:)` has a frame, and only the innermost one may
/// write: a container used out of turn, or after its value is complete, causes an error instead of malformed JSON.
/// Nested containers and super encoders may be written in any order, so each has its own state, which is inserted at
/// its offset once the frame ends.
final class JSONEncodeState {
  struct Frame {
    enum Kind {
      /// Nothing was written or requested.
      case pending
      case object, array
      /// A single value was written.
      case single
    }

    let serial: Int32
    /// The offset of the value in the buffer.
    let start: Int
    var kind = Kind.pending
    /// The number of members or elements so far.
    var count: Int32 = 0
  }

  /// A nested text and its offset.
  struct Hole {
    let offset: Int
    let nested: JSONEncodeState
  }

  /// The text with its open frames and reserved offsets.
  private struct Output {
    var buffer: JSONBuffer
    var frame = Frame(serial: 0, start: 0)
    var depth: Int32 = 0
    var outer: [Frame] = []
    var holes: [Hole] = []
    var lastSerial: Int32 = 0
    var isMisused = false
  }

  // SAFETY: the output is never used concurrently, and `deinit` frees its buffer. A state belongs to one call of `encode`, and
  // no method accesses the output while it calls other code. Run-time checks would take a third of the encoder's time.
  @exclusivity(unchecked) private var output: Output
  var buffer: JSONBuffer {
    @inline(__always) _read { yield output.buffer }
    @inline(__always) _modify { yield &output.buffer }
  }
  /// The innermost frame, if any is open.
  var frame: Frame { output.frame }
  /// The number of open frames.
  var depth: Int32 { output.depth }
  /// The first misuse, thrown at the next opportunity.
  private var misuse: EncodingError?

  let options: JSONOptions
  /// The mapping of coding keys; nil when keys are not mapped.
  let names: KeyNames?
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// True if sets and dictionaries are sorted, so that equal values have equal texts.
  let hasStableOrder: Bool
  /// The location of this state's value in a text written by another writer.
  private let location: JSONLocation?
  /// The enclosing state, into whose text this state's text is inserted at `offset`. Paths are computed on demand,
  /// because computing them in advance would scan the whole text for every nested container.
  private weak var parent: JSONEncodeState?
  private let offset: Int

  init(
    options: JSONOptions, names: KeyNames?, userInfo: [CodingUserInfoKey: any Sendable], hasStableOrder: Bool = false,
    location: JSONLocation? = nil, parent: JSONEncodeState? = nil
  ) {
    output = Output(buffer: parent == nil ? JSONBuffer() : JSONBuffer(capacity: JSONBuffer.nestedCapacity))
    self.options = options
    self.names = names
    self.userInfo = userInfo
    self.hasStableOrder = hasStableOrder
    self.location = location
    self.parent = parent
    offset = parent?.buffer.count ?? 0
  }

  /// The path from the outermost value to this state's value.
  var prefix: [JSONPath] {
    if let location { return location.path }
    guard let parent else { return [] }
    return parent.prefix + parent.withText(upTo: min(offset, parent.buffer.count)) { JSONPath.ofUnfinished($0) }
  }

  deinit {
    buffer.deallocate()
  }

  // MARK: - Frames

  /// Opens a frame for a value at the current offset and returns its encoder.
  func push() -> JSONValueEncoder {
    if depth > 0 { output.outer.append(frame) }
    output.depth += 1
    output.lastSerial &+= 1
    output.frame = Frame(serial: output.lastSerial, start: buffer.count)
    return JSONValueEncoder(state: self, serial: output.lastSerial)
  }

  /// Ends the innermost frame. Returns false when its value wrote nothing.
  func pop() throws -> Bool {
    if let misuse { throw misuse }
    switch frame.kind {
    case .pending: break
    case .object: buffer.append(UInt8(ascii: "}"))
    case .array: buffer.append(UInt8(ascii: "]"))
    case .single: break
    }
    if let hole = output.holes.last, hole.offset > frame.start { try fillHoles(from: frame.start) }
    let isWritten = frame.kind != .pending
    abandon(to: depth - 1)
    return isWritten
  }

  /// Discards the frames of a value that threw.
  func abandon(to depth: Int32) {
    while self.depth > depth {
      output.depth -= 1
      if let last = output.outer.popLast() { output.frame = last }
    }
  }

  /// Returns true for the innermost frame, whose containers may write; otherwise records a misuse.
  func mayWrite(_ serial: Int32) -> Bool {
    if frame.serial == serial, depth > 0 { return true }
    recordMisuse("A container was used while another value was being encoded, or after its own value was complete.")
    return false
  }

  /// Makes the innermost value an object or array, unless it already is one.
  func begin(_ kind: Frame.Kind, _ serial: Int32) {
    guard mayWrite(serial), frame.kind != kind else { return }
    guard frame.kind == .pending else {
      recordMisuse("A value requested more than one kind of container.")
      return
    }
    output.frame.kind = kind
    buffer.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  /// Marks the innermost value as written by a single-value container.
  func beginSingle(_ serial: Int32) throws {
    guard mayWrite(serial) else { throw misuseError() }
    guard frame.kind == .pending else {
      recordMisuse("A single value was encoded in addition to another value.")
      throw misuseError()
    }
    output.frame.kind = .single
  }

  /// Removes a single value, so that another one may be tried.
  func rollBackSingle(to mark: Mark) {
    truncate(to: mark)
    abandon(to: mark.depth)
    output.frame.kind = .pending
  }

  // MARK: - Members and elements

  /// A state to roll back to when a member, an element or a single value cannot be written.
  struct Mark {
    let buffer: Int
    let holes: Int
    let depth: Int32
  }

  /// Returns the current state.
  func mark() -> Mark {
    Mark(buffer: buffer.count, holes: output.holes.count, depth: depth)
  }

  /// Starts a member: comma, name and colon.
  func beginMember(_ name: String, _ serial: Int32) throws {
    guard mayWrite(serial), !output.isMisused else { throw misuseError() }
    JSONText.append(name: name, isFirst: frame.count == 0, to: &buffer)
    output.frame.count += 1
  }

  /// Starts an element with its comma.
  func beginElement(_ serial: Int32) throws {
    guard mayWrite(serial), !output.isMisused else { throw misuseError() }
    if frame.count > 0 { buffer.append(UInt8(ascii: ",")) }
    output.frame.count += 1
  }

  /// Removes the member or element started at a mark.
  func rollBack(to mark: Mark) {
    guard !output.isMisused else { return }
    truncate(to: mark)
    abandon(to: mark.depth)
    output.frame.count -= 1
  }

  /// Removes the text after a mark with its nested texts.
  private func truncate(to mark: Mark) {
    buffer.truncate(to: mark.buffer)
    if output.holes.count > mark.holes { output.holes.removeSubrange(mark.holes...) }
  }

  /// Reserves the current offset for a text that is written independently.
  func nest() -> JSONEncodeState {
    let nested = JSONEncodeState(
      options: options, names: names, userInfo: userInfo, hasStableOrder: hasStableOrder, parent: self)
    output.holes.append(Hole(offset: buffer.count, nested: nested))
    return nested
  }

  /// Inserts the nested texts at or after an offset.
  private func fillHoles(from start: Int) throws {
    let first = output.holes.firstIndex { $0.offset >= start } ?? output.holes.count
    let base = first < output.holes.count ? output.holes[first].offset : buffer.count
    let rest = buffer.withBytes(base..<buffer.count) { Array($0) }
    buffer.truncate(to: base)
    var copied = 0
    for hole in output.holes[first...] {
      append(rest[copied..<(hole.offset - base)])
      copied = hole.offset - base
      append(try hole.nested.finishNested()[...])
    }
    append(rest[copied...])
    output.holes.removeSubrange(first...)
  }

  func append(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { buffer.append($0) }
  }

  /// Returns the complete nested text. As in Foundation, it is an empty object when nothing was written.
  private func finishNested() throws -> [UInt8] {
    if let misuse { throw misuse }
    if depth > 0, try pop() { return withText { Array($0) } }
    return Array("{}".utf8)
  }

  // MARK: - Errors

  func recordMisuse(_ message: String) {
    if misuse == nil {
      output.isMisused = true
      misuse = .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: message))
    }
  }

  private func misuseError() -> EncodingError {
    misuse ?? .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: "Nothing was encoded."))
  }

  /// Calls `body` with the text, or with its first bytes. The pointer must not outlive the call.
  func withText<R>(upTo end: Int? = nil, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    defer { withExtendedLifetime(self) {} }
    return buffer.withBytes(0..<(end ?? buffer.count), body)
  }

  /// Returns the path of the next value; see ``JSONPath/ofUnfinished(_:)``.
  func path() -> [JSONPath] {
    prefix + withText { JSONPath.ofUnfinished($0) }
  }

  /// Returns the path of an open frame's value.
  func path(ofFrame serial: Int32) -> [JSONPath] {
    let frame = frame.serial == serial ? frame : output.outer.last { $0.serial == serial }
    return prefix + withText(upTo: frame?.start ?? 0) { JSONPath.ofUnfinished($0) }
  }

  func invalid(_ value: Any, _ message: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path(), debugDescription: message))
  }
}
