internal import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The beginning of a file that somebody will go on with: `name.part` beside its place, and `name.part.note`, which says
/// what it is the beginning of.
///
/// The note is written before the first byte and removed before the last version's bytes are, so it never speaks of others.
/// One writer at a time has the file.
final class ResumableFile {
  private let path: String
  /// Names what is downloaded.
  private let source: String
  private let descriptor: Descriptor
  private var isFinished = false
  /// False for bytes that somebody else has left there.
  private var isOwn: Bool
  /// What the bytes are of; nil when nobody can go on with them.
  private(set) var version: DownloadVersion?
  private(set) var byteCount: Int
  /// How many bytes were there before, of this version.
  private(set) var earlierByteCount: Int

  private var part: String { path + ".part" }
  private var note: String { path + ".part.note" }

  /// The beginning that is there, or an empty one.
  ///
  /// - Throws: ``FileError`` when there is no file to be had, and when another download has it.
  init(for path: String, source: String) throws(FileError) {
    self.path = path
    self.source = source
    descriptor = try Self.open(path + ".part")
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0 else { throw FileError("cannot look at the file \(path).part", errno) }
    byteCount = Int(status.st_size)
    version = byteCount > 0 ? DownloadNote.read(path + ".part.note", source: source) : nil
    if let length = version?.length, byteCount > length { version = nil }
    earlierByteCount = version == nil ? 0 : byteCount
    isOwn = version != nil
  }

  deinit {
    if !isFinished, byteCount == 0 || (isOwn && version == nil) { removeFiles() }
    // A process that is being started has a copy of the descriptor for a moment, which would keep the lock.
    flock(descriptor.raw, LOCK_UN)
  }

  /// Begins again, with bytes of a version; nil for one that nobody can go on with.
  func restart(_ version: DownloadVersion?) throws(FileError) {
    self.version = nil
    isOwn = true
    (byteCount, earlierByteCount) = (0, 0)
    guard unlink(note) == 0 || errno == ENOENT, ftruncate(descriptor.raw, 0) == 0 else {
      throw FileError("cannot begin the file \(part) again", errno)
    }
    if let version { try DownloadNote.write(version, source: source, to: note) }
    self.version = version
  }

  func append(_ piece: [UInt8]) throws(FileError) {
    try descriptor.write(piece, to: part)
    byteCount += piece.count
  }

  /// Puts the file in its place.
  func finish() throws(FileError) {
    // Else the name may outlive a power failure that the bytes do not.
    guard fsync(descriptor.raw) == 0 else { throw FileError("cannot write the file \(part)", errno) }
    // Once the file has its name, the note may be another download's.
    unlink(note)
    guard rename(part, path) == 0 else {
      let error = FileError("cannot put the file \(path) in its place", errno)
      if let version { try DownloadNote.write(version, source: source, to: note) }
      throw error
    }
    isFinished = true
  }

  /// Leaves nothing to go on with.
  func discard() { version = nil }

  private func removeFiles() {
    unlink(note)
    unlink(part)
  }

  /// Opens a file for one writer.
  private static func open(_ part: String) throws(FileError) -> Descriptor {
    while true {
      // Its name is known, so somebody else may have put something there: a link, or a pipe that would be waited for.
      let opened = Glibc.open(part, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
      guard opened >= 0 else { throw FileError("cannot open the file \(part)", errno) }
      let descriptor = Descriptor(owning: opened)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        throw FileError("another download is writing the file \(part)", errno == EWOULDBLOCK ? nil : errno)
      }
      var (own, named) = (stat(), stat())
      guard fstat(opened, &own) == 0 else { throw FileError("cannot look at the file \(part)", errno) }
      guard own.isOwnFile else {
        throw FileError("the file \(part) is not the user's own, or has another name as well; remove it", nil)
      }
      // Before it was locked, another download may have put it in its place.
      if lstat(part, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev {
        return descriptor
      }
    }
  }
}

/// What is written beside the beginning of a file.
private enum DownloadNote {
  private static let mark = "contract download 1"
  private static let maxBytes = 8192

  /// The version that a file says; nil without a file, and for one that is not whole or of another source.
  static func read(_ path: String, source: String) -> DownloadVersion? {
    // A pipe would be waited for.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    let descriptor = Descriptor(owning: opened)
    var status = stat()
    guard fstat(opened, &status) == 0, status.isOwnFile else { return nil }
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = Glibc.read(descriptor.raw, &bytes, maxBytes)
    guard count > 0, let text = String(validating: bytes[..<count], as: UTF8.self) else { return nil }
    let lines = text.split(atByte: "\n", keepsEmpty: true)
    guard lines.count == 5, lines[0] == mark, lines[1] == source, lines[4].isEmpty else { return nil }
    return DownloadVersion(validator: String(lines[3]), length: Int(lines[2]))
  }

  static func write(_ version: DownloadVersion, source: String, to path: String) throws(FileError) {
    let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard opened >= 0 else { throw FileError("cannot make the file \(path)", errno) }
    let descriptor = Descriptor(owning: opened)
    let length = version.length.map(String.init) ?? "-"
    try descriptor.write(Array("\(mark)\n\(source)\n\(length)\n\(version.validator)\n".utf8), to: path)
  }
}

extension stat {
  /// True for a file of the user, and of no other name: what is written to it changes nothing else.
  fileprivate var isOwnFile: Bool { st_mode & S_IFMT == S_IFREG && st_uid == geteuid() && st_nlink == 1 }
}

extension Descriptor {
  /// Writes all of it to a file.
  ///
  /// - Parameter path: what errors name.
  func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: `write` reads the bytes during the call alone.
      let count = rest.withUnsafeBytes { Glibc.write(raw, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError("cannot write the file \(path)", errno) }
      rest = rest.dropFirst(count)
    }
  }
}
