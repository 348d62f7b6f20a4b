public import Contract
internal import ContractHTTP

/// Middleware that compresses responses with gzip or deflate if the client accepts it and the body is worth it.
///
/// ```swift
/// Server(port: 8080, middleware: [Compression()]) { … }
/// ```
///
/// A body is not compressed if it already has a content coding, is shorter than `minBytes`, has a media type that does
/// not compress, is partial (206), has a digest (RFC 9530), or is marked `Cache-Control: no-transform`. A strong `ETag`
/// becomes weak, because the bytes change (RFC 9110 §8.8.1), and `Accept-Ranges` is removed. `Vary` names
/// `Accept-Encoding` even if a response of a compressible type is partial or not compressed. A ``Versioned`` result is
/// not compressed, because its tag must stay strong. A stream is compressed while it is sent, and each chunk is
/// flushed.
///
/// Compressing a secret together with text chosen by an attacker reveals the secret (BREACH): mark such responses
/// `no-transform`.
public struct Compression: ServerMiddleware {
  private let minBytes: Int
  private let level: Int
  private let compresses: @Sendable (MediaType) -> Bool

  /// Creates middleware that compresses responses.
  ///
  /// - Parameters:
  ///   - minBytes: the minimum size of a body with known length. Default: 1024.
  ///   - level: from 1, fastest, to 9, smallest. Default: 5.
  ///   - compresses: returns true for media types to compress. Default: text, JSON, XML, scripts and WebAssembly.
  public init(
    minBytes: Int = 1024, level: Int = 5, compresses: (@Sendable (MediaType) -> Bool)? = nil
  ) {
    self.minBytes = minBytes
    self.level = level
    self.compresses = compresses ?? Self.isText
  }

  private static let applications: Set<String> = ["json", "xml", "javascript", "graphql", "wasm", "x-ndjson", "jsonl"]

  private static func isText(_ type: MediaType) -> Bool {
    switch type.type {
    case "text": true
    case "application":
      applications.contains(type.subtype) || type.isJSON || type.subtype.ends(withBytes: "+xml")
    case "image": type.subtype == "svg+xml"
    default: false
    }
  }

  /// Compresses the response.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var response = try await next(request)
    // The response is not compressed, because that would weaken the tag, and a client can send only a strong tag as `If-Match`.
    if exchange.operation?.keepsEntityTags == true { return response }
    let isUnchanged = response.status == .notModified
    guard isUnchanged ? response.fields.contains("ETag") : isEligible(response) else { return response }
    response.fields.addVary("Accept-Encoding")
    // The response to the same request without a range may be compressed, so a 206 has the same `Vary` (RFC 9110 §15.3.7).
    if response.status == .partialContent { return response }
    let accepted = AcceptEncoding(request.fields.values(.acceptEncoding).map(\.rawValue).joined(separator: ","))
    guard let coding = accepted.best(of: ["gzip", "deflate"]) else { return response }
    if isUnchanged {
      // A client that sends the strong tag has the uncompressed body, because the body is short or its type is not compressed.
      // For any other client, the tag is weak, as in the compressed response.
      if !Self.asks(request, for: response.fields["ETag"]) { response.fields.weakenETag() }
    } else {
      await compress(&response, coding)
    }
    return response
  }

  private static func asks(_ request: HTTPRequest, for tag: HTTPFieldValue?) -> Bool {
    guard let tag = tag.flatMap({ EntityTag(parsing: $0.rawValue) }),
      case .these(let known) = Preconditions(request.fields).noneMatch
    else { return false }
    return known.contains(where: tag.stronglyEquals)
  }

  private func isEligible(_ response: HTTPResponse) -> Bool {
    guard response.status.allowsContent, !response.fields.contains(.contentEncoding),
      !HTTPFields.digestNames.contains(where: response.fields.contains), !response.body.hasDigest,
      response.status == .partialContent || response.body.length.map({ $0 >= max(1, minBytes) }) ?? true,
      let type = response.fields[.contentType], let media = MediaType(type.rawValue),
      compresses(media) || response.status == .partialContent && Self.isRanges(media)
    else { return false }
    return !response.fields.values("Cache-Control").contains { value in
      MediaType.split(value.rawValue, at: ",").contains { $0.lowercasedASCII == "no-transform" }
    }
  }

  /// Returns true for several ranges. Their parts have the type of the file, whose complete response may be compressed.
  private static func isRanges(_ type: MediaType) -> Bool { type.type == "multipart" && type.subtype == "byteranges" }

  private func compress(_ response: inout HTTPResponse, _ coding: String) async {
    let format: CompressionFormat = coding == "gzip" ? .gzip : .deflate
    switch response.body {
    case .empty: return
    case .bytes(let bytes):
      let compressed = await Self.compressed(bytes, format, level)
      guard compressed.count < bytes.count else { return }
      response.body = .bytes(compressed)
    case .stream(let stream):
      let deflater = DeflatedStream(stream, format, level: level)
      response.body = .stream(ByteStream { try await deflater.next() }.beating(deflater.heartbeat))
    }
    response.fields[.contentEncoding] = HTTPFieldValue(unchecked: coding)
    // Ranges are not offered, because they refer to the uncompressed bytes.
    response.fields["Accept-Ranges"] = nil
    response.fields.weakenETag()
  }

  /// Compresses a body in parts, and yields in between so that other connections make progress.
  private static func compressed(_ bytes: [UInt8], _ format: CompressionFormat, _ level: Int) async -> [UInt8] {
    let stream = Lock(Deflater(format, level: level))
    var output: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + 65_536, bytes.count)
      output += stream.withLock { deflater in
        var chunk: [UInt8] = []
        deflater.deflate(bytes[start..<end], into: &chunk)
        if end == bytes.count { deflater.finish(into: &chunk) }
        return chunk
      }
      start = end
      if start < bytes.count { await Task.yield() }
    }
    return output
  }
}

