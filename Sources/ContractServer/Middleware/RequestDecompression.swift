public import Contract

/// Takes `gzip` and `deflate` off requests, so that routes get their content as it is.
///
/// Content that grows past `maxBytes` is refused with 413 before it is restored, and so is content of more than 64 KiB that
/// grows past `maxRatio` times what was sent; content that is not what its coding says is refused with 400. Other codings are
/// refused with 415 and `Accept-Encoding` by routes that read content (RFC 9110 §15.5.16). The server's limit of content
/// holds for what arrives and for what comes out. Digests of the content as it travelled (RFC 9530) go with the coding.
public struct RequestDecompression: ServerMiddleware {
  /// Content may grow to this, whatever the ratio, as far as `maxBytes` lets it.
  private static let harmlessBytes = 64 << 10

  private let maxBytes: Int
  private let maxRatio: Int

  /// Takes codings off.
  ///
  /// - Parameters:
  ///   - maxBytes: the most bytes that content may grow to.
  ///   - maxRatio: how many times what was sent content of more than 64 KiB may be; up to that any ratio is harmless.
  ///     gzip reaches 1032.
  public init(maxBytes: Int = 1 << 20, maxRatio: Int = 100) {
    self.maxBytes = maxBytes
    self.maxRatio = maxRatio
  }

  /// `gzip` and `deflate`.
  public var requestCodings: [String] { ["gzip", "deflate"] }

  /// Passes the request on without its coding.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard case .bytes(let bytes) = request.body, let format = Self.format(request.fields) else {
      return try await next(request)
    }
    var request = request
    do throws(InflateError) {
      request.body = .bytes(try Inflater.inflate(bytes, format, maxOutputBytes: limit(for: bytes.count)))
    } catch {
      switch error {
      case .outputTooLarge(let limit):
        return RequestPipeline.answer(
          Problem(.contentTooLarge, detail: "the request body grows beyond \(limit) bytes when its coding is taken off")
        )
      case .corrupt, .truncated, .trailingBytes:
        return RequestPipeline.answer(
          Problem(.badRequest, detail: "the request body is not what its Content-Encoding says: \(error)"))
      }
    }
    request.fields.remove(.contentEncoding)
    for name in Compression.digests { request.fields.remove(name) }
    if request.fields.contains(.contentLength) {
      request.fields[.contentLength] = HTTPFieldValue(unchecked: String(request.body.length ?? 0))
    }
    return try await next(request)
  }

  private func limit(for count: Int) -> Int {
    let (grown, overflow) = count.multipliedReportingOverflow(by: max(1, maxRatio))
    return min(maxBytes, overflow ? .max : max(grown, Self.harmlessBytes))
  }

  private static func format(_ fields: HTTPFields) -> CompressionFormat? {
    let codings = fields.values(.contentEncoding)
    guard codings.count == 1 else { return nil }
    switch codings[0].rawValue.lowercased() {
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    default: return nil
    }
  }
}
