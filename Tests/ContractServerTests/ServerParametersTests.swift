import ContractHTTP
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Server parameters")
struct ServerParametersTests {
  @Test("Every initializer sets the same parameters")
  func everyInitializer() {
    var limits = ServerLimits()
    limits.maxFieldCount = 7
    var timeouts = ServerTimeouts()
    timeouts.idle = .seconds(7)
    var handlers = HandlerOptions()
    handlers.maxBlockingThreads = 7
    handlers.stallThreshold = nil
    let places = [BindAddress.tcp(port: 0)]
    let servers = [
      Server(port: 0, threads: 7, limits: limits, timeouts: timeouts, middleware: [RequestID()], handlers: handlers) {},
      Server(
        port: 0, threads: 7, limits: limits, timeouts: timeouts, middleware: [RequestID()], handlers: handlers,
        router: Router()),
      Server(
        listening: places, threads: 7, limits: limits, timeouts: timeouts, middleware: [RequestID()],
        handlers: handlers
      ) {},
      Server(
        listening: places, threads: 7, limits: limits, timeouts: timeouts, middleware: [RequestID()],
        handlers: handlers, router: Router()),
    ]
    for server in servers + servers.map({ $0.authenticating(.bearer, as: String.self) { _ in nil } }) {
      #expect(server.bindAddresses == places)
      #expect(server.threads == 7)
      #expect(server.limits == limits)
      #expect(server.timeouts == timeouts)
      #expect(server.middleware.count == 1)
      #expect(server.handlers.options.maxBlockingThreads == 7)
      #expect(server.handlers.options.stallThreshold == nil)
    }
  }
}
