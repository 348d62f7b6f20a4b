internal import ContractCoding
public import ContractHTTP

/// A test of a live server against its document: generated valid and invalid requests, and checks of the responses.
///
/// ```swift
/// let tester = ContractTester(document, at: url, ContractTestOptions(seed: 7, cases: 1000))
/// let report = await tester.run { request in try await transport.stream(request, options: TransportOptions()) }
/// print(report)
/// ```
///
/// Requests are generated from the schemas, with random values, extremes, and values that break one rule. Further requests
/// have no body, a malformed body, another media type, no credentials, or invalid credentials. Placeholders are filled
/// with values of earlier responses, so that existing resources are found. A finding is shrunk: the request is simplified
/// as long as the server shows the same difference. Streams of events and lines may have no end, so only the heads of
/// their responses are tested.
public struct ContractTester: Sendable {
  /// A function that sends a request and returns the response when its head has arrived. Redirects are not followed.
  public typealias Sender = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private static let maxBodyBytes = 16 << 20
  private static let maxBodyTime = Duration.seconds(30)
  /// The maximum number of findings of one operation, so that a broken operation does not hide the findings of others.
  private static let maxFindings = 25

  private let document: OpenAPIDocument
  private let url: ServerURL
  private let options: ContractTestOptions
  private let responses: ResponseChecker
  private let secrets: TestSecrets

  /// Creates a test.
  ///
  /// - Parameter url: the base URL, to which the document's paths are appended.
  public init(_ document: OpenAPIDocument, at url: ServerURL, _ options: ContractTestOptions = ContractTestOptions()) {
    self.document = document
    self.url = url
    self.options = options
    responses = ResponseChecker(document)
    secrets = TestSecrets(options)
  }

  /// The state of a run.
  private struct Run {
    var findings: [ContractTestFinding] = []
    var verdicts: [String: [TestVerdict]] = [:]
    var known = KnownValues()
    var cases = 0
    var validCases = 0
    var omissions: [String] = []
  }

  private struct Outcome {
    let verdicts: [TestVerdict]
    let response: String
    let body: JSONValue?
    var isTooLarge = false
  }

  /// A body that does not end in time.
  private struct EndlessBody: Error, CustomStringConvertible {
    let description = "the body did not end within \(maxBodyTime.components.seconds) seconds"
  }

  /// The names in the options that no operation of the document has. With such names, a test may test nothing.
  public var unknownOperations: [String] {
    (options.operations + options.excluding).filter { document.operation($0) == nil }
  }

  /// Runs the test. A cancelled task ends it early.
  public func run(_ send: Sender) async -> ContractTestReport {
    var run = Run()
    var makers = makers(&run)
    let count = makers.count
    var rounds = Array(repeating: 0, count: count)
    var called: Set<Int> = []
    for index in 0..<max(0, count == 0 ? 0 : options.cases) where !Task.isCancelled {
      let position = index % count
      let round = rounds[position]
      rounds[position] += 1
      guard let testCase = makers[position].testCase(round, run.known) else {
        if round == 0 { run.omissions.append("No valid request to \(makers[position].operation.title) was found.") }
        continue
      }
      called.insert(position)
      run.cases += 1
      if testCase.intent == .accepted { run.validCases += 1 }
      let outcome = await outcome(of: testCase, makers[position], send)
      if let body = outcome.body { run.known.add(body) }
      if outcome.isTooLarge {
        let omission = "\(makers[position].operation.title) has responses larger than 16 MiB, which are not tested."
        if !run.omissions.contains(omission) { run.omissions.append(omission) }
      }
      for verdict in outcome.verdicts {
        await report(verdict, testCase, outcome, makers[position], index, &run, send)
      }
    }
    let left = makers.indices.filter { rounds[$0] == 0 }.map { makers[$0].operation.title }
    if !left.isEmpty {
      run.omissions.append(
        "The cases did not suffice for \(left.joined(separator: ", ")); no request was sent to these operations.")
    }
    return ContractTestReport(
      findings: run.findings, cases: run.cases, validCases: run.validCases, operations: called.count,
      omissions: run.omissions, seed: options.seed)
  }

  private func makers(_ run: inout Run) -> [TestCaseMaker] {
    func isNamed(_ operation: OpenAPIOperation, in names: [String]) -> Bool {
      names.contains { $0 == operation.id || $0 == operation.title }
    }
    for name in unknownOperations {
      run.omissions.append("The document has no operation `\(name)`.")
    }
    var makers: [TestCaseMaker] = []
    for (index, operation) in document.operations.enumerated() {
      guard options.operations.isEmpty || isNamed(operation, in: options.operations),
        !isNamed(operation, in: options.excluding)
      else { continue }
      guard operation.method != .trace, operation.method != .connect else {
        run.omissions.append("\(operation.title) is not tested, because clients do not send its method.")
        continue
      }
      let maker = TestCaseMaker(
        operation, in: document, url, options, seed: options.seed &* 1_000_003 &+ UInt64(index) &* 101)
      if !maker.isAuthorized {
        let names = operation.security.flatMap { document.sentSchemes(of: $0) }
        run.omissions.append(
          "\(operation.title) is tested only without credentials; give credentials for \(names.joined(separator: " or "))."
        )
      }
      if operation.opensWebSocket {
        run.omissions.append("\(operation.title) opens a WebSocket; only its refusals of other requests are tested.")
      }
      if operation.responses.contains(where: { $0.content.contains(where: \.isStream) }) {
        run.omissions.append("\(operation.title) responds with a stream; only the head of such a response is tested.")
      }
      makers.append(maker)
    }
    return makers
  }

