/// One text that is being written by encoders and containers.
///
/// Values go straight into the buffer. Each `encode(to:)` that runs has a frame, and only the innermost one may write: a
/// container that is used out of turn, or after its value is complete, gets an error instead of breaking the text.
/// Nested containers and super encoders may be written in any order, so each of them has a state of its own, which is
/// inserted where it belongs once its frame ends.
final class JSONEncodeState {
  struct Frame {
    enum Kind {
      /// Nothing was written, or asked for.
      case pending
      case object, array
      /// One value, written.
      case single
    }

    let serial: Int32
    /// Where the value starts in the buffer.
    let start: Int
    var kind = Kind.pending
    /// Members or elements so far.
    var count: Int32 = 0
  }

  /// A nested text and the place it belongs to.
  struct Hole {
    let offset: Int
    let nested: JSONEncodeState
  }

  // SAFETY: nothing here is used from two places at once, and the buffer is freed once, in `deinit`. A state belongs to one call of `encode`, and no method hands out
  // one of these properties while it runs code of others; so checking every access at run time, for a third of the
  // encoder's time, would find nothing.
  @exclusivity(unchecked) var buffer = JSONBuffer()
  /// The innermost frame, if one is open.
  @exclusivity(unchecked) private(set) var frame = Frame(serial: 0, start: 0)
  /// Open frames.
  @exclusivity(unchecked) private(set) var depth: Int32 = 0
  /// The frames around the innermost one.
  @exclusivity(unchecked) private var outer: [Frame] = []
  @exclusivity(unchecked) private var holes: [Hole] = []
  @exclusivity(unchecked) private var lastSerial: Int32 = 0
  @exclusivity(unchecked) private var isMisused = false
  /// The first misuse, reported where throwing is possible.
  private var misuse: EncodingError?

  let options: JSONOptions
  /// The names of coding keys; nil when they are not mapped.
  let names: KeyNames?
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Where this state's value stands in a text that somebody else writes.
  private let place: JSONPlace?
  /// Whose text this one is inserted into, and where. Paths are looked up only when somebody asks: finding each one out
  /// in advance would read the whole text for every nested container.
  private weak var parent: JSONEncodeState?
  private let offset: Int

  init(
    options: JSONOptions, names: KeyNames?, userInfo: [CodingUserInfoKey: any Sendable], place: JSONPlace? = nil,
    parent: JSONEncodeState? = nil
  ) {
    self.options = options
    self.names = names
    self.userInfo = userInfo
    self.place = place
    self.parent = parent
    offset = parent?.buffer.count ?? 0
  }

  /// Steps from the outermost value to this state's value.
  var prefix: [JSONPath] {
    if let place { return place.path }
    guard let parent else { return [] }
    return parent.prefix + parent.withText(upTo: min(offset, parent.buffer.count)) { JSONPath.ofUnfinished($0) }
  }

  deinit {
    buffer.deallocate()
  }

  // MARK: - Frames

  /// Opens a frame for a value that starts here, and gives the encoder that may write it.
  func push() -> JSONValueEncoder {
    if depth > 0 { outer.append(frame) }
    depth += 1
    lastSerial &+= 1
    frame = Frame(serial: lastSerial, start: buffer.count)
    return JSONValueEncoder(state: self, serial: lastSerial)
  }

  /// Ends the innermost frame; false when its value wrote nothing.
  func pop() throws -> Bool {
    if let misuse { throw misuse }
    switch frame.kind {
    case .pending: break
    case .object: buffer.append(UInt8(ascii: "}"))
    case .array: buffer.append(UInt8(ascii: "]"))
    case .single: break
    }
    if let hole = holes.last, hole.offset > frame.start { try fillHoles(from: frame.start) }
    let isWritten = frame.kind != .pending
    abandon(to: depth - 1)
    return isWritten
  }

  /// Forgets the frames of a value that threw.
  func abandon(to depth: Int32) {
    while self.depth > depth {
      self.depth -= 1
      if let last = outer.popLast() { frame = last }
    }
  }

  /// True when this frame is the innermost, so that its containers may write; remembers the misuse otherwise.
  func mayWrite(_ serial: Int32) -> Bool {
    if frame.serial == serial, depth > 0 { return true }
    recordMisuse("A container was used while another value was being encoded, or after its own was complete.")
    return false
  }

