public import Contract

/// Compresses answers with gzip or deflate, when the client accepts that and it is worth it.
///
/// ```swift
/// Server(port: 8080, middleware: [Compression()]) { … }
/// ```
///
/// Content is left alone when it has a coding already, is shorter than `minBytes`, of a type that does not compress, a part
/// of something (206), has a digest (RFC 9530), or is marked `Cache-Control: no-transform`. A strong `ETag` becomes a weak one, because the bytes are
/// others (RFC 9110 §8.8.1), and `Vary` names `Accept-Encoding`, also where nothing was compressed. A stream is compressed
/// while it travels, and every piece leaves at once.
///
/// Compressing a secret together with what an attacker may choose tells its length (BREACH): mark such answers
/// `no-transform`.
public struct Compression: ServerMiddleware {
  private let minBytes: Int
  private let level: Int
  private let compresses: @Sendable (MediaType) -> Bool

  /// Compresses answers.
  ///
  /// - Parameters:
  ///   - minBytes: shorter content of known length is sent as it is.
  ///   - level: from 1, fastest, to 9, smallest.
  ///   - compresses: says which types of content are worth it; text, JSON, XML and scripts unless given.
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

  /// Compresses the answer.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var response = try await next(request)
    let isUnchanged = response.status == .notModified
    guard isUnchanged ? response.fields.contains("ETag") : isEligible(response) else { return response }
    response.fields.addVary("Accept-Encoding")
    let accepted = AcceptEncoding(request.fields.values(.acceptEncoding).map(\.rawValue).joined(separator: ","))
    guard let coding = accepted.best(of: ["gzip", "deflate"]) else { return response }
    if isUnchanged {
      // Who has the answer by its strong tag has it without a coding: it was too short, or of no type that compresses.
      if !Self.asks(request, for: response.fields["ETag"]) { response.fields.weakenETag() }
    } else {
      await compress(&response, coding)
    }
    return response
  }

  /// Fields with a digest of content as it travels (RFC 9530, RFC 3230), which another coding makes wrong.
  static let digests: [HTTPFieldName] = ["Content-Digest", "Repr-Digest", "Digest"]

  private static func asks(_ request: HTTPRequest, for tag: HTTPFieldValue?) -> Bool {
    guard let tag = tag.flatMap({ EntityTag(parsing: $0.rawValue) }),
      case .these(let known) = Preconditions(request.fields).noneMatch
    else { return false }
    return known.contains(where: tag.isStrongly)
  }

  private func isEligible(_ response: HTTPResponse) -> Bool {
    guard response.status.allowsContent, response.status.code != 206, !response.fields.contains(.contentEncoding),
      !Self.digests.contains(where: response.fields.contains),
      response.body.length.map({ $0 >= max(1, minBytes) }) ?? true,
      let type = response.fields[.contentType], let media = MediaType(type.rawValue), compresses(media)
    else { return false }
    return !response.fields.values("Cache-Control").contains { value in
      MediaType.split(value.rawValue, at: ",").contains { $0.lowercased() == "no-transform" }
    }
  }

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
      response.body = .stream(HTTPBodyStream { try await deflater.next() })
    }
    response.fields[.contentEncoding] = HTTPFieldValue(unchecked: coding)
    response.fields.weakenETag()
  }

  /// Lets other connections have their turn between pieces.
  private static func compressed(_ bytes: [UInt8], _ format: CompressionFormat, _ level: Int) async -> [UInt8] {
    let stream = Lock(Deflater(format, level: level))
    var output: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + 65_536, bytes.count)
      output += stream.withLock { deflater in
        var piece: [UInt8] = []
        deflater.deflate(bytes[start..<end], into: &piece)
        if end == bytes.count { deflater.finish(into: &piece) }
        return piece
      }
      start = end
      if start < bytes.count { await Task.yield() }
    }
    return output
  }
}

/// A stream's content, compressed piece by piece.
private final class DeflatedStream: Sendable {
  private let base: HTTPBodyStream
  /// Nil once the end has been written.
  private let deflater: Lock<Deflater?>

  init(_ base: HTTPBodyStream, _ format: CompressionFormat, level: Int) {
    self.base = base
    self.deflater = Lock(Deflater(format, level: level))
  }

  func next() async throws -> [UInt8]? {
    while true {
      let piece = try await base.next()
      let output: [UInt8]? = deflater.withLock { deflater in
        guard let running = deflater else { return nil }
        var output: [UInt8] = []
        if let piece {
          running.deflate(piece[...], into: &output, flush: .now)
        } else {
          running.finish(into: &output)
          deflater = nil
        }
        return output
      }
      guard let output else { return nil }
      if !output.isEmpty { return output }
    }
  }
}

extension HTTPFields {
  /// Makes a strong `ETag` a weak one.
  fileprivate mutating func weakenETag() {
    guard let tag = self["ETag"]?.rawValue, tag.rest(behindBytes: "W/") == nil else { return }
    self["ETag"] = HTTPFieldValue(unchecked: "W/" + tag)
  }
}
