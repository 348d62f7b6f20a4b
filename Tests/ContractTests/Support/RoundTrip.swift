import Contract
import FoundationEssentials
import Testing

@testable import ContractHTTP

/// Sends one value through an encoder, the bytes of a head, and a decoder.
struct RoundTrip {
  let operation: APIOperation

  init(_ location: ParameterLocation, wire: Contract.Wire = .standard) {
    let template: PathTemplate = location == .path ? "/probe/{v}" : "/probe"
    operation = APIOperation(
      id: "probe", method: .post, path: template, requestContent: .json, traits: [.wire(wire)])
  }

  static func request(_ message: HTTPRequest, _ operation: APIOperation) async throws -> ServerRequest {
    ServerRequest(
      head: RequestHead(message), body: try await message.body.collect(upTo: 1 << 20), operation: operation,
      remoteAddress: nil)
  }

  /// The result of `decode` for the output of `encode`.
  func callAsFunction<T>(
    _ encode: (inout RequestEncoder) throws -> Void, _ decode: (inout RequestDecoder) -> T?
  ) async throws -> (value: T?, failures: [InputFailure], message: HTTPRequest) {
    var encoder = RequestEncoder(for: operation)
    try encode(&encoder)
    let message = try encoder.finish()
    var decoder = RequestDecoder(try await Self.request(message, operation))
    let value = decode(&decoder)
    return (value, decoder.failures, message)
  }
}
