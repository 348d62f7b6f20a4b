import ContractClient
import ContractTestSupport
import Testing

@testable import ContractCurl

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Threads that cannot be started", .ownThreads, .timeLimit(.minutes(2)))
struct ThreadLimitTests {
  /// Limits the number of threads of the user; returns the earlier limit.
  private static func limitThreads(to count: rlim_t) -> rlim_t {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
    #else
      let resource = RLIMIT_NPROC
    #endif
    precondition(getrlimit(resource, &limit) == 0)
    let earlier = limit.rlim_cur
    limit.rlim_cur = count
    precondition(setrlimit(resource, &limit) == 0)
    return earlier
  }

  @Test("A call whose thread cannot be started fails, and a later one starts it")
  func limited() async {
    await #expect(processExitsWith: .success) {
      let engines = CurlEngines(options: CurlOptions(CurlTransport.Configuration()))
      let limit = Self.limitThreads(to: 1)
      // The limit does not apply to root.
      if geteuid() == 0 { precondition(setuid(65534) == 0) }
      do throws(TransferFailure) {
        _ = try engines.current()
        preconditionFailure("a thread was started")
      } catch {
        precondition(error.description.contains("the client's thread could not be started"), error.description)
      }
      precondition(!engines.hasOwn)
      _ = Self.limitThreads(to: limit)
      _ = try engines.current()
      precondition(engines.hasOwn)
    }
  }
}
