internal import Contract
internal import ContractCoding
internal import ContractCurl
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An upload by tus 1.0 that continues after lost connections and restarts of the server.
struct ResumableUpload {
  /// A response that is not a success. Its status decides whether the upload continues; the error decoder of the client
  /// only creates the error that ends the upload.
  private struct Refusal: Error {
    let response: HTTPResponse
    let call: OutgoingCall

    var thrown: any Error {
      call.configuration.errorDecoder.decode(response, call.configuration)
        ?? ClientError(unexpected: response, for: call.operation)
    }
  }

  private static let mediaType = MediaType("application/offset+octet-stream")

  private let call: OutgoingCall
  private let client: APIClient
  private let path: String
  private let metadata: [String: String]
  private let options: UploadOptions
  private let progress: @Sendable (TransferProgress) -> Void

  init(
    _ call: OutgoingCall, _ path: String, _ metadata: [String: String], _ options: UploadOptions,
    _ progress: @escaping @Sendable (TransferProgress) -> Void
  ) {
    self.call = call
    client = APIClient(call.settings).removingBody().header("Tus-Resumable", "1.0.0")
    self.path = path
    self.metadata = metadata
    self.options = options
    self.progress = progress
  }

  /// Sends the file.
  ///
  /// - Throws: The error of the client's error decoder, `ClientError`, or ``FileError`` if the file cannot be read or
  ///   changes.
  func run() async throws -> UploadedFile {
    let file = try FileReader(path: path)
    let size = file.length
    let version = Self.version(of: file)
    let url = try call.resourceURL
    let note = options.note.flatMap { UploadNote($0) }.flatMap { $0.url == url && $0.version == version ? $0 : nil }
    var location = note?.location ?? ""
    var machine = UploadMachine(
      size: size, chunkBytes: options.effectiveChunkBytes, maxFailures: options.maxFailures, isKnown: note != nil)
    var resumed: Int?
    while machine.step != .finished {
      do {
        let isFirst = resumed == nil && machine.step == .ask
        if machine.step == .create {
          location = try await create(size)
          if let path = options.note { try UploadNote(url: url, version: version, location: location).write(to: path) }
          resumed = 0
        }
        let offset = try await self.offset(after: machine.step, location, size)
        guard machine.accept(offset: offset) else {
          throw malformed("the server accepted no bytes, repeatedly too few bytes, or more bytes than were sent")
        }
        if isFirst { resumed = offset }
      } catch {
        guard let failure = Self.failure(error, machine.step), let delay = machine.fail(failure) else {
          throw (error as? Refusal)?.thrown ?? error
        }
        try await call.configuration.clock.sleep(delay)
      }
    }
    if let path = options.note { FileNames.remove(path) }
    return UploadedFile(location: location, byteCount: size, resumedByteCount: resumed ?? 0)
  }

  // MARK: Requests

  /// Creates the upload and returns its location.
  private func create(_ size: Int) async throws -> String {
    let redirected = Lock<String?>(nil)
    var creating = client.post.header("Upload-Length", "\(size)")
    if !metadata.isEmpty { creating = creating.header("Upload-Metadata", Self.header(metadata)) }
    creating = creating.transport { options in
      options.redirects = options.redirects.deciding { _, next in
        redirected.withLock { [url = next.url] in $0 = url }
        return next
      }
    }
    let response = try await success(creating)
    guard let location = response.fields[.location]?.rawValue else {
      throw malformed("the response that created the upload has no Location")
    }
    // The location is relative to the URL of the last request (RFC 9110 §10.2.2). Credentials in it are refused later.
    guard let base = redirected.withLock({ $0 }), let url = try? CurlURL(location, relativeTo: base), !url.hasUserinfo
    else { return location }
    return "\(url.scheme)://\(url.authority)\(url.target)"
  }

  /// Sends the request of a step and returns the number of bytes that the server then has.
  private func offset(after step: UploadMachine.Step, _ location: String, _ size: Int) async throws -> Int {
    switch step {
    case .create: return 0
    case .finished: return size
    case .ask: return try position(in: await success(client.at(location).head))
    case .send(let range):
      let stream = try ByteStream(file: path, bytes: range, mediaType: Self.mediaType)
      var sending = client.at(location).patch.header("Upload-Offset", "\(range.lowerBound)")
        .body(stream: stream, type: Self.mediaType)
      if options.sendsChecksums {
        sending = sending.header("Upload-Checksum", "sha256 \(Base64.encoded(try await Self.digest(of: path, range)))")
      }
      let handler = ProgressHandler { [progress] state in
        var state = state
        state.sentBytes += range.lowerBound
        state.totalBytesToSend = size
        progress(state)
      }
      let response = try await success(sending.transport { $0.progress.append(handler) })
      return try position(in: response)
    }
  }

  /// Makes a call and returns its response if it is a success.
  private func success(_ client: APIClient) async throws -> HTTPResponse {
    // The task's modifiers are not applied here, because the settings of the call already include them.
    let made = try client.settings.outgoingCall(accepting: nil, at: call.location)
    let response = try await made.send()
    guard made.configuration.validator.accepts(response) else { throw Refusal(response: response, call: made) }
    return response
  }

  private func position(in response: HTTPResponse) throws(ClientError) -> Int {
    guard let text = response.fields["Upload-Offset"]?.rawValue, let offset = Int(text) else {
      throw malformed("the response has no valid Upload-Offset")
    }
    return offset
  }

  private func malformed(_ message: String) -> ClientError {
    ClientError(.malformedResponse, stage: .exchange, message, operation: call.operation)
  }

  // MARK: Values

  /// Returns properties of a file that change when it is replaced or written.
  private static func version(of file: FileReader) -> String {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return "" }
    return "\(file.length) \(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  /// Returns the kind of a failure; nil for an error that a request did not cause.
  private static func failure(_ error: any Error, _ step: UploadMachine.Step) -> UploadMachine.Failure? {
    let response = (error as? Refusal)?.response ?? (error as? ClientError)?.response
    if let status = response?.status {
      switch status.code {
      case 404, 410: return step == .create ? .final : .gone
      case 408, 409, 423, 425, 429, 460, 500...: return .transient
      default: return .final
      }
    }
    guard let error = error as? ClientError else { return nil }
    let transient: [ClientError.Code] = [
      .unresolvedHost, .noConnection, .lostConnection, .timeout, .circuitOpen,
    ]
    return transient.contains(error.code) ? .transient : .final
  }

  /// Returns the value of `Upload-Metadata`, with the pairs sorted by key.
  static func header(_ metadata: [String: String]) -> String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key) \(Base64.encoded(Array($0.value.utf8)))" }
      .joined(separator: ",")
  }

  private static func digest(of path: String, _ range: Range<Int>) async throws -> [UInt8] {
    let stream = try ByteStream(file: path, bytes: range)
    var hash = SHA256()
    while let chunk = try await stream.next() { hash.update(chunk) }
    return hash.digest()
  }
}
