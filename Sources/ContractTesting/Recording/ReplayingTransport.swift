public import ContractClient
internal import ContractLoop

/// A transport that responds with fixtures recorded by ``RecordingTransport``, without a network.
///
/// ```swift
/// let client = APIClient(baseURL: "http://replayed").environment(try .replaying(from: "Tests/Fixtures/users"))
/// ```
///
/// A request matches a fixture with equal method, path, query and body; host and headers are ignored. The order of
/// query, form and JSON members, white space in JSON and multipart boundaries are also ignored. A masked value (`***`)
/// in a fixture matches any value, and a masked query parameter may be missing from the request. An exact match takes
/// precedence over a masked match. Several fixtures for one request respond in order; the last one repeats.
public final class ReplayingTransport: ClientTransport {
  /// The handling of a request that matches no fixture.
  public enum Unknown: Sendable {
    /// Throws a `ClientError` with the code `transport`, whose message names the request and the nearest fixture.
    case refused
    /// Sends the request over another transport.
    case sent(over: any ClientTransport)
  }

  private struct Entry: Sendable {
    let name: String
    let key: Key
    let response: HTTPResponse
    /// The masking that was used for the recording.
    let masking: Masking
  }

  /// A request as stored in fixtures with one masking.
  private struct Key: Hashable, Sendable {
    let match: RequestMatch
    /// The index into `maskings`.
    let masking: Int
  }

  private let folder: String
  private let unknown: Unknown
  private let entries: [Entry]
  /// The distinct maskings of the fixtures; a single one if the replay was created with a masking.
  private let maskings: [Masking]
  private let indicesByKey: [Key: [Int]]
  /// The distinct requests, in order.
  private let keys: [Key]
  private let useCounts = Lock<[Key: Int]>([:])

  /// Reads the fixtures in a folder and creates a transport that replays them.
  ///
  /// - Parameters:
  ///   - masking: The masking of requests before they are compared. Default: the masking of each fixture.
  ///   - unknown: The handling of a request that matches no fixture. Default: an error.
  /// - Throws: ``FixtureError`` when the folder has no fixtures or one of them cannot be read.
  public init(from folder: String, masking: Masking? = nil, unknown: Unknown = .refused) throws(FixtureError) {
    let files = FixtureFolder(path: folder)
    var entries: [Entry] = []
    var maskings: [Masking] = masking.map { [$0] } ?? []
    for name in try files.names() {
      let fixture = try files.read(name)
      let own = masking ?? fixture.masking
      if !maskings.contains(own) { maskings.append(own) }
      let key = Key(
        match: RequestMatch(fixture.request, content: fixture.requestContent),
        masking: maskings.firstIndex(of: own) ?? 0)
      entries.append(Entry(name: name, key: key, response: fixture.response(named: name), masking: fixture.masking))
    }
    if entries.isEmpty, case .refused = unknown {
      throw FixtureError(folder, "has no fixtures; record some with RecordingTransport")
    }
    var indices: [Key: [Int]] = [:]
    for (index, entry) in entries.enumerated() { indices[entry.key, default: []].append(index) }
    self.folder = folder
    self.unknown = unknown
    self.entries = entries
    self.maskings = maskings
    indicesByKey = indices
    var known: Set<Key> = []
    self.keys = entries.map(\.key).filter { known.insert($0).inserted }
  }

  /// The names of the fixtures that have not been used so far.
  public var unused: [String] {
    let useCounts = useCounts.withLock { $0 }
    return indicesByKey.flatMap { key, indices in indices.dropFirst(useCounts[key] ?? 0) }.sorted().map {
      entries[$0].name
    }
  }

  /// True when requests without a fixture are sent over a transport that adds cookies.
  public var keepsCookies: Bool {
    if case .sent(let transport) = unknown { transport.keepsCookies } else { false }
  }