  // MARK: - Sending

  private func outcome(of testCase: TestCase, _ maker: TestCaseMaker, _ send: Sender) async -> Outcome {
    let operation = testCase.request.operation
    let request: HTTPRequest
    do {
      request = try testCase.request.httpRequest(to: url)
    } catch {
      return Outcome(verdicts: [], response: "\(error)", body: nil)
    }
    do {
      let response = try await send(request)
      let body = Self.isStream(response, operation) ? [] : try await Self.body(of: response)
      let faults = testCase.intent == .refused ? maker.findings(in: testCase.request) ?? [] : []
      let verdicts = TestVerdict.verdicts(testCase, response, body, faults, responses)
      let isSuccess = response.status.code < 300
      return Outcome(
        verdicts: verdicts, response: shown(response, body),
        body: isSuccess ? try? JSONValue(parsing: body) : nil)
    } catch is HTTPBodyTooLarge {
      return Outcome(verdicts: [], response: "too large", body: nil, isTooLarge: true)
    } catch {
      let verdict = TestVerdict(
        .noResponse, "There was no response: \(error)", expected: "a response", at: operation.pointer)
      return Outcome(verdicts: Task.isCancelled ? [] : [verdict], response: "none", body: nil)
    }
  }

  /// Returns true for a body that may have no end.
  private static func isStream(_ response: HTTPResponse, _ operation: OpenAPIOperation) -> Bool {
    guard let type = response.fields[.contentType]?.rawValue else { return false }
    let declared = operation.response(for: Int(response.status.code))?.content.covering(type)
    return declared?.isStream ?? (MediaType(type)?.essence == "text/event-stream")
  }

  private static func body(of response: HTTPResponse) async throws -> [UInt8] {
    guard case .stream(let stream) = response.body else { return try await response.body.collect(upTo: maxBodyBytes) }
    return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await stream.collect(upTo: maxBodyBytes) }
      group.addTask {
        try await Task.sleep(for: maxBodyTime)
        return nil
      }
      defer { group.cancelAll() }
      guard let bytes = try await group.next() ?? nil else { throw EndlessBody() }
      return bytes
    }
  }

  private func shown(_ response: HTTPResponse, _ body: [UInt8]) -> String {
    let text = secrets.excerpt(of: body, count: 400).escapingControls()
    let type = response.fields[.contentType].map { " \(secrets.hidden(in: $0.rawValue).escapingControls())" } ?? ""
    return "\(response.status.code)\(type)" + (text.isEmpty ? "" : " \(text)\(body.count > 400 ? "…" : "")")
  }

  // MARK: - Findings

  private func report(
    _ verdict: TestVerdict, _ testCase: TestCase, _ outcome: Outcome, _ maker: TestCaseMaker, _ number: Int,
    _ run: inout Run, _ send: Sender
  ) async {
    let operation = testCase.request.operation
    let known = run.verdicts[operation.title] ?? []
    guard known.count < Self.maxFindings, !known.contains(where: verdict.isSame) else { return }
    run.verdicts[operation.title] = known + [verdict]
    // A missing response is not shrunk, because each smaller request could wait as long for its response.
    let (smallest, last, shown) =
      verdict.kind == .noResponse
      ? (testCase, verdict, outcome.response) : await shrink(testCase, verdict, outcome, maker, send)
    var request = smallest.request
    request.replaceCredentials(\.hidden)
    request.fields = secrets.hidden(in: request.fields)
    // A placeholder of the path may have a value of an earlier response that repeats a credential.
    let command = (try? request.httpRequest(to: url)).map { secrets.hidden(in: CurlCommand($0).description) } ?? ""
    run.findings.append(
      ContractTestFinding(
        kind: last.kind, operation: operation.title, operationID: operation.id,
        description: secrets.hidden(in: last.description),
        expected: last.expected, pointer: last.pointer, command: command, response: shown, seed: options.seed,
        number: number))
  }

  /// Simplifies a request as long as the server shows the same difference.
  private func shrink(
    _ testCase: TestCase, _ verdict: TestVerdict, _ outcome: Outcome, _ maker: TestCaseMaker, _ send: Sender
  ) async -> (TestCase, TestVerdict, String) {
    var smallest = (testCase, verdict, outcome.response)
    var budget = options.maxShrinkingRequests
    var hasChanged = true
    while hasChanged, budget > 0 {
      hasChanged = false
      for candidate in smallest.0.simpler() where budget > 0 && !Task.isCancelled {
        guard maker.isValid(candidate.request) == (testCase.intent != .refused) else { continue }
        budget -= 1
        let outcome = await self.outcome(of: candidate, maker, send)
        guard let same = outcome.verdicts.first(where: { $0.isSame(as: verdict) }) else { continue }
        smallest = (candidate, same, outcome.response)
        hasChanged = true
        break
      }
    }
    return smallest
  }
}
