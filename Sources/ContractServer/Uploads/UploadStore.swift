internal import Contract
internal import ContractLoop

/// The uploads in a folder: creation, use, expiration.
final class UploadStore: Sendable {
  /// Files without a record are removed after this time in seconds: another process may be writing the record.
  private static let strayAge = 60

  private struct Entry {
    let session: UploadSession
    var users: Int
  }

  private let folder: String
  private let maxUploads: Int
  /// The time in seconds without a request after which an upload is removed.
  let lifetime: Int
  private let clock: TimeSource
  private let used = Lock<[String: Entry]>([:])
  /// Held while files of an upload that no request uses are opened or removed. Only threads that may wait for a disk take it,
  /// and before `used`: a request ends on the thread of a loop, and must not wait for these files.
  private let files = Lock(())
  /// The time of the last removal of expired uploads; nil before the first one.
  private let lastSweep = Lock<Int?>(nil)
  /// The task that removes expired uploads; nil before the first server starts.
  private let sweeping = Lock<Task<Void, Never>?>(nil)

  init(_ folder: String, maxUploads: Int, lifetime: Int, clock: TimeSource = .system) {
    self.folder = folder
    self.maxUploads = maxUploads
    self.lifetime = lifetime
    self.clock = clock
  }

  deinit { sweeping.withLock { $0?.cancel() } }

  /// The use of an upload by one request. It ends when this object is released.
  final class Lease: Sendable {
    let files: UploadFiles
    let session: UploadSession
    private let store: UploadStore

    fileprivate init(_ files: UploadFiles, _ session: UploadSession, in store: UploadStore) {
      self.files = files
      self.session = session
      self.store = store
    }

    deinit { store.leave(files.id) }
  }

  /// The current time in seconds since 1970.
  var now: Int { Int(clock.unixSeconds) }

  /// The expiration of an upload that is used now.
  var nextExpiration: Int {
    let (sum, isTooLate) = now.addingReportingOverflow(lifetime)
    return isTooLate ? .max : sum
  }

  /// Creates an upload.
  ///
  /// - Throws: a refusal if there are too many uploads; ``/ContractHTTP/FileError``
  func create(_ creation: UploadRules.Creation) throws -> Lease {
    if isFull {
      // A sweep reads every record, so it must not run for each refused request.
      if isSweepDue { sweep() }
      if isFull { throw UploadRules.Refusal(.serviceUnavailable, "there are too many uploads; try again later") }
    }
    let files = UploadFiles(newIn: folder)
    let record = UploadRecord(length: creation.length, metadata: creation.metadata, expires: nextExpiration)
    // The record is written first, so that a file of bytes always belongs to a record, and bytes without a record can be
    // removed.
    try files.write(record)
    do {
      let file = try OpenFile(creating: files.bytes)
      _ = file.lock()
      let session = try UploadSession(file, record, in: files)
      used.withLock { $0[files.id] = Entry(session: session, users: 1) }
      return Lease(files, session, in: self)
    } catch {
      files.remove()
      throw error
    }
  }

  private var isFull: Bool { UploadFiles.all(in: folder).ids.count >= maxUploads }

  /// Returns an upload for a request.
  ///
  /// - Throws: a refusal if there is no such upload, or another process uses it; ``/ContractHTTP/FileError`` if its files
  ///   cannot be read.
  func open(_ id: String) throws -> Lease {
    guard let files = UploadFiles(id, in: folder) else { throw UploadRules.Refusal.missing }
    if let session = join(id) { return Lease(files, session, in: self) }
    let session = try self.files.withLock { _ throws in
      // Another request may have opened the upload in the meantime.
      if let session = join(id) { return session }
      let session = try load(files)
      used.withLock { $0[id] = Entry(session: session, users: 1) }
      return session
    }
    return Lease(files, session, in: self)
  }

  /// Adds a user to an upload in use, and returns its session; nil if no request uses it.
  private func join(_ id: String) -> UploadSession? {
    used.withLock { used in
      used[id]?.users += 1
      return used[id]?.session
    }
  }

  private func load(_ files: UploadFiles) throws -> UploadSession { try session(of: files, with: bytes(of: files)) }

