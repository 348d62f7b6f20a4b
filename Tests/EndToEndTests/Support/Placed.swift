import ContractTesting
import Testing

/// An endpoint at one position of one kind of contract, which echoes a string.
struct Placed: Sendable, CustomTestStringConvertible {
  /// The kind and the position, such as `group, own attribute`.
  let place: String
  /// True where the endpoint, or a scope inside the one with the outer attributes, has its own attributes.
  let isOwn: Bool
  let operation: APIOperation
  let call: @Sendable (APIClient, String) async throws -> String
  private let serve: @Sendable (inout Router, @escaping Handler) -> Void

  /// Returns the result for a string.
  typealias Handler = @Sendable (String) async throws -> String

  init<Input>(
    _ place: String, isOwn: Bool = false, _ endpoint: Endpoint<Input, PlacedName>,
    _ input: @escaping @Sendable (String) -> Input, _ text: @escaping @Sendable (Input) -> String
  ) {
    self.place = place
    self.isOwn = isOwn
    self.operation = endpoint.operation
    self.call = { client, name in try await client.call(endpoint, input(name)).lastName }
    self.serve = { router, handler in
      router.on(endpoint) { _, input in PlacedName(lastName: try await handler(text(input))) }
    }
  }

  var testDescription: String { place }

  /// A server of this endpoint.
  func server(_ handler: @escaping Handler) -> Server {
    var router = Router()
    serve(&router, handler)
    return Server(port: 0, threads: 1, router: router)
  }
}

/// The result of every endpoint with attributes at different positions.
struct PlacedName: Codable, Equatable, Sendable { var lastName: String }

/// The input of endpoints in groups.
@Request struct PlacedInput { @Field var firstName: String }

/// Responds to calls in process, and stores the last request and response as on the wire.
final class PlacedTransport: ClientTransport {
  struct Exchange: Sendable {
    var request: HTTPRequest
    var sent: String
    var timeout: Duration
    var response: HTTPResponse
    var answered: String
  }
  private let inner: InProcessTransport
  private let last = Lock<Exchange?>(nil)

  init(_ server: Server) throws { self.inner = try InProcessTransport(server) }

  var exchange: Exchange? { last.withLock { $0 } }
  var client: APIClient { APIClient(baseURL: "http://in-process", transport: self) }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let sent = try await request.body.collect(upTo: 10_000)
    let response = try await inner.send(request, options: options)
    let exchange = Exchange(
      request: request, sent: String(decoding: sent, as: UTF8.self), timeout: options.timeout, response: response,
      answered: String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self))
    last.withLock { $0 = exchange }
    return response
  }
}
