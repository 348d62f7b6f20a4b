internal import ContractClient

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder of fixtures: files named `001-GET-users-7.json`, in the order in which they were recorded.
struct FixtureFolder: Sendable {
  let path: String

  /// A longer fixture is a mistake.
  private static let maxBytes = 256 << 20

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
      if name.hasSuffix(".json"), Self.number(name) != nil { names.append(name) }
    }
    return names.sorted { (Self.number($0) ?? 0, $0) < (Self.number($1) ?? 0, $1) }
  }

  /// The number that a fixture's name begins with.
  static func number(_ name: String) -> Int? { Int(name.prefix { $0 != "-" }) }

  /// A name for a fixture.
  static func name(_ number: Int, _ request: HTTPRequest) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    let words = request.path.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let path = words.isEmpty ? "root" : String(words.prefix(60))
    return "\(padded)-\(request.method)-\(path).json"
  }

  /// Makes the folder unless it is there; its parent must be.
  func make() throws(FixtureError) {
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
      guard bytes.count <= Self.maxBytes else { throw FixtureError(path, "is longer than \(Self.maxBytes) bytes") }
    }
    return try Fixture(fileContent: bytes, path: path)
  }

  /// Writes a fixture beside its place and moves it there, so that nobody reads half of it.
  func write(_ fixture: Fixture, _ name: String) throws(FixtureError) {
    let path = "\(path)/\(name)"
    let draft = "\(path).new"
    guard let file = fopen(draft, "we") else { throw FixtureError(path, "cannot be written", code: errno) }
    let bytes = fixture.fileContent
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count, rename(draft, path) == 0 else {
      throw FixtureError(path, "cannot be written", code: errno)
    }
  }
}
