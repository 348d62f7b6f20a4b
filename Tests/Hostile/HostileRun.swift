import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Glibc

/// Calls of one client in one process to servers whose behavior a seed determines. Each call must end in time, with its
/// own response or an error.
final class HostileRun: Sendable {
  struct Settings: Sendable {
    var context: HostileScript.Context
    var end: ContinuousClock.Instant
    /// The number of the first call.
    var first = 0
    /// The maximum number of calls.
    var count = Int.max
    var workers = 24
  }

  private struct State {
    var next: Int
    var inFlight: [Int: ContinuousClock.Instant] = [:]
    var outcomes: [String: Int] = [:]
    var complaintCount = 0
  }

  /// The time that a busy machine may add to a call.
  private static let slack = Duration.seconds(30)

  private let settings: Settings
  private let state: Lock<State>

  init(_ settings: Settings) {
    self.settings = settings
    state = Lock(State(next: settings.first))
  }

  private var seed: UInt64 { settings.context.seed }

  /// Makes the calls, and reports each faulty one.
  /// - Returns: the number of faulty calls.
  func run() async throws -> Int {
    let ports = Lock<[UInt16]>([80])
    let context = settings.context
    @Sendable func script(_ id: Int, _ hop: Int, _ isHead: Bool) -> HostileScript {
      var context = context
      (context.isHead, context.ports) = (isHead, ports.withLock { $0 })
      return HostileScript(id, hop: hop, context)
    }
    let servers = [HostileServer(.http1(script)), HostileServer(.http1(script))]
    ports.withLock { $0 = servers.map(\.port) }
    let framing = HostileServer(.http2 { [seed] id, stream in Self.frames(HostileCall(id, seed: seed), stream, seed) })
    let loop = try ContractLoop(name: "hostile-client")
    try loop.start()
    let watch = Task { await self.watch() }
    await withTaskGroup(of: Void.self) { group in
      let transport = Self.transport(.automatic)
      let http2 = Self.transport(.http2PriorKnowledge)
      for number in 0..<settings.workers {
        // Some calls are made from a loop of the program, which has its own handles and connections.
        let place = number % 3 == 0 ? loop : nil
        group.addTask {
          while let id = self.take() {
            let call = HostileCall(id, seed: self.seed)
            if call.usesHTTP2 {
              await self.make(call, http2, port: framing.port, on: place)
            } else {
              await self.make(call, transport, port: servers[id % 8 == 0 ? 1 : 0].port, on: place)
            }
          }
        }
      }
      let late = LateBytes(context, until: settings.end)
      group.addTask { await late.run(transport) { self.note($0) } }
    }
    watch.cancel()
    loop.stop()
    for server in servers + [framing] { server.stop() }
    return state.withLock { $0.complaintCount }
  }

  private static func frames(_ call: HostileCall, _ stream: Int, _ seed: UInt64) -> HostileFrames {
    HostileFrames(call.id, stream: stream, seed: seed, isHead: call.method == .head)
  }

  private static func transport(_ version: CurlTransport.Configuration.HTTPVersionChoice) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.httpVersion = version
    configuration.maxConnectionsPerHost = 16
    configuration.cookies = .memory
    return CurlTransport(configuration)
  }

  /// The number of started calls, and their results.
  var summary: String {
    state.withLock { state in
      let outcomes = state.outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
      return "\(state.next - settings.first) calls: \(outcomes.joined(separator: ", "))"
    }
  }

  // MARK: One call

  private func take() -> Int? {
    let isOver = ContinuousClock.now >= settings.end
    return state.withLock { state in
      guard !isOver, state.next - settings.first < settings.count else { return nil }
      defer { state.next += 1 }
      state.inFlight[state.next] = .now
      return state.next
    }
  }

  private func make(_ call: HostileCall, _ transport: CurlTransport, port: UInt16, on loop: ContractLoop?) async {
    let start = ContinuousClock.now
    let outcome = await call.perform(transport, port: port, on: loop)
    let time = ContinuousClock.now - start
    let complaint = complaint(of: call, outcome) ?? (time > call.limit + Self.slack ? "took \(time)" : nil)
    state.withLock { state in
      state.inFlight[call.id] = nil
      state.outcomes[call.usesHTTP2 ? "\(outcome.name) over HTTP/2" : outcome.name, default: 0] += 1
    }
    if let complaint { note("call \(call.id) (\(call.method), \(call.reception)): \(complaint)") }
  }

  private func complaint(of call: HostileCall, _ outcome: HostileCall.Outcome) -> String? {
    switch outcome {
    case .failed: return nil
    case .strange(let error): return "ended with an error of another type: \(error)"
    case .begun(let content): return crossing(call.id, content)
    case .response(let status, let content):
      if let crossing = crossing(call.id, content) { return crossing }
      guard let honest = honest(of: call) else { return nil }
      if status == honest.status, content == honest.content { return nil }
      return "got \(status) and \(content.count) bytes of an honest \(honest.status) with \(honest.content.count)"
    }
  }

  private func honest(of call: HostileCall) -> HostileScript.Honest? {
    if call.usesHTTP2 { return Self.frames(call, 1, seed).honest }
    var context = settings.context
    context.isHead = call.method == .head
    return HostileScript(call.id, context).honest
  }

  private func crossing(_ id: Int, _ content: [UInt8]) -> String? {
    let others = HostileMark.ids(in: content, seed: seed).filter { $0 != id }
    return others.first.map { "got the response of call \($0)" }
  }

  /// Reports it immediately, because the process may crash.
  private func note(_ complaint: String) {
    HostileClient.say("WRONG: \(complaint)")
    state.withLock { $0.complaintCount += 1 }
  }

  // MARK: Supervision

  /// Ends the process if a call does not end, and reports the progress from time to time.
  private func watch() async {
    var seconds = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      seconds += 1
      let now = ContinuousClock.now
      let hanging = state.withLock { $0.inFlight.filter { now - $0.value > .seconds(60) }.keys.sorted() }
      if !hanging.isEmpty {
        HostileClient.say("hostile-client: calls do not end: \(hanging)")
        exit(1)
      }
      if seconds % 10 == 0 { HostileClient.say(summary) }
    }
  }
}

extension HostileCall.Outcome {
  var name: String {
    switch self {
    case .response: "response"
    case .begun: "begun"
    case .failed(let code): "\(code)"
    case .strange: "strange"
    }
  }
}
