internal import ContractClient
internal import ContractHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder of fixture files named like `001-GET-users-7.json`, numbered in recording order.
struct FixtureFolder: Sendable {
  let path: String

  /// The maximum file size, for reading and writing.
  var maxBytes = RecordingLimits().maxFileBytes

  /// Returns the names of the fixtures, in order.
  ///
  /// - Throws: ``FixtureError`` when the folder cannot be read.
  func names() throws(FixtureError) -> [String] {
    guard let folder = opendir(path) else { throw FixtureError(path, "is not a readable folder", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // SAFETY: the name ends with NUL and is copied while `entry` is valid.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.ends(withBytes: ".json"), Self.number(name) != nil { names.append(name) }
    }
    return names.sorted { (Self.number($0) ?? 0, $0) < (Self.number($1) ?? 0, $1) }
  }

  /// Returns the number at the start of a fixture's name.
  static func number(_ name: String) -> Int? { Int(name.prefix(toByte: "-")) }

  /// Returns the file name for a fixture.
  static func name(_ number: Int, _ request: HTTPRequest) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    let words = request.path.split(whereByte: { !Self.isPlain($0) }).joined(separator: "-")
    let path = words.isEmpty ? "root" : String(words.prefix(60))
    return "\(padded)-\(request.method)-\(path).json"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Creates the folder and its parents if they do not exist.
  func make() throws(FixtureError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let parent = path.lastIndex(of: "/").map({ path[..<$0] }), !parent.isEmpty else {
      throw FixtureError(path, "cannot be created", code: code)
    }
    try FixtureFolder(path: String(parent)).make()
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FixtureError(path, "cannot be created", code: errno) }
  }

  func remove(_ name: String) throws(FixtureError) {
    guard unlink("\(path)/\(name)") == 0 else {
      throw FixtureError("\(path)/\(name)", "cannot be removed", code: errno)
    }
  }

  func read(_ name: String) throws(FixtureError) -> Fixture {
    let path = "\(path)/\(name)"
    let bytes: [UInt8]?
    do throws(FileError) {
      // Opening another kind of file, such as a named pipe, could wait forever.
      let file = try FileReader(path: path)
      bytes = try file.length <= maxBytes ? file.rest() : nil
    } catch {
      throw FixtureError(path, error.code == nil ? "is not a regular file" : "cannot be read", code: error.code)
    }
    guard let bytes else { throw FixtureError(path, "exceeds the limit of \(maxBytes) bytes") }
    return try Fixture(fileContent: bytes, path: path)
  }

  /// Writes a fixture to a temporary file and then renames it, so that no reader sees a partial file and no file is
  /// overwritten. The file gets the number after the highest one in the folder, which other recorders may use too.
  ///
  /// - Returns: The name of the file.
  func write(_ fixture: Fixture) throws(FixtureError) -> String {
    let bytes = fixture.fileContent
    guard bytes.count <= maxBytes else {
      throw FixtureError(path, "cannot hold a fixture of \(bytes.count) bytes; the maximum is \(maxBytes)")
    }
    let temporary = "\(path)/.\(getpid())-\(UInt64.random(in: 0 ... .max)).new"
    guard let file = fopen(temporary, "wxe") else { throw FixtureError(temporary, "cannot be written", code: errno) }
    defer { unlink(temporary) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw FixtureError(temporary, "cannot be written", code: errno)
    }
    let turn = try locked()
    defer { close(turn) }
    while true {
      let name = Self.name(try nextNumber(), fixture.request)
      if Self.move(temporary, to: "\(path)/\(name)") { return name }
      // The name is taken only if the file system has no locks.
      guard errno == EEXIST else { throw FixtureError("\(path)/\(name)", "cannot be written", code: errno) }
    }
  }

  /// Returns the number after the highest one in the folder.
  ///
  /// - Throws: ``FixtureError`` when the folder cannot be read, or its highest number is the maximum.
  func nextNumber() throws(FixtureError) -> Int {
    guard let last = try names().last, let number = Self.number(last) else { return 1 }
    guard number < Int.max else {
      throw FixtureError("\(path)/\(last)", "has the maximum number, so none is left for a new fixture; rename it")
    }
    return number + 1
  }

  /// Waits until no other recorder assigns a number, in this process or another one. Without locks in the file system,
  /// this does nothing.
  ///
  /// - Returns: A descriptor to close after the number is used.
  private func locked() throws(FixtureError) -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FixtureError(path, "is not a readable folder", code: errno) }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return folder
  }

  /// Renames a file. Returns false, with `errno` set to `EEXIST`, if a file with the new name exists.
  private static func move(_ file: String, to path: String) -> Bool {
    if link(file, path) == 0 { return true }
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    // Without hard links in the file system, the name is created as an empty file and then replaced. Readers may briefly see
    // the empty file.
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return rename(file, path) == 0
  }
}
