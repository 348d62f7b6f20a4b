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

  var buffer: [UInt8]
  let options: JSONOptions
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Where this state's own text starts in the buffer.
  let base: Int
  /// Steps from the outermost value to this state's value.
  let prefix: [JSONPath]

  private(set) var frames: [Frame] = []
  private var holes: [Hole] = []
  private var lastSerial: Int32 = 0
  /// The first misuse, reported where throwing is possible.
  private var misuse: EncodingError?

  init(
    buffer: [UInt8], options: JSONOptions, userInfo: [CodingUserInfoKey: any Sendable], prefix: [JSONPath] = []
  ) {
    self.buffer = buffer
    self.options = options
    self.userInfo = userInfo
    self.prefix = prefix
    base = buffer.count
  }

  // MARK: - Frames

  /// Opens a frame for a value that starts here, and gives the encoder that may write it.
  func push() -> JSONValueEncoder {
    lastSerial &+= 1
    frames.append(Frame(serial: lastSerial, start: buffer.count))
    return JSONValueEncoder(state: self, depth: Int32(truncatingIfNeeded: frames.count - 1), serial: lastSerial)
  }

  /// Ends the innermost frame; false when its value wrote nothing.
  func pop() throws -> Bool {
    if let misuse { throw misuse }
    let frame = frames.removeLast()
    switch frame.kind {
    case .pending: return false
    case .object: buffer.append(UInt8(ascii: "}"))
    case .array: buffer.append(UInt8(ascii: "]"))
    case .single: break
    }
    if let hole = holes.last, hole.offset > frame.start { try fillHoles(from: frame.start) }
    return true
  }

  /// Forgets the frames of a value that threw.
  func abandon(to depth: Int) {
    if frames.count > depth { frames.removeSubrange(depth...) }
  }

  /// True when this frame is the innermost, so that its containers may write; remembers the misuse otherwise.
  func mayWrite(_ depth: Int32, _ serial: Int32) -> Bool {
    if frames.count - 1 == depth, let frame = frames.last, frame.serial == serial { return true }
    recordMisuse("A container was used while another value was being encoded, or after its own was complete.")
    return false
  }

  /// Makes the innermost value an object or array; it may be one already. False when it is something else.
  func begin(_ kind: Frame.Kind, _ depth: Int32, _ serial: Int32) {
    guard mayWrite(depth, serial) else { return }
    let current = frames[Int(depth)].kind
    if current == kind { return }
    guard current == .pending else {
      recordMisuse("A value was encoded as two different kinds: it asked for more than one kind of container.")
      return
    }
    frames[Int(depth)].kind = kind
    buffer.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  /// Marks the innermost value as written by a single-value container.
  func beginSingle(_ depth: Int32, _ serial: Int32) throws {
    guard mayWrite(depth, serial) else { throw misuseError() }
    guard frames[Int(depth)].kind == .pending else {
      recordMisuse("A single value was encoded beside another value.")
      throw misuseError()
    }
    frames[Int(depth)].kind = .single
  }

  // MARK: - Members and elements

  /// What to go back to when a member or element cannot be written.
  struct Mark {
    let buffer: Int
    let holes: Int
    let frames: Int
  }

  /// Starts a member: comma, name and colon.
  func beginMember(_ name: String, _ depth: Int32, _ serial: Int32) throws -> Mark {
    let mark = try beginElement(depth, serial)
    JSONText.append(name, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    return mark
  }

  /// Starts an element: the comma before it.
  func beginElement(_ depth: Int32, _ serial: Int32) throws -> Mark {
    guard mayWrite(depth, serial), misuse == nil else { throw misuseError() }
    let mark = Mark(buffer: buffer.count, holes: holes.count, frames: frames.count)
    if frames[Int(depth)].count > 0 { buffer.append(UInt8(ascii: ",")) }
    frames[Int(depth)].count += 1
    return mark
  }

  /// Takes back the member or element that was started last.
  func rollBack(to mark: Mark) {
    buffer.removeSubrange(mark.buffer...)
    if holes.count > mark.holes { holes.removeSubrange(mark.holes...) }
    frames.removeSubrange(mark.frames...)
    frames[mark.frames - 1].count -= 1
  }

  /// Takes back a single value, so that another may be tried.
  func rollBackSingle(to start: Int, _ depth: Int32) {
    buffer.removeSubrange(start...)
    frames.removeSubrange((Int(depth) + 1)...)
    frames[Int(depth)].kind = .pending
  }

  /// Leaves a hole here for a text that is written independently.
  func nest() -> JSONEncodeState {
    let nested = JSONEncodeState(buffer: [], options: options, userInfo: userInfo, prefix: path())
    holes.append(Hole(offset: buffer.count, nested: nested))
    return nested
  }

  /// Inserts the nested texts whose places are at or after an offset.
  private func fillHoles(from start: Int) throws {
    let first = holes.firstIndex { $0.offset >= start } ?? holes.count
    let open = holes[first...]
    var rest = buffer[open[open.startIndex].offset...]
    buffer.removeSubrange(open[open.startIndex].offset...)
    for hole in open {
      buffer.append(contentsOf: rest[..<hole.offset])
      rest = rest[hole.offset...]
      buffer.append(contentsOf: try hole.nested.finishNested())
    }
    buffer.append(contentsOf: rest)
    holes.removeSubrange(first...)
  }

  /// The complete nested text; an empty object when nothing was written, as in Foundation.
  private func finishNested() throws -> [UInt8] {
    if let misuse { throw misuse }
    if !frames.isEmpty, try pop() { return buffer }
    return Array("{}".utf8)
  }

  // MARK: - Errors

  func recordMisuse(_ message: String) {
    if misuse == nil {
      misuse = .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: message))
    }
  }

  private func misuseError() -> EncodingError {
    misuse ?? .invalidValue((), EncodingError.Context(codingPath: path(), debugDescription: "Nothing was encoded."))
  }

  /// Where the buffer's end is; see ``JSONPath/ofUnfinished(_:)``.
  func path() -> [JSONPath] {
    prefix + JSONPath.ofUnfinished(buffer[base...])
  }

  func invalid(_ value: Any, _ message: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path(), debugDescription: message))
  }
}
