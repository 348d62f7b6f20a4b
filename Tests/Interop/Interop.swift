import ContractClient
import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `interop serve` returns the received requests, `interop call URL` calls an httpbin through a contract, `interop
/// transport URL` without one, `interop cases URL` plays raw responses over one transport, `interop faults PORT` calls a
/// server that misbehaves, `interop strangers URL` calls one that confuses calls, `interop websocket URL` calls a
/// WebSocket server, and `interop websocket-serve` is one. The Autobahn test suite examines `interop
/// autobahn-serve` and `interop autobahn-call URL`. `Scripts/check-interop`, `check-httpbin`, `check-conformance`,
/// `check-websocket` and `check-autobahn` drive them.
@main
struct Interop {
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "serve":
      try await Server(port: 0, threads: 1) {
        ArrivalsRoutes(ArrivalService())
        ModelsRoutes(ModelService())
      }.run { address in
        print(address)
        fflush(nil)
      }
    case "call" where CommandLine.arguments.count == 3:
      var checks = EchoChecks(url: CommandLine.arguments[2])
      var failures: [String] = []
      do { try await checks.run() } catch { failures.append("\(error)") }
      report(checks.mistakes + failures, checks.count, "requests arrived at httpbin as sent")
    case "transport" where CommandLine.arguments.count == 3:
      var checks = HTTPBinChecks(url: CommandLine.arguments[2])
      var failures: [String] = []
      do { try await checks.run() } catch { failures.append("\(error)") }
      report(checks.mistakes + failures, checks.count, "checks against httpbin passed")
    case "cases" where CommandLine.arguments.count == 3:
      var cases = ClientCases(url: CommandLine.arguments[2])
      var failures: [String] = []
      do { try await cases.run() } catch { failures.append("\(error)") }
      let mistakes = cases.mistakes + failures
      for mistake in mistakes { print("FAILED \(mistake)") }
      print("\(cases.count - cases.mistakes.count) passed, \(mistakes.count) failed")
      if !mistakes.isEmpty || cases.count == 0 { exit(1) }
    case "faults" where CommandLine.arguments.count == 3:
      var cases = FaultCases(port: Int(CommandLine.arguments[2]) ?? 0)
      var failures: [String] = []
      do { try await cases.run() } catch { failures.append("\(error)") }
      report(cases.mistakes + failures, cases.count, "faults had the expected result")
    case "strangers" where CommandLine.arguments.count == 3:
      let calls = StrangerCalls(url: CommandLine.arguments[2])
      report(await calls.run(), calls.count, "calls did not get the response to another call")
    case "websocket" where CommandLine.arguments.count >= 3:
      let authorities = CommandLine.arguments.dropFirst(3).first
      var checks = WebSocketChecks(url: CommandLine.arguments[2], authorities: authorities)
      var failures: [String] = []
      do { try await checks.run() } catch { failures.append("\(error)") }
      report(checks.mistakes + failures, checks.count, "checks against other WebSocket implementations passed")
    case "websocket-serve":
      try await Server(port: 0, threads: 1) { WebSocketService.routes }.run { address in
        print(address)
        fflush(nil)
      }
    case "autobahn-serve":
      try await Server(port: 0) { AutobahnTestee.routes }.run { address in
        print(address)
        fflush(nil)
      }
    case "autobahn-call" where CommandLine.arguments.count == 3:
      let unopened = try await AutobahnTestee.call(CommandLine.arguments[2])
      for line in unopened { print("FAILED \(line)") }
      if !unopened.isEmpty { exit(1) }
    default:
      print(
        "usage: interop serve | call URL | transport URL | cases URL | faults PORT | strangers URL | websocket URL [AUTHORITIES] | websocket-serve"
          + " | autobahn-serve | autobahn-call URL")
      exit(2)
    }
  }

  private static func report(_ mistakes: [String], _ count: Int, _ what: String) {
    for mistake in mistakes { print("FAILED \(mistake)") }
    print("\(count - mistakes.count) of \(count) \(what)")
    if !mistakes.isEmpty { exit(1) }
  }
}
