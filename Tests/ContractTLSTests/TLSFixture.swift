#if TLS
  import Contract
  import ContractLoop
  import Testing

  @testable import ContractServer
  @testable import ContractSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The output of a command line, and its exit status.
  struct Ran {
    var status: Int32
    var output: String
  }

  /// Runs a command in the shell; its output includes standard error.
  func run(_ command: String) -> Ran {
    guard let pipe = popen("exec 2>&1; \(command)", "r") else { return Ran(status: -1, output: "") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
    let status = pclose(pipe)
    return Ran(status: status >> 8, output: String(decoding: bytes, as: UTF8.self))
  }

  /// Certificates of a test's own authority, made by openssl in a folder that is removed at the end.
  final class Certificates: Sendable {
    let folder: String

    init() {
      var template = Array("/tmp/contract-tls-XXXXXX".utf8CString)
      folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
      authority("ca", "/CN=Test authority")
      issue("server", "/CN=first", names: "DNS:localhost,IP:127.0.0.1")
    }

    deinit { _ = run("rm -rf '\(folder)'") }

    func file(_ name: String) -> String { "\(folder)/\(name)" }

    func authority(_ name: String, _ subject: String) {
      openssl("req -x509 \(key(name)) -subj '\(subject)' -days 2 -out \(name).pem")
    }

    /// Makes `name.pem` and `name.key`, signed by an authority.
    func issue(
      _ name: String, _ subject: String, names: String, by authority: String = "ca", usage: String = "serverAuth",
      isAuthority: Bool = false
    ) {
      openssl("req -new \(key(name)) -subj '\(subject)' -out \(name).csr")
      write(
        "subjectAltName=\(names)\nextendedKeyUsage=\(usage)\nbasicConstraints=CA:\(isAuthority)\n", to: "\(name).ext")
      openssl(
        "x509 -req -in \(name).csr -CA \(authority).pem -CAkey \(authority).key -CAcreateserial -days 2 "
          + "-extfile \(name).ext -out \(name).pem")
    }

    /// Makes a certificate for clients that expires after some seconds.
    func issue(_ name: String, _ subject: String, seconds: Int) {
      write("", to: "index")
      write(
        """
        [ca]
        default_ca = it
        [it]
        database = index
        new_certs_dir = .
        rand_serial = yes
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied

        """, to: "ca.conf")
      openssl("req -new \(key(name)) -subj '\(subject)' -out \(name).csr")
      openssl(
        "ca -batch -notext -config ca.conf -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem "
          + "-startdate 20200101000000Z -enddate $(date -u -d @$(($(date +%s) + \(seconds))) +%Y%m%d%H%M%SZ)")
    }

    func write(_ text: String, to name: String) {
      guard let file = fopen(file(name), "w") else { return }
      fputs(text, file)
      fclose(file)
    }

    func rename(_ from: String, _ to: String) {
      #expect(run("cp '\(file(from))' '\(file(to))'").status == 0)
    }

    private func key(_ name: String) -> String {
      "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(name).key"
    }

    private func openssl(_ arguments: String) {
      let ran = run("cd '\(folder)' && openssl \(arguments)")
      #expect(ran.status == 0, "\(ran.output)")
    }

    var server: ServerTLS { ServerTLS(chain: file("server.pem"), key: file("server.key")) }
  }

  /// Runs a server, which returns the sender and the body of each request, while `body` runs.
  func withServer(
    _ tls: ServerTLS, proxyProtocol: ProxyProtocol = .none, timeouts: ServerTimeouts = ServerTimeouts(),
    threads: Int = 1, maxConnections: Int = 100, _ body: (Server, Int) async throws -> Void
  ) async throws {
    var router = Router()
    router.on(.get, "/") { request in .text(request.remoteAddress.map { "from \($0)" } ?? "") }
    router.on(.get, "/who") { request in
      let certificate = request.clientCertificate
      return .text(certificate.map { "\($0.subject) \($0.names) \($0.fingerprint)" } ?? "nobody")
    }
    let big = String(repeating: "0123456789abcdef", count: 1 << 18)
    router.on(.get, "/big") { _ in .text(big) }
    router.on(.post, "/echo") { request in HTTPResponse(.ok, body: .bytes(request.body)) }
    var limits = ServerLimits()
    limits.maxBodyBytes = 8 << 20
    limits.maxConnections = maxConnections
    let server = Server(
      listening: [.tcp(port: 0, proxyProtocol: proxyProtocol).secured(by: tls)], threads: threads, limits: limits,
      timeouts: timeouts, router: router)
    let address = try await server.start()
    #expect(address.url == "https://127.0.0.1:\(address.port)")
    do {
      try await body(server, address.port)
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }
#endif
