internal import CPosix
internal import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An open regular file and the validators of its contents.
struct ServedFile {
  let reader: FileReader
  /// The time of the last change in seconds since 1970.
  let modified: Int
  /// A strong entity tag, made of the inode, the size and the modification time in nanoseconds. It changes with each
  /// replacement of the file, and with each write after the kernel's clock has advanced, usually within 4 ms.
  let tag: EntityTag

  var size: Int { reader.length }

  fileprivate init(_ descriptor: consuming Descriptor, _ facts: contract_file_facts) {
    let size = max(0, Int(facts.size))
    reader = FileReader(owning: descriptor.release(), length: size)
    modified = Int(facts.modified_seconds)
    tag = Self.tag(
      inode: facts.inode, size: size, seconds: facts.modified_seconds, nanoseconds: facts.modified_nanoseconds)
  }

  /// Returns the tag of a file with these properties. It is a hash, so that it does not reveal the inode.
  static func tag(inode: UInt64, size: Int, seconds: Int64, nanoseconds: Int64) -> EntityTag {
    EntityTag(of: Array("\(inode) \(size) \(seconds) \(nanoseconds)".utf8))
  }

  /// Returns the validators of the file at a time. A modification time in the future is replaced by the current time
  /// (RFC 9110 §8.8.2.1).
  ///
  /// - Parameter now: the current time in seconds since 1970.
  func validators(at now: Int) -> Validators { Validators(tag: tag, lastModified: min(modified, now)) }
}

/// The result of opening a path.
enum FileOpening {
  case file(ServedFile)
  case folder
  /// Nothing to serve: no file, a device or pipe, a link that leaves its folder, or no permission.
  case missing

  /// Opens a file for reading.
  ///
  /// - Throws: ``/ContractLoop/SystemError`` of the system, such as EMFILE or EIO.
  init(_ path: String) throws(SystemError) {
    guard !path.utf8.contains(0) else {
      self = .missing
      return
    }
    try self.init(contract_file_open(path), path)
  }

  /// Inspects the result of opening: a descriptor or the negated errno.
  fileprivate init(_ opened: Int32, _ path: String) throws(SystemError) {
    guard opened >= 0 else {
      switch -opened {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EXDEV, EACCES, EPERM, ENXIO, ENODEV:
        self = .missing
        return
      default: throw SystemError(-opened, "open", on: path)
      }
    }
    let descriptor = Descriptor(owning: opened)
    var facts = contract_file_facts()
    let result = contract_file_facts(descriptor.raw, &facts)
    guard result >= 0 else { throw SystemError(-result, "fstat", on: path) }
    switch facts.kind {
    case CONTRACT_FILE_REGULAR: self = .file(ServedFile(descriptor, facts))
    case CONTRACT_FILE_FOLDER: self = .folder
    default: self = .missing
    }
  }
}

/// A folder whose files are opened by relative paths that cannot leave it.
struct ServedFolder: ~Copyable {
  /// The method of keeping paths inside the folder.
  enum Confinement {
    /// `openat2` with `RESOLVE_BENEATH`, or ``checked`` on kernels before 5.6 and in sandboxes without it.
    case usual
    /// Opens the file and compares its real path with that of the folder.
    case checked
  }

  private let descriptor: Descriptor
  private let confinement: Confinement
  /// The maximum number of attempts to open a file: a concurrent rename may interrupt the resolution of `..`.
  private static let maxAttempts = 8

  /// - Throws: ``/ContractLoop/SystemError`` if the folder cannot be opened.
  init(_ path: String, _ confinement: Confinement = .usual) throws(SystemError) {
    let opened = path.utf8.contains(0) ? -ENOENT : contract_file_open_folder(path)
    guard opened >= 0 else { throw SystemError(-opened, "open", on: path) }
    descriptor = Descriptor(owning: opened)
    self.confinement = confinement
  }

  /// Opens a file below the folder. Symbolic links may lead to other files below it.
  ///
  /// - Throws: ``/ContractLoop/SystemError`` of the system, such as EMFILE or EIO.
  func open(_ path: String) throws(SystemError) -> FileOpening {
    guard !path.isEmpty, !path.utf8.contains(0) else { return .missing }
    var opened = -EAGAIN
    for _ in 0..<Self.maxAttempts where opened == -EAGAIN || opened == -EINTR { opened = openOnce(path) }
    return try FileOpening(opened, path)
  }

  private func openOnce(_ path: String) -> Int32 {
    if confinement == .usual {
      let opened = contract_file_open_beneath(descriptor.raw, path)
      // These errors mean that the call is not available: an old kernel returns ENOSYS, and a sandbox that does not know the
      // call returns EPERM.
      if opened != -ENOSYS && opened != -EPERM { return opened }
    }
    return contract_file_open_checked(descriptor.raw, path)
  }
}
