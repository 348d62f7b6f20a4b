internal import CPosix
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file of a Unix domain socket. It is created with its mode, replaces an unused file, and is removed unless another server
/// has replaced it.
final class UnixSocketFile: Sendable {
  let path: String
  private let identity: contract_file
  private let isRemoved = Lock(false)

  /// The path until ``moveIntoPlace()``, if it replaces another file.
  private let initialPath: String

  /// Binds a socket and listens: at `path`, or in the same folder if it will replace another file.
  ///
  /// Between `bind` and `listen` a socket looks unused. A lock of the folder prevents other servers from removing it.
  init(
    binding socket: Int32, to path: String, mode: UInt32, replaces: Bool, backlog: Int32
  ) throws(ServerError) {
    try Self.check(path)
    let lock = FolderLock(ofFolderWith: path)
    defer { withExtendedLifetime(lock) {} }
    do {
      // The file is created with this mode minus the umask, so it is never more permissive than requested.
      try Self.call("fchmod", path) { contract_set_file_mode(socket, mode) }
      let first = replaces ? try Self.temporary(path) : path
      try Self.bind(socket, to: first, in: lock)
      do {
        try Self.call("chmod", path) { contract_change_socket_mode(first, mode) }
        try Syscalls.listen(socket, backlog: backlog)
        self.identity = try Self.file(at: first)
      } catch {
        try? Syscalls.unlink(first)
        throw error
      }
      self.path = path
      self.initialPath = first
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  /// Replaces another file atomically. This is the last step that may fail; until then the other server continues.
  func moveIntoPlace() throws(ServerError) {
    guard initialPath != path else { return }
    let lock = FolderLock(ofFolderWith: path)
    defer { withExtendedLifetime(lock) {} }
    do {
      try Self.call("rename", path) { contract_rename(initialPath, path) }
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  private static func failure(_ error: any Error, at path: String) -> ServerError {
    switch error {
    case let error as ServerError: error
    case let error as SystemError: ServerError(error, at: "unix:\(path)")
    default: ServerError(.system, "cannot listen on unix:\(path): \(error)")
    }
  }

  /// Removes the file unless it has been replaced.
  func remove() {
    let isFirst = isRemoved.withLock { isRemoved in
      defer { isRemoved = true }
      return !isRemoved
    }
    guard isFirst else { return }
    let lock = FolderLock(ofFolderWith: path)
    defer { withExtendedLifetime(lock) {} }
    // Both paths are checked, because after a failed start the file is still at its first path.
    for path in Set([path, initialPath]) {
      if let now = try? Self.file(at: path), now.isSame(as: identity) { try? Syscalls.unlink(path) }
    }
  }

  // MARK: Creation

  private static func check(_ path: String) throws(ServerError) {
    let bytes = Array(path.utf8)
    if bytes.isEmpty || bytes.contains(0) {
      throw ServerError(.invalidPath, "`\(path.filter { $0 != "\0" })` is not a valid path of a Unix domain socket")
    }
    if bytes.count > SocketAddress.maxPathBytes {
      throw ServerError(
        .invalidPath,
        "unix:\(path) has \(bytes.count) bytes; the path of a Unix domain socket has at most "
          + "\(SocketAddress.maxPathBytes), so choose a shorter one")
    }
  }

  private static func bind(_ socket: Int32, to path: String, in folder: FolderLock) throws {
    let address = try address(of: path, in: folder)
    do {
      try Syscalls.bind(socket, to: address)
    } catch let error where error.code == EADDRINUSE {
      try removeLeftOver(path)
      try Syscalls.bind(socket, to: address)
    }
  }

  /// Returns a socket address for the path. A path that is too long, such as a temporary one, is replaced by a shorter path
  /// through the open folder.
  private static func address(of path: String, in folder: FolderLock) throws -> SocketAddress {
    guard path.utf8.count > SocketAddress.maxPathBytes, let folder = folder.number else {
      try check(path)
      return .unix(path: path)
    }
    return .unix(path: "/proc/self/fd/\(folder)/\(split(path).name)")
  }

  /// Removes the file of a socket on which no process listens.
  private static func removeLeftOver(_ path: String) throws {
    guard try file(at: path).is_socket != 0 else {
      throw ServerError(
        .notASocket, "unix:\(path) is not a socket; remove it or choose another path")
    }
    switch try probe(path) {
    case ECONNREFUSED: try Syscalls.unlink(path)
    // The path is in use: the socket was reached, its queue is full, or it is another kind of socket.
    case 0, EAGAIN, EPROTOTYPE: throw SystemError(EADDRINUSE, "bind", on: "unix:\(path)")
    case let code: throw SystemError(code, "connect", on: "unix:\(path)")
    }
  }

  /// Connects to `path` and returns 0 or the errno.
  private static func probe(_ path: String) throws(SystemError) -> Int32 {
    let address = SocketAddress.unix(path: path)
    let socket = try Syscalls.streamSocket(for: address).release()
    defer { Descriptor(owning: socket).closeNow() }
    do throws(SystemError) {
      _ = try Syscalls.connect(socket, to: address)
      return 0
    } catch {
      return error.code
    }
  }

  /// Returns a path in the same folder, from which a file can be renamed atomically.
  private static func temporary(_ path: String) throws -> String {
    if let file = try? file(at: path), file.is_socket == 0 {
      throw ServerError(
        .notASocket, "unix:\(path) is not a socket; remove it or choose another path")
    }
    // The number is random, because servers in one process, and in containers that share the folder, may have the same process
    // ID.
    let number = UInt64.random(in: numbersOfSevenDigits)
    return "\(split(path).folder).\(String(number, radix: 36))"
  }

  /// The numbers with seven digits in base 36.
  private static let numbersOfSevenDigits: Range<UInt64> = 2_176_782_336..<78_364_164_096

  /// Returns the folder of a path, with its slash or empty, and the name in it.
  private static func split(_ path: String) -> (folder: Substring, name: Substring) {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return (path[..<start], path[start...])
  }

  private static func file(at path: String) throws(SystemError) -> contract_file {
    var file = contract_file()
    try call("lstat", path) { contract_file_at(path, &file) }
    return file
  }

  private static func call(
    _ name: StaticString, _ path: String, _ body: () -> Int32
  ) throws(SystemError) {
    let result = body()
    if result < 0 { throw SystemError(-result, name, on: path) }
  }
}

extension contract_file {
  fileprivate func isSame(as other: contract_file) -> Bool {
    device == other.device && inode == other.inode && seconds == other.seconds && nanoseconds == other.nanoseconds
      && is_socket == other.is_socket
  }
}

/// A lock on a folder while its sockets are changed, released at the end of its lifetime.
private final class FolderLock {
  private let descriptor: Descriptor?
  /// The number of the open folder's descriptor; nil if the folder cannot be read or the lock remains taken.
  let number: Int32?

  /// Waits up to a second for the lock. If the folder cannot be read or the lock remains taken, the server continues without
  /// it; then only servers that start simultaneously can conflict.
  init(ofFolderWith path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    for _ in 0..<100 {
      let result = contract_lock_folder(folder)
      if result >= 0 {
        descriptor = Descriptor(owning: result)
        number = result
        return
      }
      guard result == -EWOULDBLOCK || result == -EINTR else { break }
      usleep(10_000)
    }
    descriptor = nil
    number = nil
  }
}
