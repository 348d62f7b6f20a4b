import ContractClient
import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `interop serve` answers what arrives; `interop call URL` calls an httpbin. `Scripts/check-interop` drives both.
@main
struct Interop {
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "serve":
      try await Server(port: 0, threads: 1) { ArrivalsRoutes(ArrivalService()) }.run { address in
        print(address)
        fflush(nil)
      }
    case "call" where CommandLine.arguments.count == 3:
      var checks = EchoChecks(url: CommandLine.arguments[2])
      do {
        try await checks.run()
      } catch {
        print("FAILED \(error)")
        exit(1)
      }
      for mistake in checks.mistakes { print("FAILED \(mistake)") }
      print("\(checks.count - checks.mistakes.count) of \(checks.count) arrived at httpbin as meant")
      if !checks.mistakes.isEmpty { exit(1) }
    default:
      print("usage: interop serve | interop call URL")
      exit(2)
    }
  }
}
