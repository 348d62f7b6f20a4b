internal import Contract

/// An upload in use by at least one request.
///
/// The newest request owns the upload: an older one, whose client is usually gone, can add no more bytes. So a client that
/// connects again need not wait until the server notices the loss of the first connection.
///
/// Its lock is held while files are written. Requests run on the loops of connections, so they call the functions in `FileWork`.
final class UploadSession: Sendable {
  /// The state of an upload after a step of a request.
  struct Position: Sendable {
    let record: UploadRecord
    /// The number of bytes of the upload.
    let offset: Int
  }

  /// The permission of one request to add bytes.
  struct Turn: Sendable {
    fileprivate let number: Int
    /// The upload at the beginning of the turn.
    let position: Position

    var record: UploadRecord { position.record }
    var offset: Int { position.offset }
  }

  private struct State {
    var record: UploadRecord
    var offset: Int
    var newest = 0
    var isCompleting = false
    var isRemoved = false

    var position: Position { Position(record: record, offset: offset) }
  }

  private let file: OpenFile
  private let files: UploadFiles
  private let state: Lock<State>

  /// Creates the session of an open file. Its unchecked bytes do not count; the first turn removes them.
  init(_ file: OpenFile, _ record: UploadRecord, in files: UploadFiles) throws(FileError) {
    self.file = file
    self.files = files
    let offset = record.offset(ofFileWith: try file.size)
    state = Lock(State(record: record, offset: offset))
  }

  /// Releases the lock of the file, so that another session can be created.
  func unlock() { file.unlock() }

  /// Begins a turn, which ends all earlier turns and removes their unchecked bytes.
  ///
  /// - Throws: a refusal while the service accepts the upload, or after its removal.
  func begin() throws -> Turn {
    try state.withLock { state in
      if state.isRemoved { throw UploadRules.Refusal.missing }
      guard !state.isCompleting else {
        throw UploadRules.Refusal(HTTPStatus(unchecked: 423), "the service is accepting the upload; try again later")
      }
      state.newest += 1
      try removeUnchecked(&state)
      return Turn(number: state.newest, position: state.position)
    }
  }

  /// Records the properties of a turn before its first byte.
  func prepare(_ turn: Turn, length: Int?, isChecked: Bool, expires: Int) throws {
    try state.withLock { state in
      try check(turn, state)
      state.record.length = length
      state.record.expires = expires
      state.record.phase = isChecked ? .unchecked(from: state.offset) : .open
      try files.write(state.record)
      // Removes bytes that an earlier process left beyond the offset.
      try file.truncate(to: state.offset)
    }
  }

  /// Adds bytes.
  func append(_ bytes: [UInt8], _ turn: Turn) throws {
    try state.withLock { state in
      try check(turn, state)
      try file.write(bytes, at: state.offset)
      state.offset += bytes.count
    }
  }

  /// Ends a turn: keeps its bytes, or removes those whose checksum was not confirmed. The upload expires at `expires`, because
  /// its lifetime begins with the end of a request.
  @discardableResult
  func end(_ turn: Turn, keepsBytes: Bool, expires: Int) throws -> Position {
    try state.withLock { state in
      guard turn.number == state.newest, !state.isRemoved else { return state.position }
      if keepsBytes {
        if state.record.phase != .open {
          state.record.phase = .open
          try files.write(state.record)
        }
      } else {
        try removeUnchecked(&state)
      }
      renew(&state, until: expires)
      return state.position
    }
  }

  /// Postpones the expiration of the upload. If the new time cannot be stored, the old one applies, and the request continues.
  @discardableResult
  func renew(until expires: Int) -> Position {
    state.withLock { state in
      renew(&state, until: expires)
      return state.position
    }
  }

  /// Begins the acceptance by the service, unless the phase is `complete`: the service has already accepted the upload.
  func beginCompletion(_ turn: Turn) throws -> Position {
    try state.withLock { state in
      try check(turn, state)
      state.isCompleting = state.record.phase != .complete
      return state.position
    }
  }

  /// Waits until the bytes are on the disk.
  func synchronize() throws { try file.synchronize() }

  /// Ends the acceptance by the service.
  @discardableResult
  func endCompletion(isAccepted: Bool, expires: Int) -> Position {
    state.withLock { state in
      state.isCompleting = false
      guard isAccepted else {
        renew(&state, until: expires)
        return state.position
      }
      state.record.phase = .complete
      state.record.expires = max(expires, state.record.expires)
      // Without this record, a later request passes the upload to the service again. An error would have the same effect, and
      // would tell the client that an accepted upload has failed.
      try? files.write(state.record)
      return state.position
    }
  }

  /// Removes the upload and its files. Requests that use it can add no more bytes.
  func remove() {
    state.withLock { $0.isRemoved = true }
    files.remove()
  }

  private func check(_ turn: Turn, _ state: State) throws {
    if state.isRemoved { throw UploadRules.Refusal.missing }
    guard turn.number == state.newest else {
      throw UploadRules.Refusal(.conflict, "a newer request continues the upload")
    }
  }

  private func renew(_ state: inout State, until expires: Int) {
    guard !state.isRemoved, expires > state.record.expires else { return }
    var record = state.record
    record.expires = expires
    guard (try? files.write(record)) != nil else { return }
    state.record = record
  }

  private func removeUnchecked(_ state: inout State) throws {
    guard case .unchecked(let offset) = state.record.phase else { return }
    state.record.phase = .open
    state.offset = offset
    try file.truncate(to: offset)
    try files.write(state.record)
  }
}
