internal import Contract
internal import ContractCoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Keeps tokens in a file that its owner alone can read (mode 0600), as JSON.
///
/// The file is replaced as a whole: a reader, or a crash, finds the old tokens or the new ones. Its folder must exist.
/// Processes that share the file find each other's tokens, and clients notice when somebody saves or clears them. Whoever
/// saves or clears has a lock on the folder (`flock`) for that time, and waits for it for up to a second. Who renews tokens has
/// one on the file itself, so that each refresh token is used once.
public struct FileTokenStore: TokenStore {
  private let path: String

  /// A store in the file at `path`.
  public init(_ path: String) {
    self.path = path
  }

  /// The tokens in the file; nil when there is no file.
  ///
  /// - Throws: ``TokenStoreError`` for a file that others can read or write, that is not the user's own, or that has
  ///   something else in it.
  public func load() throws -> AuthTokens? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw TokenStoreError("cannot open the file", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw TokenStoreError("cannot look at the file", errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw TokenStoreError("the file is open to others; it must be the user's own, with mode 0600")
    }
    guard status.st_size <= Self.maxBytes else { throw TokenStoreError("the file is longer than tokens are") }
    do {
      return try JSONReader().decode(AuthTokens.self, from: try Self.read(descriptor))
    } catch let error as TokenStoreError {
      throw error
    } catch {
      // What is in the file may be secret, so the error says nothing about it.
      throw TokenStoreError("the file has no tokens in it; remove it")
    }
  }

  /// Writes the tokens to a new file and puts it in the place of the old one.
  ///
  /// - Throws: ``TokenStoreError``.
  public func save(_ tokens: AuthTokens) async throws {
    try await withLock { () throws(TokenStoreError) in try replace(with: tokens) }
  }

  /// Keeps tokens like ``save(_:)``, unless another process, or this one, has saved or cleared others since `version`.
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
    let bytes: [UInt8]
    do {
      bytes = try JSONWriter.bytes(of: tokens)
    } catch {
      throw TokenStoreError("the tokens are no JSON")
    }
    let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TokenStoreError("cannot make a file beside it", errno) }
    do throws(TokenStoreError) {
      defer { close(descriptor) }
      try Self.write(bytes, to: descriptor)
      guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else {
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
  /// - Throws: ``TokenStoreError`` when it is there and cannot be removed.
  public func clear() async throws {
    try await withLock { () throws(TokenStoreError) in
      guard unlink(path) == 0 || errno == ENOENT else { throw TokenStoreError("cannot remove the file", errno) }
    }
  }

  /// Does something while nobody else changes the file.
  private func withLock<T>(_ body: () throws(TokenStoreError) -> T) async throws -> T {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Nobody changes a file in a folder that is not there; saving fails by itself.
    if descriptor < 0, errno == ENOENT { return try body() }
    guard descriptor >= 0 else { throw TokenStoreError("cannot open its folder", errno) }
    // Closing it gives the lock back.
    defer { close(descriptor) }
    for _ in 0..<Self.maxAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw TokenStoreError("cannot lock its folder", errno) }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw TokenStoreError("somebody else has the lock of its folder for more than a second")
  }

  private static let maxAttempts = 1000

  /// Lets clients and processes that share the file renew the same tokens one after another.
  ///
  /// - Throws: what `renew` throws, and `CancellationError` to who is cancelled while waiting.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    while true {
      // Each version is a file of its own, so who has another one, or none after a logout, waits for nobody.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return try await renew() }
      // Closing it gives the lock back, and so does the end of the process.
      defer { close(descriptor) }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { return try await renew() }
        try await Task.sleep(for: .milliseconds(10))
      }
      var (own, named) = (stat(), stat())
      guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0 else { return try await renew() }
      // While this one waited, another may have renewed them.
      if own.st_ino == named.st_ino, own.st_dev == named.st_dev { return try await renew() }
    }
  }

  /// A number made of what the file system says of the file, each version of which is a file of its own.
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

  private static func read(_ descriptor: Int32) throws(TokenStoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= maxBytes {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TokenStoreError("cannot read the file", errno) }
      bytes += piece[..<count]
    }
    throw TokenStoreError("the file is longer than tokens are")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(TokenStoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: `write` reads the bytes during the call alone.
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TokenStoreError("cannot write the file", errno) }
      rest = rest.dropFirst(count)
    }
  }
}

/// Tokens could not be kept or found. It says nothing of what is in the file.
public struct TokenStoreError: Error, CustomStringConvertible {
  /// What happened, and what to do.
  public let description: String

  init(_ what: String, _ number: Int32? = nil) {
    description = "token store: " + what + (number.map { ": " + String(cString: strerror($0)) } ?? "")
  }
}
