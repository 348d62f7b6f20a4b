extension ResponseCodec where Response: APIResult {
  /// The status, headers and body of one of several cases.
  public static var cases: ResponseCodec {
    let cases = Response.declaredResults
    // If the cases have different media types, the codec names none: a client that accepts only one type would refuse
    // the other cases.
    let mediaTypes = cases.compactMap(\.mediaType)
    let isUniform = mediaTypes.allSatisfy { $0 == mediaTypes[0] }
    let usual = cases.first { $0.status.kind == .success } ?? cases.first
    return ResponseCodec(
      mediaType: isUniform ? mediaTypes.first : nil, defaultStatus: usual?.status ?? .ok, results: cases,
      recordHeaders: { index, recorder, operation in
        var decoder = ResultDecoder(cases[index], for: operation, recorder)
        _ = try? Response.decode(index, from: &decoder)
      }
    ) { result, operation, spare in
      var memory: [UInt8] = []
      swap(&memory, &spare)
      var encoder = ResultEncoder(cases, of: operation, reusing: memory)
      try result.encode(into: &encoder)
      return try encoder.finish()
    } decode: { response, operation in
      guard let index = cases.firstIndex(where: { $0.status == response.status }) else {
        throw UnexpectedContent(
          reason: "the server responded with \(response.status), which the contract does not declare")
      }
      var decoder = ResultDecoder(cases[index], of: response, for: operation)
      let result = try Response.decode(index, from: &decoder)
      if let failure = decoder.headers.failures.first { throw UnusableHeader(failure) }
      guard let result else { throw UnexpectedContent(reason: "the response does not decode to \(Response.self)") }
      return result
    }
  }
}

/// An error for a header of a response that does not decode to its type.
struct UnusableHeader: Error {
  /// The name of the header.
  let name: String
  /// One sentence without the value, which may be a secret.
  let reason: String

  init(_ failure: InputFailure) {
    name = failure.name
    let isOfType = failure.code == .type || failure.code == .invalid
    reason =
      isOfType
      ? InputFailure.type(.header, failure.name, failure.code, expected: failure.expected ?? "", found: nil).message
      : failure.message
  }
}

extension Endpoint {
  /// Creates an endpoint whose result has a status for each case.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response: APIResult {
    self.init(
      method, path, traits: traits, id: id, status: nil, throws: failures, summary: summary, result: .cases)
  }

  /// Creates an endpoint of HEAD whose result has a status for each case. Called by generated code.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    throws failures: [any APIFailure.Type] = [], summary: String? = nil, _bodiless: Void
  ) where Response: BodilessResult {
    self.init(
      method, path, traits: traits, id: id, status: nil, throws: failures, summary: summary, result: .cases)
  }
}
