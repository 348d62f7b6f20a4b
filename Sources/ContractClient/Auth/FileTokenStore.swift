internal import Contract
internal import ContractCoding
internal import ContractLoop
internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A token store in a JSON file that only its owner can read (mode 0600).
///
/// The file is replaced atomically: after a crash it holds either the old or the new tokens. Its folder must exist.
/// Processes can share the file, and clients notice when another process saves or clears the tokens. Saving and
/// clearing lock the folder (`flock`) and wait up to one second for the lock. Renewing locks the file itself, so that
/// each refresh token is used once.
public struct FileTokenStore: TokenStore {
  private let path: String

  /// Creates a store in the file at `path`.
  public init(_ path: String) {
    self.path = path
  }

  /// Returns the tokens in the file; nil if there is no file.
  ///
  /// - Throws: ``TokenStoreError`` if others can read or write the file, if it belongs to another user, or if its
  ///   content is invalid.
  public func load() throws -> AuthTokens? {
    // Without `O_NONBLOCK`, opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw TokenStoreError("cannot open the file", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw TokenStoreError("cannot read the mode of the file", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw TokenStoreError("the path does not lead to a regular file") }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw TokenStoreError("the file belongs to another user or is open to others; set its owner and mode 0600")
    }
    guard status.st_size <= Self.maxBytes else { throw TokenStoreError("the file exceeds 1 MiB; remove it") }
    do {
      return try JSONReader().decode(AuthTokens.self, from: try Self.read(descriptor))
    } catch let error as TokenStoreError {
      throw error
    } catch {
      // The error omits the content of the file, which may be secret.
      throw TokenStoreError("the file contains no valid tokens; remove it")
    }
  }

  /// Writes the tokens to a new file that replaces the old one. An expiration before 1970 is saved as the start of
  /// 1970, and an expiration after 9999 as the end of 9999.
  ///
  /// - Throws: ``TokenStoreError``.
  public func save(_ tokens: AuthTokens) async throws {
    try await withLock { () throws(TokenStoreError) in try replace(with: tokens) }
  }

  /// Saves the tokens unless any process has saved or cleared tokens since `version`.
  ///
  /// - Throws: ``TokenStoreError``.
  public func save(_ tokens: AuthTokens, replacing version: Int?) async throws -> Bool {
    try await withLock { () throws(TokenStoreError) in
      guard self.version() == version else { return false }
      try replace(with: tokens)
      return true
    }
  }

  private func replace(with tokens: AuthTokens) throws(TokenStoreError) {
    var tokens = tokens
    // The date is clamped, because dates are written with four digits of the year.
    tokens.expiresAt = tokens.expiresAt.map {
      Date(timeIntervalSince1970: min(max(0, $0.timeIntervalSince1970), Self.lastSecond))
    }
    let bytes: [UInt8]
    do {
      bytes = try JSONWriter.bytes(of: tokens)
    } catch {
      throw TokenStoreError("the tokens cannot be encoded as JSON")
    }
    let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TokenStoreError("cannot create a temporary file in its folder", errno) }
    do throws(TokenStoreError) {
      defer { close(descriptor) }
      guard Descriptor.write(bytes[...], to: descriptor) == bytes.count, fchmod(descriptor, 0o600) == 0,
        fsync(descriptor) == 0
      else {
        throw TokenStoreError("cannot write the file", errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let number = errno
      unlink(temporary)
      throw TokenStoreError("cannot replace the file", number)
    }
  }

  /// Removes the file.
  ///
  /// - Throws: ``TokenStoreError`` if the file cannot be removed.
  public func clear() async throws {
    try await withLock { () throws(TokenStoreError) in
      guard unlink(path) == 0 || errno == ENOENT else { throw TokenStoreError("cannot remove the file", errno) }
    }
  }

  /// Runs a closure while holding the lock on the folder.
  private func withLock<T>(_ body: () throws(TokenStoreError) -> T) async throws -> T {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Without a folder there is nothing to lock, and saving fails anyway.
    if descriptor < 0, errno == ENOENT { return try body() }
    guard descriptor >= 0 else { throw TokenStoreError("cannot open its folder", errno) }
    // Closing the descriptor releases the lock.
    defer { close(descriptor) }
    for _ in 0..<Self.maxAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw TokenStoreError("cannot lock its folder", errno) }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw TokenStoreError("another process has held the lock of its folder for more than a second; try again later")
  }

  private static let maxAttempts = 1000

  /// Serializes renewals of the same tokens among clients and processes that share the file.
  ///
  /// - Throws: The errors of `renew`, and `CancellationError` if the task is cancelled while waiting.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    while true {
      // Each version of the tokens is a separate file. A client therefore waits only for renewals of its own version,
      // and does not wait after a logout.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return try await renew() }
      // The lock is released when the descriptor is closed or the process exits.
      defer { close(descriptor) }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { return try await renew() }
        try await Task.sleep(for: .milliseconds(10))
      }
      var (own, named) = (stat(), stat())
      guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0 else { return try await renew() }
      // Another process may have replaced the file with renewed tokens in the meantime. The lock is valid only if the
      // path still leads to the locked file.
      if own.st_ino == named.st_ino, own.st_dev == named.st_dev { return try await renew() }
    }
  }

  /// Returns a hash of the file's metadata, which differs between versions because each version is a new file.
  public func version() -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    var hasher = Hasher()
    for part in [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] {
      hasher.combine(part)
    }
    return hasher.finalize()
  }

  private static let maxBytes = 1 << 20
  /// 9999-12-31T23:59:59Z in seconds since 1970.
  private static let lastSecond: TimeInterval = 253_402_300_799

  private static func read(_ descriptor: Int32) throws(TokenStoreError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.read(upTo: maxBytes + 1, from: descriptor)
    } catch {
      throw TokenStoreError("cannot read the file", error.code)
    }
    // The file may have grown since its size was checked.
    guard bytes.count <= maxBytes else { throw TokenStoreError("the file exceeds 1 MiB; remove it") }
    return bytes
  }
}

/// An error in loading or saving tokens. It does not contain the content of the file.
public struct TokenStoreError: Error, CustomStringConvertible {
  /// The error and its remedy.
  public let description: String

  init(_ message: String, _ code: Int32? = nil) {
    description = "token store: " + message + (code.map { ": " + String(errno: $0) } ?? "")
  }
}
