import Contract
import ContractHTTP
import ContractLoop

@testable import ContractClient
@testable import ContractCurl

/// A response pulled from the engine itself, so that a test sees the buffered bytes.
final class PulledResponse {
  private let engines: CurlEngines
  private let response: OpenedResponse
  /// The maximum number of bytes that have waited.
  private(set) var maxWaitingCount = 0

  init(
    _ request: HTTPRequest, _ configuration: CurlTransport.Configuration = .init(), maxExpansion: Int = 250
  ) async throws {
    engines = CurlEngines(options: CurlOptions(configuration))
    let limits = TransferRequest.Limits(maxResponseBytes: .max, maxExpansion: maxExpansion, pace: .unlimited)
    let transfer = try TransferRequest(
      request, limits: limits, timeout: .seconds(100), deadline: LoopInstant.read().advanced(by: .seconds(100)),
      mayRepeat: true, progress: nil)
    let pulled = Transfer(transfer, on: try engines.current(), receiver: ResponseReceiver(idleTimeout: .never))
    await pulled.engine.perform(pulled)
    response = OpenedResponse(head: try pulled.takeOutcome().get(), pulled)
  }

  /// Returns the next chunk, once `count` bytes wait or all of the `left` bytes have arrived.
  func nextWhenFull(upTo count: Int, left: Int) async throws -> [UInt8]? {
    while response.waitingCount < min(count, left) { await Task.yield() }
    maxWaitingCount = max(maxWaitingCount, response.waitingCount)
    return try await response.next()
  }
}
