internal import Contract
internal import ContractHTTP
internal import ContractLoop

/// A download to a file that can resume an interrupted one.
struct ResumingDownload {
  private enum Pass {
    case finished(DownloadedFile)
    /// The file has changed and must be requested from the start.
    case anew
    /// A complete response with this many bytes, which is only a part of the requested rest.
    case part(Int)
    case brokenOff(ClientError)
  }

  private let call: OutgoingCall
  private let path: String

  init(_ call: OutgoingCall, to path: String) {
    self.path = path
    self.call = call
  }

  /// Downloads the file.
  ///
  /// - Throws: The errors of a call, and ``FileError`` if the file cannot be written.
  func run() async throws -> DownloadedFile {
    let file = try ResumableFile(for: path, source: try call.sourceName)
    var machine = RetryMachine(call.configuration.retry)
    var progress = DownloadProgress(call.configuration.transportOptions.progress)
    var parts = DownloadParts()
    var number = 1
    while true {
      switch try await pass(file, &progress) {
      case .finished(let downloaded): return downloaded
      case .anew: continue
      case .part(let count):
        // If the download stops here, the received bytes are kept for a later one.
        guard parts.mayContinue(after: count) else { throw call.refusal(DownloadParts.message) }
      case .brokenOff(let error):
        let outcome = AttemptOutcome(.failure(error), attempt: number)
        guard file.version != nil, case .wait(let delay) = decide(outcome, &machine) else { throw error }
        try await wait(delay)
        number += 1
      }
    }
  }

  /// Sends one request and returns its outcome.
  private func pass(_ file: ResumableFile, _ progress: inout DownloadProgress) async throws -> Pass {
    var call = call.reportingProgress(to: progress.nextHandlers())
    // A content coding would change the offsets of the bytes.
    call.request.fields[.acceptEncoding] = "identity"
    let beginning = file.version.map { DownloadResponse.Beginning(byteCount: file.byteCount, version: $0) }
      .flatMap { $0.byteCount > 0 ? $0 : nil }
    if let beginning {
      call.request.fields["Range"] = HTTPFieldValue(unchecked: "bytes=\(beginning.byteCount)-")
      call.request.fields["If-Range"] = HTTPFieldValue(beginning.version.validator)
    }
    let begun = call.configuration.clock.now()
    let response = try await call.stream()
    switch DownloadResponse(response, to: beginning) {
    case .wrong(let message):
      file.discard()
      throw call.refusal(message)
    case .changed:
      try file.restart(nil)
      return .anew
    case .complete: return .finished(try finish(file, response))
    case .other:
      throw ClientError(unexpected: try await call.success(response, since: begun), for: call.operation)
    case .rest(let count, let length):
      progress.begin(at: file.byteCount, of: length)
      return try await receive(response, in: file, count: count, of: length)
    case .whole:
      let whole = try await call.success(response, since: begun)
      guard !DownloadResponse.isEncoded(whole.fields) else { throw call.refusal(DownloadResponse.encodedMessage) }
      progress.begin(at: 0)
      try file.restart(DownloadVersion(of: whole))
      return try await receive(whole, in: file)
    }
  }

  /// Writes a response body to the file. `count` is the announced number of bytes, if any.
  private func receive(
    _ response: HTTPResponse, in file: ResumableFile, count: Int? = nil, of length: Int? = nil
  ) async throws -> Pass {
    let start = file.byteCount
    let end = count.map { $0 + start }
    do {
      for try await chunk in ByteStream(response, of: call.operation) {
        try file.append(chunk)
        if let end, file.byteCount > end { break }
      }
    } catch let error as ClientError {
      return .brokenOff(error)
    }
    if let end, file.byteCount != end {
      file.discard()
      throw call.refusal(DownloadResponse.sizeMessage)
    }
    if let length, file.byteCount < length { return .part(file.byteCount - start) }
    return .finished(try finish(file, response))
  }

  private func finish(_ file: ResumableFile, _ response: HTTPResponse) throws(FileError) -> DownloadedFile {
    try file.finish()
    return DownloadedFile(
      path: path, byteCount: file.byteCount, resumedByteCount: file.earlierByteCount, status: response.status,
      fields: response.fields, timings: response.timings, httpVersion: response.httpVersion)
  }

  // MARK: Retries

  private func decide(_ outcome: AttemptOutcome, _ machine: inout RetryMachine) -> RetryMachine.Decision {
    let clock = call.configuration.clock
    let remaining = min(call.timeout, InheritedDeadline.remaining ?? call.timeout)
    let facts = RetryMachine.Facts(
      isIdempotent: true, isReplayable: true, remaining: remaining, random: clock.random(), wall: clock.unixSeconds)
    return machine.decide(outcome, facts) { call.configuration.retry.budget?.spend() ?? true }
  }

  private func wait(_ delay: Duration) async throws {
    do {
      try await call.configuration.clock.sleep(delay)
    } catch {
      throw ClientError(
        .cancelled, stage: .exchange, "the task was cancelled", operation: call.operation, cause: error)
    }
  }
}

extension OutgoingCall {
  /// True if the rest of the resource can be requested.
  var canResume: Bool {
    let names: [HTTPFieldName] = ["Range", "If-Range"]
    return request.method == .get
      && !names.contains { request.fields.contains($0) || configuration.fields.contains($0) }
  }

  /// A hash of the URL, which identifies the resource without revealing it.
  fileprivate var sourceName: String {
    get throws { String(FNV1a.hash(try resourceURL), radix: 36) }
  }

  /// Returns the call with other progress handlers.
  fileprivate func reportingProgress(to handlers: [ProgressHandler]) -> OutgoingCall {
    if configuration.transportOptions.progress == handlers { return self }
    let client = APIClient(settings).transport { $0.progress = handlers }
    return OutgoingCall(request: request, operation: operation, location: location, settings: client.settings)
  }

  fileprivate func refusal(_ message: String) -> ClientError {
    ClientError(.malformedResponse, stage: .exchange, message, operation: operation)
  }
}
