internal import BenchmarkTodos
internal import ContractServer

/// The cost of a request with few and with many routes, without sockets: the same requests alternate on routers of
/// several sizes. Everything except the search is the same at every size.
struct RouteRace {
  static let sizes = [10, 100, 1_000, 10_000]
  /// The number of different requests, which are spread evenly over the routes.
  static let requestCount = 10

  var rounds: Int
  var turnCalls = 2_000

  /// One router, and requests for some of its routes.
  private struct Contestant {
    var size: Int
    var pipeline: RequestPipeline
    var requests: [HTTPRequest]
    var startNanoseconds: Int
  }

  func run() async throws {
    let contestants = try Self.sizes.map(Self.contestant)
    var times = contestants.map { _ in [Double]() }
    for contestant in contestants { _ = try await time(contestant) }
    for _ in 0..<rounds {
      for (index, contestant) in contestants.enumerated() { times[index].append(try await time(contestant)) }
    }
    for (contestant, times) in zip(contestants, times) {
      print("routes.\(contestant.size).request_ns: \(Median.of(times).rounded(digits: 0))")
      print("routes.\(contestant.size).start_ms: \((Double(contestant.startNanoseconds) / 1e6).rounded(digits: 1))")
    }
    print("routes.cost_10000_over_10: \(Median.ofRatios(times[3], times[0]).rounded(digits: 2))")
  }

  /// Half of the routes end in a literal; the others have a literal after a placeholder, like the resources of an API.
  private static func contestant(size: Int) throws -> Contestant {
    var router = Router()
    for number in 0..<size {
      let path = number.isMultiple(of: 2) ? "/api/resource\(number)" : "/api/resource\(number)/:id/items"
      router.on(.get, try PathTemplate(path)) { _ in HTTPResponse(.noContent) }
    }
    let start = ProcessorTime.ofThread()
    let pipeline = try Server(port: 0, router: router).pipeline()
    let used = ProcessorTime.ofThread() - start
    let requests = (0..<requestCount).map { index in
      let number = index * size / requestCount
      return HTTPRequest(.get, number.isMultiple(of: 2) ? "/api/resource\(number)" : "/api/resource\(number)/7/items")
    }
    return Contestant(size: size, pipeline: pipeline, requests: requests, startNanoseconds: used)
  }

  /// Nanoseconds of processor time for one request.
  private func time(_ contestant: Contestant) async throws -> Double {
    let start = ProcessorTime.ofProcess()
    for _ in 0..<(turnCalls / contestant.requests.count) {
      for request in contestant.requests {
        let response = try await contestant.pipeline.respond(to: request)
        guard response.status == .noContent else { throw LostRoute(request: request) }
      }
    }
    return Double(ProcessorTime.ofProcess() - start) / Double(turnCalls)
  }
}

/// A request that did not reach its route.
private struct LostRoute: Error, CustomStringConvertible {
  var request: HTTPRequest
  var description: String { "nothing was served at \(request.target)" }
}