  /// Returns the recorded response to a request.
  ///
  /// - Throws: `ClientError` with the code `transport` when no fixture matches, or any error of the other transport.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await outcome(of: request, options) {
    case .recorded(let response): try options.delivered(response, to: request, isStreamed: false)
    case .sent(let request, let transport): try await transport.send(request, options: options)
    }
  }

  /// Returns the recorded response to a request. Its body may exceed the limit of `options` and is one chunk.
  ///
  /// - Throws: `ClientError` with the code `transport` when no fixture matches, or any error of the other transport.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await outcome(of: request, options) {
    case .recorded(let response): try options.delivered(response, to: request, isStreamed: true)
    case .sent(let request, let transport): try await transport.stream(request, options: options)
    }
  }

  private enum Outcome {
    case recorded(HTTPResponse)
    /// The request with its body in memory.
    case sent(HTTPRequest, over: any ClientTransport)
  }

  /// A request as a fixture would store it, with and without its secrets removed. Both forms are needed because the
  /// recorder may have known other secrets.
  private struct Question {
    let hidden: RequestMatch
    let match: RequestMatch
    /// The target for error messages.
    let target: String

    init(_ request: HTTPRequest, _ content: [UInt8], _ masking: Masking) {
      let secrets = FixtureSecrets(request, nil, masking, now: Int(TimeSource.system.unixSeconds))
      match = Self.match(request, content, masking, FixtureSecrets())
      hidden = Self.match(request, content, masking, secrets)
      target = masking.masked(target: request.target)
    }

    private static func match(
      _ request: HTTPRequest, _ content: [UInt8], _ masking: Masking, _ secrets: FixtureSecrets
    ) -> RequestMatch {
      let kept = Fixture.kept(request, content: content, masking, secrets)
      return RequestMatch(kept, content: kept.body.heldBytes)
    }
  }

  private func outcome(of request: HTTPRequest, _ options: TransportOptions) async throws -> Outcome {
    let (held, content) = try await request.held()
    // There is one question for each masking, in the order of the maskings.
    let questions = maskings.map { Question(request, content, $0.hiding(options.credentialLocations)) }
    if let response = response(to: questions) { return .recorded(response) }
    switch unknown {
    case .refused: throw refusal(of: questions, request.method)
    case .sent(let transport): return .sent(held, over: transport)
    }
  }

  private func response(to questions: [Question]) -> HTTPResponse? {
    let exact = questions.enumerated().flatMap { index, question in
      [Key(match: question.hidden, masking: index), Key(match: question.match, masking: index)]
    }
    let known =
      exact.first { indicesByKey[$0] != nil }
      ?? keys.first { $0.match.covers(questions[$0.masking].match, maskings[$0.masking].replacement) }
    guard let known, let indices = indicesByKey[known] else { return nil }
    let turn = useCounts.withLock { useCounts in
      defer { useCounts[known, default: 0] += 1 }
      return useCounts[known] ?? 0
    }
    return entries[indices[min(turn, indices.count - 1)]].response
  }

  private func refusal(of questions: [Question], _ method: HTTPMethod) -> ClientError {
    func closeness(_ entry: Entry) -> Int {
      entry.key.match.closeness(to: questions[entry.key.masking].match, maskings[entry.key.masking].replacement)
    }
    let nearest = entries.max { closeness($0) < closeness($1) }
    let target = questions[nearest?.key.masking ?? 0].target
    var message = "no fixture in `\(folder)` matches \(method) \(target)"
    if let nearest, closeness(nearest) >= 2 {
      let (question, masking) = (questions[nearest.key.masking].match, maskings[nearest.key.masking])
      if let difference = nearest.key.match.difference(from: question, masking.replacement) {
        message += "; `\(nearest.name)` differs in its \(difference)"
      }
      if nearest.masking != masking {
        message += "; it was recorded with a different masking: omit `masking:`"
      }
    }
    return ClientError(.transport, stage: .exchange, message + "; record it, or correct the request")
  }
}

extension Fixture {
  /// Returns the response. If parts of its body are masked, the response carries a hint for decoding errors.
  fileprivate func response(named name: String) -> HTTPResponse {
    guard let hint = MaskedMembers(response, masking.replacement).hint(of: name) else { return response }
    var response = response
    response.arrival = ResponseArrival(response.arrival, hint: hint)
    return response
  }
}

extension ClientEnvironment {
  /// Records the exchanges of a client's own transport; see ``RecordingTransport``.
  ///
  /// - Throws: ``FixtureError`` when the folder cannot be created or read, or a file to replace is not a fixture.
  public static func recording(
    to folder: String, masking: Masking = .standard, replacing: Bool = false
  ) throws(FixtureError) -> ClientEnvironment {
    let recorder = try FixtureRecorder(folder, masking, replacing: replacing)
    return .wrapping { RecordingTransport(recorder, over: $0) }
  }

  /// Replays the fixtures in a folder; see ``ReplayingTransport``.
  ///
  /// - Parameter masking: The masking of requests before they are compared. Default: the masking of each fixture.
  /// - Throws: ``FixtureError`` when the folder has no fixtures or one of them cannot be read.
  public static func replaying(from folder: String, masking: Masking? = nil) throws(FixtureError) -> ClientEnvironment {
    .transport(try ReplayingTransport(from: folder, masking: masking))
  }
}
