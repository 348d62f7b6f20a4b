internal import BenchmarkTodos
internal import ContractClient
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `bench-client URL b|c IN_FLIGHT MILLISECONDS loop|equipped|pool` calls (b) or (c) with typed results, from tasks on
/// a `ContractLoop` or from the global pool; `equipped` is a client on a loop with the features that most programs use.
/// It prints the number of calls, nanoseconds of processor time and elapsed nanoseconds. `COUNTx` instead of
/// milliseconds makes that many calls, for counting instructions.
@main
struct BenchClient {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let inFlight = Int(arguments[3]), let length = Length(arguments[4]) else {
      print("usage: bench-client URL b|c IN_FLIGHT MILLISECONDS|COUNTx loop|equipped|pool")
      exit(64)
    }
    let isEquipped = arguments[5] == "equipped"
    let client = isEquipped ? equipped(arguments[1]) : APIClient(baseURL: arguments[1])
    let caller = Caller(todos: TodosAPI(client), creates: arguments[2] == "c")
    do {
      if isEquipped || arguments[5] == "loop" {
        try await ContractLoop.run { try await measure(caller, inFlight, length) }
      } else {
        try await Task.detached { try await measure(caller, inFlight, length) }.value
      }
    } catch {
      print("bench-client: \(error)")
      exit(1)
    }
  }

  /// With retries, a circuit breaker, a token, request ids and metrics.
  private static func equipped(_ url: String) -> APIClient {
    APIClient(baseURL: url).auth(.bearer("token")).retry().circuitBreaker().requestID().metrics(ClientMetrics())
  }

  private enum Length {
    case milliseconds(Int), calls(Int)

    init?(_ text: String) {
      if text.last == "x", let count = Int(text.dropLast()) {
        self = .calls(count)
      } else if let milliseconds = Int(text) {
        self = .milliseconds(milliseconds)
      } else {
        return nil
      }
    }
  }

  private static func measure(_ caller: Caller, _ inFlight: Int, _ length: Length) async throws {
    guard case .milliseconds(let milliseconds) = length else {
      if case .calls(let count) = length { try await caller.call(times: count, inFlight: inFlight) }
      return
    }
    // The first calls open the connections and are not counted.
    _ = try await caller.call(for: milliseconds / 5, inFlight: inFlight)
    let processor = ProcessorTime.ofProcess()
    let clock = ProcessorTime.onTheClock()
    let count = try await caller.call(for: milliseconds, inFlight: inFlight)
    print("figures \(count) \(ProcessorTime.ofProcess() - processor) \(ProcessorTime.onTheClock() - clock)")
  }
}
