import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Service manager", .ownThreads, .serialized)
struct ServiceManagerTests {
  /// A datagram socket bound to a path, or to an abstract name that begins with `@`.
  private final class Manager {
    private let raw: Int32

    init(_ name: String) throws {
      raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(name.utf8)
      let length = MemoryLayout<sa_family_t>.size + bytes.count + (name.hasPrefix("@") ? 0 : 1)
      if name.hasPrefix("@") { bytes[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, socklen_t(length)) }
      }
      try #require(result == 0)
      var time = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(raw) }

    func next() -> String {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = recv(raw, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  @Test("The service manager is notified at a path or an abstract name")
  func names() throws {
    let folder = TemporaryFolder()
    for name in [folder.file("notify"), "@contract-\(getpid())-\(folder.path.utf8.count)"] {
      let manager = try Manager(name)
      #expect(ServiceManager(name)?.tell("READY=1") == 0)
      #expect(manager.next() == "READY=1")
    }
  }

  @Test("An absent or invalid NOTIFY_SOCKET is ignored")
  func absent() {
    for name in [nil, "", "/", "@", "vsock:2:1", "relative"] { #expect(ServiceManager(name) == nil, "\(name ?? "-")") }
  }

  @Test("A missing service manager is reported as an error code")
  func gone() {
    #expect(ServiceManager("/no/such/socket")?.tell("READY=1") == -ENOENT)
    #expect(ServiceManager("/" + String(repeating: "x", count: 300))?.tell("READY=1") == -ENAMETOOLONG)
  }

  @Test("The service manager is notified when a server is ready and when it stops")
  func run() async {
    // In a separate process, because other servers and threads read the environment too.
    await #expect(processExitsWith: .success) {
      // The manager blocks its thread, so it runs outside the pool, on which the server is started and stopped.
      try await withTaskExecutorPreference(ThreadPerJob()) { try await ServiceManagerTests.runWithManager() }
    }
  }

  /// Runs a server in the environment of a service manager.
  private static func runWithManager() async throws {
    let folder = TemporaryFolder()
    let name = folder.file("notify")
    let manager = try Manager(name)
    setenv("NOTIFY_SOCKET", name, 1)
    var router = Router()
    router.on(.get, "/") { _ in .text("here") }
    let server = Server(listening: [.tcp(port: 0), .unix(folder.file("a"))], threads: 1, router: router)
    let told = Lock<[String]>([])
    let running = Task { try await server.run { address in told.withLock { $0.append("\(address)") } } }
    #expect(manager.next() == "READY=1")
    #expect(told.withLock { $0 } == server.addresses.map(\.description))
    #expect(server.addresses.last?.description == "unix:\(folder.file("a"))")
    running.cancel()
    #expect(manager.next() == "STOPPING=1")
    try await running.value
  }
}
