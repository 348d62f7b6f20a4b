public import ContractClient

/// Answers requests from fixtures that ``RecordingTransport`` has written, without any network.
///
/// ```swift
/// let client = APIClient(baseURL: "http://replayed").environment(try .replaying(from: "Tests/Fixtures/users"))
/// ```
///
/// A request is answered by a fixture with the same method, path, query and content. The order of a query's members, of a
/// form's and of JSON members does not count, nor does white space of JSON or the boundary of a multipart form. What is
/// masked in fixtures does not count either: `***` in one is anything in a request, and a member of a query that is masked
/// may be missing. A fixture that has all of a request as it is comes first. Host and fields do not count. Several fixtures
/// of one request answer one after the other, and the last one from then on.
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
    let key: Key
    let response: HTTPResponse
    /// How the fixture was recorded.
    let masking: Masking
  }

  /// A request as fixtures of one masking have it.
  private struct Key: Hashable, Sendable {
    let match: RequestMatch
    /// The index of the masking.
    let masking: Int
  }

  private let folder: String
  private let unknown: Unknown
  private let entries: [Entry]
  /// Different maskings of the fixtures; one alone where the replay has been given one.
  private let maskings: [Masking]
  private let places: [Key: [Int]]
  /// Different requests, in order.
  private let keys: [Key]
  private let answered = Lock<[Key: Int]>([:])
  private static let maxContentBytes = 16 << 20

  /// A replay of the fixtures in a folder, which are read now.
  ///
  /// - Parameters:
  ///   - masking: how requests are masked before they are compared; as each fixture was recorded unless given.
  ///   - unknown: what becomes of a request that no fixture answers.
  /// - Throws: ``FixtureError`` for a folder without fixtures, or with one that cannot be read.
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
      entries.append(Entry(name: name, key: key, response: fixture.answer(named: name), masking: fixture.masking))
    }
    if entries.isEmpty, case .refused = unknown {
      throw FixtureError(folder, "has no fixtures; record some with RecordingTransport")
    }
    var places: [Key: [Int]] = [:]
    for (index, entry) in entries.enumerated() { places[entry.key, default: []].append(index) }
    self.folder = folder
    self.unknown = unknown
    self.entries = entries
    self.maskings = maskings
    self.places = places
    var known: Set<Key> = []
    self.keys = entries.map(\.key).filter { known.insert($0).inserted }
  }

  /// The names of fixtures that have answered nothing so far.
  public var unused: [String] {
    let answered = answered.withLock { $0 }
    return places.flatMap { key, indices in indices.dropFirst(answered[key] ?? 0) }.sorted().map {
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
    let response: HTTPResponse
    switch try await answer(to: request, options) {
    case .recorded(let recorded): response = recorded
    case .sent(let request, let transport): return try await transport.send(request, options: options)
    }
    guard response.body.heldBytes.count <= options.maxResponseBytes else {
      throw ClientError(
        .responseTooLarge, stage: .exchange, "the response is longer than \(options.maxResponseBytes) bytes")
    }
    return response
  }

  /// Answers a request with content of any length, in one piece.
  ///
  /// - Throws: the same as ``send(_:options:)``.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await answer(to: request, options) {
    case .recorded(let response): response
    case .sent(let request, let transport): try await transport.stream(request, options: options)
    }
  }

  private enum Answer {
    case recorded(HTTPResponse)
    /// The request with its content in memory.
    case sent(HTTPRequest, over: any ClientTransport)
  }

  /// A request as a fixture would have it, with and without the secrets that are its own: others may have been known.
  private struct Question {
    let hidden: RequestMatch
    let match: RequestMatch
    /// The target to show.
    let target: String

    init(_ request: HTTPRequest, _ content: [UInt8], _ masking: Masking) {
      let secrets = FixtureSecrets(request, nil, masking, now: Int(ClientClock.system.wall()))
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

  private func answer(to request: HTTPRequest, _ options: TransportOptions) async throws -> Answer {
    let content = try await request.body.collect(upTo: Self.maxContentBytes)
    // By the index of the masking.
    let questions = maskings.map { Question(request, content, $0.hiding(options.credentialPlaces)) }
    if let response = answer(to: questions) { return .recorded(response) }
    switch unknown {
    case .refused: throw refusal(of: questions, request.method)
    case .sent(let transport):
      var request = request
      request.body = content.isEmpty ? .empty : .bytes(content)
      return .sent(request, over: transport)
    }
  }

  private func answer(to questions: [Question]) -> HTTPResponse? {
    let exact = questions.enumerated().flatMap { index, question in
      [Key(match: question.hidden, masking: index), Key(match: question.match, masking: index)]
    }
    let known =
      exact.first { places[$0] != nil }
      ?? keys.first { $0.match.covers(questions[$0.masking].match, maskings[$0.masking].replacement) }
    guard let known, let indices = places[known] else { return nil }
    let turn = answered.withLock { answered in
      defer { answered[known, default: 0] += 1 }
      return answered[known] ?? 0
    }
    return entries[indices[min(turn, indices.count - 1)]].response
  }

  private func refusal(of questions: [Question], _ method: HTTPMethod) -> ClientError {
    func closeness(_ entry: Entry) -> Int {
      entry.key.match.closeness(to: questions[entry.key.masking].match, maskings[entry.key.masking].replacement)
    }
    let nearest = entries.max { closeness($0) < closeness($1) }
    let target = questions[nearest?.key.masking ?? 0].target
    var message = "no fixture in `\(folder)` answers \(method) \(target)"
    if let nearest, closeness(nearest) >= 2 {
      let (question, masking) = (questions[nearest.key.masking].match, maskings[nearest.key.masking])
      if let difference = nearest.key.match.difference(from: question, masking.replacement) {
        message += "; `\(nearest.name)` is for another \(difference)"
      }
      if nearest.masking != masking {
        message += "; it was recorded with another masking than this replay has: leave `masking:` out"
      }
    }
    return ClientError(.transport, stage: .exchange, message + "; record it, or correct the request")
  }
}

extension Fixture {
  /// The response, which says of its body what was masked, where that may keep it from being read.
  fileprivate func answer(named name: String) -> HTTPResponse {
    guard let remark = MaskedMembers(response, masking.replacement).remark(of: name) else { return response }
    var response = response
    response.arrival = ResponseArrival(response.arrival, remark: remark)
    return response
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
  /// - Parameter masking: how requests are masked before they are compared; as each fixture was recorded unless given.
  /// - Throws: ``FixtureError`` for a folder without fixtures, or with one that cannot be read.
  public static func replaying(from folder: String, masking: Masking? = nil) throws(FixtureError) -> ClientEnvironment {
    .transport(try ReplayingTransport(from: folder, masking: masking))
  }
}
