import ContractClient

/// The parts of a response that the checks use.
struct Answer {
  let response: HTTPResponse
  let bytes: [UInt8]
  private let document: JSONDocument?

  init(_ response: HTTPResponse) async throws {
    self.response = response
    bytes = try await response.body.collect(upTo: 16 << 20)
    document = try? JSONDocument(bytes)
  }

  var status: Int { response.status.code }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A field of the response.
  func field(_ name: HTTPFieldName) -> String? { response.fields[name]?.rawValue }

  /// A nested member of the JSON: text unchanged, a Bool and a number as text.
  func member(_ path: String...) -> String? {
    var node = document?.root
    for name in path { node = node?.member(name) }
    guard let node else { return nil }
    return node.string ?? node.bool.map { "\($0)" } ?? node.numberText
  }
}

/// Calls a service with a separate transport.
struct HTTPBinCalls {
  let authority: String
  let transport: CurlTransport

  init(url: String, cookies: CurlTransport.Cookies = .off) {
    authority = String(url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" })
    var configuration = CurlTransport.Configuration()
    configuration.cookies = cookies
    transport = CurlTransport(configuration)
  }

  func call(
    _ method: HTTPMethod, _ target: String, _ fields: HTTPFields = [:], body: HTTPBody = .empty,
    _ change: (inout TransportOptions) -> Void = { _ in }
  ) async throws -> Answer {
    var options = TransportOptions(timeout: .seconds(20))
    change(&options)
    let request = HTTPRequest(method, target, scheme: "http", authority: authority, fields: fields, body: body)
    return try await Answer(transport.send(request, options: options))
  }

  func get(_ target: String, _ fields: HTTPFields = [:]) async throws -> Answer {
    try await call(.get, target, fields)
  }

  /// The code of the error of a call, or its result.
  func failure(_ target: String, _ change: (inout TransportOptions) -> Void = { _ in }) async throws -> String {
    do {
      return "status \(try await call(.get, target, [:], body: .empty, change).status)"
    } catch let error as ClientError {
      return error.code.description
    }
  }
}