  /// Locks the bytes of an upload, and returns a session with its record.
  ///
  /// The record is read with the lock: the process that had the lock before may have changed it until then.
  ///
  /// - Parameter bytes: the open file of the bytes; nil if there is none.
  func session(of files: UploadFiles, with bytes: OpenFile?) throws -> UploadSession {
    guard bytes?.lock() ?? true else {
      throw UploadRules.Refusal(HTTPStatus(unchecked: 423), "another process uses the upload; try again later")
    }
    do {
      guard let record = try files.read(), record.expires > now else { throw UploadRules.Refusal.missing }
      if let bytes { return try UploadSession(bytes, record, in: files) }
      // An empty file replaces the bytes of a complete upload, which the service may have moved elsewhere.
      guard record.phase == .complete else { throw UploadRules.Refusal.missing }
      return try UploadSession(OpenFile(unnamedIn: folder), record, in: files)
    } catch {
      bytes?.unlock()
      throw error
    }
  }

  /// Opens the bytes of an upload; returns nil if there are none.
  private func bytes(of files: UploadFiles) throws -> OpenFile? {
    do {
      return try OpenFile(updating: files.bytes)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  private func leave(_ id: String) {
    // The session is released outside the lock, because its release closes a file.
    let ended = used.withLock { used -> UploadSession? in
      guard let entry = used[id] else { return nil }
      guard entry.users <= 1 else {
        used[id]?.users -= 1
        return nil
      }
      // The file is unlocked now, because the next request needs its lock and may arrive before the session is released.
      entry.session.unlock()
      return used.removeValue(forKey: id)?.session
    }
    _ = ended
  }

  // MARK: Expiration

  /// The time in seconds between two sweeps.
  private var pause: Int { max(1, min(60, lifetime / 4)) }

  /// True if the last sweep is longer ago than the pause. The clock may have been set back since.
  private var isSweepDue: Bool {
    let now = now
    return lastSweep.withLock { last in last.map { now < $0 || now - $0 >= pause } ?? true }
  }

  /// Removes expired uploads, and files left by a killed process.
  func sweep() {
    let now = now
    lastSweep.withLock { $0 = now }
    sweep(UploadFiles.all(in: folder))
  }

  /// Removes the listed files that nothing needs. Uploads may have changed since the listing.
  func sweep(_ listing: (ids: [String], others: [String])) {
    for id in listing.ids {
      guard let files = UploadFiles(id, in: folder), isExpired(files, id) else { continue }
      unlessUsed(files) {
        // The expiration is checked again, because a request may have renewed the upload since the first check.
        if isExpired(files, id) { files.remove() }
      }
    }
    for name in listing.others where age(name) > Self.strayAge {
      guard let files = UploadFiles(name, in: folder) else {
        FileNames.remove("\(folder)/\(name)")
        continue
      }
      unlessUsed(files) {
        // A listing may lack a record that is replaced meanwhile.
        if !files.mayHaveRecord { FileNames.remove(files.bytes) }
      }
    }
  }

  /// Runs `body` unless a request uses the upload, in this process or in another one, whose long request renews the expiration
  /// only at its end. No request begins to use the upload while `body` runs.
  private func unlessUsed(_ files: UploadFiles, _ body: () -> Void) {
    self.files.withLock { _ in
      guard used.withLock({ $0[files.id] == nil }) else { return }
      let file: OpenFile?
      do {
        file = try bytes(of: files)
      } catch {
        // The lock cannot be tried, so the upload may be in use. A complete one gets no more bytes, and the service may have
        // protected or replaced its file.
        guard let record = try? files.read(), record.phase == .complete else { return }
        file = nil
      }
      guard file?.lock() ?? true else { return }
      defer { file?.unlock() }
      body()
    }
  }

  private func isExpired(_ files: UploadFiles, _ id: String) -> Bool {
    do {
      guard let record = try files.read() else { return age(id + UploadFiles.recordSuffix) > Self.strayAge }
      return record.expires <= now
    } catch {
      // The upload is kept, because its record may be readable later.
      return false
    }
  }

  /// Returns the time in seconds since the last change of a file; 0 if it does not exist.
  private func age(_ name: String) -> Int {
    guard let file = try? OpenFile(updating: "\(folder)/\(name)") else { return 0 }
    return now - file.modified
  }

  /// Removes expired uploads until the store is released. Further calls have no effect: a server may start more than once.
  func sweepRepeatedly() {
    let pause = Duration.seconds(pause)
    sweeping.withLock { task in
      if task != nil { return }
      // The task retains the store only while it sweeps.
      task = Task { [weak self] in
        while self?.sweep() != nil, (try? await Task.sleep(for: pause)) != nil {}
      }
    }
  }
}
