internal import ContractClient

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder of fixtures: files named `001-GET-users-7.json`, in the order in which they were recorded.
struct FixtureFolder: Sendable {
  let path: String

  /// A longer fixture is a mistake, and is neither written nor read.
  var maxBytes = RecordingLimits().maxFileBytes

  /// The names of the fixtures, in order.
  ///
  /// - Throws: ``FixtureError`` when the folder cannot be read.
  func names() throws(FixtureError) -> [String] {
    guard let folder = opendir(path) else { throw FixtureError(path, "is no folder that can be read", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // SAFETY: the name ends with a NUL, and is copied while the entry is there.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.ends(withBytes: ".json"), Self.number(name) != nil { names.append(name) }
    }
    return names.sorted { (Self.number($0) ?? 0, $0) < (Self.number($1) ?? 0, $1) }
  }

  /// The number that a fixture's name begins with.
  static func number(_ name: String) -> Int? { Int(name.prefix(toByte: "-")) }

  /// A name for a fixture.
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

  /// Makes the folder, and those that it is in, unless they are there.
  func make() throws(FixtureError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let parent = path.lastIndex(of: "/").map({ path[..<$0] }), !parent.isEmpty else {
      throw FixtureError(path, "cannot be made", code: code)
    }
    try FixtureFolder(path: String(parent)).make()
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FixtureError(path, "cannot be made", code: errno) }
  }

  func remove(_ name: String) throws(FixtureError) {
    guard unlink("\(path)/\(name)") == 0 else {
      throw FixtureError("\(path)/\(name)", "cannot be removed", code: errno)
    }
  }

  func read(_ name: String) throws(FixtureError) -> Fixture {
    let path = "\(path)/\(name)"
    guard let file = fopen(path, "re") else { throw FixtureError(path, "cannot be opened", code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
      guard bytes.count <= maxBytes else { throw FixtureError(path, "is longer than \(maxBytes) bytes") }
    }
    return try Fixture(fileContent: bytes, path: path)
  }

  /// Writes a fixture beside its place and puts it there, so that nobody reads half of it and nothing is overwritten.
  ///
  /// - Parameter next: gives the name, and another one when there is such a file: somebody else may record here as well.
  /// - Returns: the name.
  func write(_ fixture: Fixture, _ next: () -> String) throws(FixtureError) -> String {
    let bytes = fixture.fileContent
    guard bytes.count <= maxBytes else {
      throw FixtureError(path, "would have a fixture of \(bytes.count) bytes; none of more than \(maxBytes) is read")
    }
    let draft = "\(path)/.\(getpid())-\(UInt64.random(in: 0 ... .max)).new"
    guard let file = fopen(draft, "wxe") else { throw FixtureError(draft, "cannot be written", code: errno) }
    defer { unlink(draft) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw FixtureError(draft, "cannot be written", code: errno)
    }
    while true {
      let name = next()
      if Self.place(draft, "\(path)/\(name)") { return name }
      guard errno == EEXIST else { throw FixtureError("\(path)/\(name)", "cannot be written", code: errno) }
    }
  }

  /// Gives a file another name; false with `EEXIST` when that is taken.
  private static func place(_ draft: String, _ path: String) -> Bool {
    if link(draft, path) == 0 { return true }
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    // Not every file system has links. Here it may be seen empty for a moment.
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return rename(draft, path) == 0
  }
}