  /// Makes the innermost value an object or array, unless it is one already.
  func begin(_ kind: Frame.Kind, _ serial: Int32) {
    guard mayWrite(serial), frame.kind != kind else { return }
    guard frame.kind == .pending else {
      recordMisuse("A value was encoded as two different kinds: it asked for more than one kind of container.")
      return
    }
    frame.kind = kind
    buffer.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  /// Marks the innermost value as written by a single-value container.
  func beginSingle(_ serial: Int32) throws {
    guard mayWrite(serial) else { throw misuseError() }
    guard frame.kind == .pending else {
      recordMisuse("A single value was encoded beside another value.")
      throw misuseError()
    }
    frame.kind = .single
  }

  /// Takes back a single value, so that another may be tried.
  func rollBackSingle(to mark: Mark) {
    truncate(to: mark)
    abandon(to: mark.depth)
    frame.kind = .pending
  }

  // MARK: - Members and elements

  /// What to go back to when a member, an element or a single value cannot be written.
  struct Mark {
    let buffer: Int
    let holes: Int
    let depth: Int32
  }

  /// The present place.
  func mark() -> Mark {
    Mark(buffer: buffer.count, holes: holes.count, depth: depth)
  }

  /// Starts a member: comma, name and colon.
  func beginMember(_ name: String, _ serial: Int32) throws {
    guard mayWrite(serial), !isMisused else { throw misuseError() }
    JSONText.append(name: name, isFirst: frame.count == 0, to: &buffer)
    frame.count += 1
  }

  /// Starts an element: the comma before it.
  func beginElement(_ serial: Int32) throws {
    guard mayWrite(serial), !isMisused else { throw misuseError() }
    if frame.count > 0 { buffer.append(UInt8(ascii: ",")) }
    frame.count += 1
  }

  /// Takes back the member or element that was started at a mark.
  func rollBack(to mark: Mark) {
    guard !isMisused else { return }
    truncate(to: mark)
    abandon(to: mark.depth)
    frame.count -= 1
  }

  /// Takes back the text behind a mark, and the holes in it.
  private func truncate(to mark: Mark) {
    buffer.truncate(to: mark.buffer)
    if holes.count > mark.holes { holes.removeSubrange(mark.holes...) }
  }

  /// Leaves a hole here for a text that is written independently.
  func nest() -> JSONEncodeState {
    let nested = JSONEncodeState(options: options, names: names, userInfo: userInfo, parent: self)
    holes.append(Hole(offset: buffer.count, nested: nested))
    return nested
  }

  /// Inserts the nested texts whose places are at or after an offset.
  private func fillHoles(from start: Int) throws {
    let first = holes.firstIndex { $0.offset >= start } ?? holes.count
    let base = first < holes.count ? holes[first].offset : buffer.count
    let rest = buffer.withBytes(base..<buffer.count) { Array($0) }
    buffer.truncate(to: base)
    var copied = 0
    for hole in holes[first...] {
      append(rest[copied..<(hole.offset - base)])
      copied = hole.offset - base
      append(try hole.nested.finishNested()[...])
    }
    append(rest[copied...])
    holes.removeSubrange(first...)
  }

  private func append(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { buffer.append($0) }
  }

  /// The complete nested text; an empty object when nothing was written, as in Foundation.
  private func finishNested() throws -> [UInt8] {
    if let misuse { throw misuse }
    if depth > 0, try pop() { return withText { Array($0) } }
    return Array("{}".utf8)
  }

  // MARK: - Errors

  func recordMisuse(_ message: String) {
    if misuse == nil {
      isMisused = true
      misuse = .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: message))
    }
  }

  private func misuseError() -> EncodingError {
    misuse ?? .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: "Nothing was encoded."))
  }

  /// Hands out the first bytes of what was written, or all of them. The pointer may not outlive the call.
  func withText<R>(upTo end: Int? = nil, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    defer { withExtendedLifetime(self) {} }
    return buffer.withBytes(0..<(end ?? buffer.count), body)
  }

  /// Where the value that comes next stands; see ``JSONPath/ofUnfinished(_:)``.
  func path() -> [JSONPath] {
    prefix + withText { JSONPath.ofUnfinished($0) }
  }

  /// Where the value of an open frame stands.
  func path(ofFrame serial: Int32) -> [JSONPath] {
    let frame = frame.serial == serial ? frame : outer.last { $0.serial == serial }
    return prefix + withText(upTo: frame?.start ?? 0) { JSONPath.ofUnfinished($0) }
  }

  func invalid(_ value: Any, _ message: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path(), debugDescription: message))
  }
}
