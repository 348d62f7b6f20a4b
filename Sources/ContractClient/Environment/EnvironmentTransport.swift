internal import Contract

/// Sends requests where an environment says.
struct EnvironmentTransport: ClientTransport {
  let live: any ClientTransport
  private var environment = ClientEnvironment.live
  private var answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?
  private var chosen: (any ClientTransport)?

  /// An environment around a transport, or the same one when it is an environment.
  init(around transport: any ClientTransport) {
    if let known = transport as? EnvironmentTransport { self = known } else { live = transport }
  }

  /// True when the type of a call's result may have its mock.
  var looksForExamples: Bool {
    guard case .mocks = environment.kind else { return false }
    return answer == nil
  }

  /// What is chosen may send with the client's own transport, and not say so.
  var keepsCookies: Bool { live.keepsCookies || chosen?.keepsCookies == true }

  func with(_ environment: ClientEnvironment) -> EnvironmentTransport {
    var copy = self
    copy.environment = environment
    switch environment.kind {
    case .live: copy.chosen = live
    case .mocks: copy.chosen = nil
    case .transport(let transport): copy.chosen = transport
    case .wrapping(let make): copy.chosen = make(live)
    }
    return copy
  }

  func with(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) -> EnvironmentTransport {
    var copy = self
    copy.answer = answer
    return copy
  }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).send(request, options: options)
  }

  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).stream(request, options: options)
  }

  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).upgrade(request, options: options)
  }

  /// What a mock answers: the client's own, else the example of the result's type. nil when the request is to be sent.
  private func mocked(_ request: HTTPRequest, _ example: CallExample?) async throws -> HTTPResponse? {
    guard case .mocks(let use) = environment.kind else { return nil }
    if let answer { return try await answer(request) }
    if let example, use != .ifSpecified || example.isSpecified, let response = try example.response() {
      return response
    }
    if use == .ifSpecified { return nil }
    let conforming = example.map { ", make `\($0.resultName)` Mockable and Encodable" } ?? ""
    throw ClientError(
      .transport, stage: .exchange,
      "there is no mock for \(request.method) \(request.path); set one with .mock(…)\(conforming), or use"
        + " .environment(.live)")
  }
}

/// A transport that may stand around an environment, and sends what it is given with the same options.
package protocol WrappingTransport: ClientTransport {
  /// The transport that it stands around.
  var wrapped: any ClientTransport { get }
}
