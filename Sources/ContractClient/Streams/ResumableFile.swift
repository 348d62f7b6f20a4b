internal import Contract
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A partial file that a later download can resume: `name.part` next to the destination, and `name.part.note`, which
/// states the version of its bytes.
///
/// The note is written before the first byte, and removed before bytes of another version replace the existing ones, so
/// it never describes other bytes. A lock admits one writer at a time.
final class ResumableFile {
  private let path: String
  /// The identifier of the downloaded resource.
  private let source: String
  private let descriptor: Descriptor
  private var isFinished = false
  /// False while the file holds bytes that this download cannot resume.
  private var isOwn: Bool
  /// The version of the bytes; nil if they cannot be resumed.
  private(set) var version: DownloadVersion?
  private(set) var byteCount: Int
  /// The number of bytes received by earlier downloads of this version.
  private(set) var earlierByteCount: Int

  private var part: String { path + ".part" }
  private var note: String { path + ".part.note" }

  /// Opens the existing partial file, or creates an empty one.
  ///
  /// - Throws: ``FileError`` if the file cannot be opened, or if another download holds its lock.
  init(for path: String, source: String) throws(FileError) {
    self.path = path
    self.source = source
    descriptor = try Self.locked(path + ".part")
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0 else { throw FileError("cannot read the size of \(path).part", errno) }
    byteCount = Int(status.st_size)
    version = byteCount > 0 ? DownloadNote.read(path + ".part.note", source: source) : nil
    if let length = version?.length, byteCount > length { version = nil }
    earlierByteCount = version == nil ? 0 : byteCount
    isOwn = version != nil
  }

  deinit {
    if !isFinished, byteCount == 0 || (isOwn && version == nil) { removeFiles() }
    // The file is unlocked explicitly, because a child process being spawned briefly holds a copy of the descriptor,
    // which would keep the lock.
    flock(descriptor.raw, LOCK_UN)
  }

  /// Discards the bytes and starts a file of another version; nil for a version that cannot be resumed.
  func restart(_ version: DownloadVersion?) throws(FileError) {
    self.version = nil
    isOwn = true
    (byteCount, earlierByteCount) = (0, 0)
    guard unlink(note) == 0 || errno == ENOENT, ftruncate(descriptor.raw, 0) == 0 else {
      throw FileError("cannot empty the file \(part)", errno)
    }
    if let version { try DownloadNote.write(version, source: source, to: note) }
    self.version = version
  }

  func append(_ chunk: [UInt8]) throws(FileError) {
    try descriptor.write(chunk, to: part)
    byteCount += chunk.count
  }

  /// Renames the file to its destination.
  func finish() throws(FileError) {
    // Without `fsync`, a power failure after the rename could leave the new name without the bytes.
    guard fsync(descriptor.raw) == 0 else { throw FileError("cannot write the file \(part)", errno) }
    // The note is removed before the rename, because afterwards it could belong to another download.
    unlink(note)
    guard rename(part, path) == 0 else {
      let error = FileError("cannot rename \(part) to \(path)", errno)
      if let version { try DownloadNote.write(version, source: source, to: note) }
      throw error
    }
    isFinished = true
  }

  /// Makes the bytes unusable for a later download.
  func discard() { version = nil }

  private func removeFiles() {
    unlink(note)
    unlink(part)
  }

  /// Opens a file and locks it for one writer.
  private static func locked(_ part: String) throws(FileError) -> Descriptor {
    while true {
      // `O_NOFOLLOW` and `O_NONBLOCK`: another user could have put a link or a blocking pipe at this path, because it is
      // predictable.
      let opened = open(part, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
      guard opened >= 0 else { throw FileError("cannot open the file \(part)", errno) }
      let descriptor = Descriptor(owning: opened)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        throw FileError("another download is writing \(part); wait until it ends", errno == EWOULDBLOCK ? nil : errno)
      }
      var (own, named) = (stat(), stat())
      guard fstat(opened, &own) == 0 else { throw FileError("cannot read the owner of \(part)", errno) }
      guard own.isOwnFile else {
        throw FileError(
          "\(part) belongs to another user, has another hard link or is not a regular file; remove it", nil)
      }
      // If another download renamed the file before this one locked it, the file is opened again.
      if lstat(part, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev {
        return descriptor
      }
    }
  }
}

/// The note next to a partial file.
private enum DownloadNote {
  private static let mark = "contract download 1"
  private static let maxBytes = 8192

  /// Returns the version in a note; nil if the note is absent, incomplete or for another source.
  static func read(_ path: String, source: String) -> DownloadVersion? {
    // `O_NONBLOCK`, because opening a pipe would block.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    let descriptor = Descriptor(owning: opened)
    var status = stat()
    guard fstat(opened, &status) == 0, status.isOwnFile else { return nil }
    guard let bytes = try? Descriptor.read(upTo: maxBytes, from: descriptor.raw),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(atByte: "\n", keepsEmpty: true)
    guard lines.count == 5, lines[0] == mark, lines[1] == source, lines[4].isEmpty else { return nil }
    return DownloadVersion(validator: String(lines[3]), length: Int(lines[2]))
  }

  static func write(_ version: DownloadVersion, source: String, to path: String) throws(FileError) {
    let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard opened >= 0 else { throw FileError("cannot create the file \(path)", errno) }
    let descriptor = Descriptor(owning: opened)
    let length = version.length.map(String.init) ?? "-"
    try descriptor.write(Array("\(mark)\n\(source)\n\(length)\n\(version.validator)\n".utf8), to: path)
  }
}

extension stat {
  /// True for a regular file of this user with one link, so that writing to it changes nothing else.
  fileprivate var isOwnFile: Bool { st_mode & S_IFMT == S_IFREG && st_uid == geteuid() && st_nlink == 1 }
}

extension Descriptor {
  /// Writes all bytes to a file.
  ///
  /// - Parameter path: The path for error messages.
  func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    guard Self.write(bytes[...], to: raw) == bytes.count else {
      throw FileError("cannot write the file \(path)", errno)
    }
  }
}
