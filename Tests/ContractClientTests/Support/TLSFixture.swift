import ContractHTTP
import Glibc

/// Certificates for these tests, and TLS for scripted servers.
enum TLSFixture {
  struct Unavailable: Error {
    let reason: String
  }

  private static let tests = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// True if the programs that create certificates and speak TLS are installed.
  static let isAvailable = ["openssl", "python3"].allSatisfy { name in
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  private static let folder = Lock<String?>(nil)

  /// Made once per process, and removed at its end.
  private static let making = Task<Void, any Error> {
    let path = "/tmp/contract-tls-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let status = await offPool {
      guard mkdir(path, 0o700) == 0 else { return Int32(-1) }
      return Subprocess(["sh", "-c", "exec sh \(tests)/TLS/certificates.sh \(path) 2>\(path)/log >&2"])?.finish() ?? -1
    }
    guard status == 0 else { throw Unavailable(reason: "no certificates; see \(path)/log") }
    folder.withLock { $0 = path }
    atexit {
      if let path = TLSFixture.folder.withLock({ $0 }) { Subprocess(["rm", "-rf", path])?.finish() }
    }
  }

  /// Creates the certificates, unless they exist.
  static func prepare() async throws { try await making.value }

  /// The path of a certificate or key, such as `good.pem`, after ``prepare()``.
  static func path(_ name: String) throws -> String {
    guard let folder = folder.withLock({ $0 }) else { throw Unavailable(reason: "not prepared") }
    return "\(folder)/\(name)"
  }

  /// The bytes of a certificate or key.
  static func bytes(_ name: String) throws -> [UInt8] {
    guard let file = fopen(try path(name), "r") else { throw Unavailable(reason: "no \(name)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  /// The text of a file.
  static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// Runs `body` with the port at which `server` is reached over TLS with this certificate.
  static func with(
    _ certificate: String, _ flags: [String] = [], _ server: ScriptedServer, _ body: (UInt16) async throws -> Void
  ) async throws {
    let files = [try path("\(certificate).pem"), try path("\(certificate).key")]
    let arguments = ["python3", "\(tests)/TLS/terminator.py", "\(server.port)"] + files + flags
    let started = await offPool { Subprocess(arguments).map { ($0, $0.readLine()) } }
    guard let (program, line) = started else { throw Unavailable(reason: "python3 does not start") }
    defer { program.finish() }
    guard let port = line.flatMap(UInt16.init) else { throw Unavailable(reason: "no port") }
    try await body(port)
  }
}
