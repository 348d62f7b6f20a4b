public import ContractClient

/// Answers requests from fixtures that ``RecordingTransport`` has written, without any network.
///
/// ```swift
/// let client = APIClient(baseURL: "http://replayed").environment(try .replaying(from: "Tests/Fixtures/users"))
/// ```
///
/// A request is answered by a fixture with the same method, path, query and content. The order of a query's members, of a
/// form's and of JSON members does not count, nor does white space of JSON or the boundary of a multipart form; what is
/// masked in fixtures does not count either. Host and fields do not count. Several fixtures of one request answer one
/// after the other, and the last one from then on.
public final class ReplayingTransport: ClientTransport {
  /// What becomes of a request that no fixture answers.
  public enum Unknown: Sendable {
    /// It fails with the code `transport`; the message tells the request and the nearest fixture.
    case refused
    /// It goes over another transport.
    case sent(over: any ClientTransport)
  }

  private struct Entry: Sendable {
    let name: String
    let match: RequestMatch
    let response: HTTPResponse
  }

  private let folder: String
  private let masking: Masking
  private let unknown: Unknown
  private let entries: [Entry]
  private let places: [RequestMatch: [Int]]
  private let answered = Lock<[RequestMatch: Int]>([:])
  private static let maxContentBytes = 16 << 20

  /// A replay of the fixtures in a folder, which are read now.
  ///
  /// - Parameters:
  ///   - masking: what the recorder had.
  ///   - unknown: what becomes of a request that no fixture answers.
  /// - Throws: ``FixtureError`` for a folder without fixtures, or with one that cannot be read.
  public init(from folder: String, masking: Masking = .standard, unknown: Unknown = .refused) throws(FixtureError) {
    let files = FixtureFolder(path: folder)
    var entries: [Entry] = []
    for name in try files.names() {
      let fixture = try files.read(name)
      let match = RequestMatch(fixture.request, content: fixture.requestContent)
      entries.append(Entry(name: name, match: match, response: fixture.response))
    }
    if entries.isEmpty, case .refused = unknown {
      throw FixtureError(folder, "has no fixtures; record some with RecordingTransport")
    }
    var places: [RequestMatch: [Int]] = [:]
    for (index, entry) in entries.enumerated() { places[entry.match, default: []].append(index) }
    self.folder = folder
    self.masking = masking
    self.unknown = unknown
    self.entries = entries
    self.places = places
  }

  /// The names of fixtures that have answered nothing so far.
  public var unused: [String] {
    let answered = answered.withLock { $0 }
    return places.flatMap { match, indices in indices.dropFirst(answered[match] ?? 0) }.sorted().map {
      entries[$0].name
    }
  }

  /// True when requests that no fixture answers go over a transport that adds cookies.
  public var keepsCookies: Bool {
    if case .sent(let transport) = unknown { transport.keepsCookies } else { false }
  }

  /// Answers a request.
  ///
  /// - Throws: `ClientError` with the code `transport` when no fixture answers it, or what the other transport throws.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    let content = try await request.body.collect(upTo: Self.maxContentBytes)
    let masking = masking.hiding(options.credentialPlaces)
    // The request as a fixture would have it, without what makes it secret.
    let fixture = Fixture(request, content: content, HTTPResponse(.ok), masking)
    let match = RequestMatch(fixture.request, content: fixture.requestContent)
    if let response = answer(match) {
      guard response.body.heldBytes.count <= options.maxResponseBytes else {
        throw ClientError(
          .responseTooLarge, stage: .exchange, "the response is longer than \(options.maxResponseBytes) bytes")
      }
      return response
    }
    switch unknown {
    case .refused: throw refusal(of: match, request.method, masking.masked(target: request.target))
    case .sent(let transport):
      var request = request
      request.body = content.isEmpty ? .empty : .bytes(content)
      return try await transport.send(request, options: options)
    }
  }

  private func answer(_ match: RequestMatch) -> HTTPResponse? {
    guard let indices = places[match] else { return nil }
    let turn = answered.withLock { answered in
      defer { answered[match, default: 0] += 1 }
      return answered[match] ?? 0
    }
    return entries[indices[min(turn, indices.count - 1)]].response
  }

  private func refusal(of match: RequestMatch, _ method: HTTPMethod, _ target: String) -> ClientError {
    let nearest = entries.max { closeness($0.match, match) < closeness($1.match, match) }
    var message = "no fixture in `\(folder)` answers \(method) \(target)"
    if let nearest, closeness(nearest.match, match) >= 2, let difference = nearest.match.difference(from: match) {
      message += "; `\(nearest.name)` is for another \(difference)"
    }
    return ClientError(.transport, stage: .exchange, message + "; record it, or correct the request")
  }

  private func closeness(_ left: RequestMatch, _ right: RequestMatch) -> Int {
    (left.path == right.path ? 4 : 0) + (left.method == right.method ? 2 : 0) + (left.query == right.query ? 1 : 0)
      + (left.content == right.content ? 1 : 0)
  }
}

extension ClientEnvironment {
  /// Records the exchanges of a client's own transport; see ``RecordingTransport``.
  ///
  /// - Throws: ``FixtureError`` when the folder cannot be made or read.
  public static func recording(
    to folder: String, masking: Masking = .standard, replacing: Bool = false
  ) throws(FixtureError) -> ClientEnvironment {
    let recorder = try FixtureRecorder(folder, masking, replacing: replacing)
    return .wrapping { RecordingTransport(recorder, over: $0) }
  }

  /// Answers from fixtures; see ``ReplayingTransport``.
  ///
  /// - Throws: ``FixtureError`` for a folder without fixtures, or with one that cannot be read.
  public static func replaying(from folder: String, masking: Masking = .standard) throws(FixtureError)
    -> ClientEnvironment
  {
    .transport(try ReplayingTransport(from: folder, masking: masking))
  }
}