/// A stream that compresses the chunks of another stream.
private final class DeflatedStream: Sendable {
  private struct State {
    /// The compressor; nil after the end has been written.
    var deflater: Deflater?
    /// True while the reader may not have sent the last compressed chunk.
    var isUnsent = false
  }

  private let base: ByteStream
  private let state: Lock<State>

  init(_ base: ByteStream, _ format: CompressionFormat, level: Int) {
    self.base = base
    self.state = Lock(State(deflater: Deflater(format, level: level)))
  }

  /// The heartbeat of the base, compressed between its chunks.
  ///
  /// The last chunk may have been compressed on another thread and must be sent before a heartbeat. There is no heartbeat
  /// until the next chunk is requested, because only then is the last one known to be sent.
  var heartbeat: ByteStream.Heartbeat? {
    base.heartbeat.map { heartbeat in
      ByteStream.Heartbeat(every: heartbeat.interval) { [self] in
        state.withLock { state in
          var output: [UInt8] = []
          if !state.isUnsent { state.deflater?.deflate(heartbeat.bytes()[...], into: &output, flush: .now) }
          return output
        }
      }
    }
  }

  func next() async throws -> [UInt8]? {
    state.withLock { $0.isUnsent = false }
    while true {
      let chunk = try await base.next()
      guard let output = state.withLock({ Self.compress(chunk, &$0) }) else { return nil }
      if !output.isEmpty { return output }
    }
  }

  /// Returns the compressed chunk, or the end after the last one; nil after the end.
  private static func compress(_ chunk: [UInt8]?, _ state: inout State) -> [UInt8]? {
    guard let deflater = state.deflater else { return nil }
    var output: [UInt8] = []
    if let chunk {
      deflater.deflate(chunk[...], into: &output, flush: .now)
    } else {
      deflater.finish(into: &output)
      state.deflater = nil
    }
    state.isUnsent = !output.isEmpty
    return output
  }
}

extension HTTPBody {
  /// True if a digest follows the bytes.
  fileprivate var hasDigest: Bool {
    if case .stream(let stream) = self { stream.contentDigest != nil } else { false }
  }
}

extension HTTPFields {
  /// Replaces a strong `ETag` by a weak one.
  fileprivate mutating func weakenETag() {
    guard let tag = self["ETag"]?.rawValue, tag.rest(afterBytes: "W/") == nil else { return }
    self["ETag"] = HTTPFieldValue(unchecked: "W/" + tag)
  }
}
