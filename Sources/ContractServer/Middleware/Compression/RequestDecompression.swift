public import Contract
internal import ContractHTTP

/// Middleware that decodes `gzip` and `deflate` request bodies.
///
/// A body that grows beyond `maxBytes`, or beyond both 64 KiB and `maxRatio` times its encoded size, gets a 413
/// before it is decoded completely. A body that does not match its coding gets a 400. Routes that read a body
/// refuse other codings with 415 and `Accept-Encoding` (RFC 9110 §15.5.16). The server's limit on bodies, and that of an
/// operation, apply to both sizes. Digests of the encoded body (RFC 9530) are removed together with the coding.
public struct RequestDecompression: ServerMiddleware {
  /// The size up to which the ratio does not matter.
  static let harmlessBytes = 64 << 10

  private let maxBytes: Int
  private let maxRatio: Int

  /// Creates middleware that decodes bodies.
  ///
  /// - Parameters:
  ///   - maxBytes: the maximum size of a decoded body in memory. Default: 1 MiB. A body that is read while it arrives has
  ///     only the operation's own limit, which applies to both sizes.
  ///   - maxRatio: the maximum ratio of the decoded to the encoded size, for bodies that exceed 64 KiB. Default: 100;
  ///     gzip reaches 1032.
  public init(maxBytes: Int = 1 << 20, maxRatio: Int = 100) {
    self.maxBytes = maxBytes
    self.maxRatio = maxRatio
  }

  /// `gzip` and `deflate`.
  public var requestCodings: [String] { ["gzip", "deflate"] }

  /// Passes the request on with its body decoded.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard request.body.length != 0, let format = Self.format(request.fields) else { return try await next(request) }
    var request = request
    switch request.body {
    case .empty: break
    case .bytes(let bytes):
      do throws(InflateError) {
        request.body = .bytes(try Inflater.inflate(bytes, format, maxOutputBytes: limit(for: bytes.count)))
      } catch {
        return RequestPipeline.response(Self.problem(error))
      }
    case .stream(let stream):
      // The checksum is verified before decompression, because it is that of the encoded bytes.
      let isChecked = exchange.operation?.hasChecksum ?? false
      let digest = request.fields.values("Content-Digest").map(\.rawValue).joined(separator: ", ")
      let received = isChecked ? stream.verified(header: digest) { $0 } : stream
      let inflated = InflatedStream(
        received, format, maxRatio: maxRatio, maxBytes: exchange.operation?.maxBodyBytes ?? .max)
      let decoded = ByteStream { try await inflated.next() }
      request.body = .stream(isChecked ? decoded.checksummed() : decoded)
    }
    request.fields.remove(.contentEncoding)
    for name in HTTPFields.digestNames { request.fields.remove(name) }
    if request.fields.contains(.contentLength) {
      request.fields[.contentLength] = request.body.length.map { HTTPFieldValue(unchecked: String($0)) }
    }
    return try await next(request)
  }

  /// Returns the refusal of a body that cannot be decoded.
  static func problem(_ error: InflateError) -> Problem {
    switch error {
    case .outputTooLarge(let limit):
      Problem(.contentTooLarge, detail: "the decoded request body exceeds \(limit) bytes")
    case .corrupt, .truncated, .trailingBytes:
      Problem(.badRequest, detail: "the request body does not match its Content-Encoding: \(error)")
    }
  }

  private func limit(for count: Int) -> Int {
    let (grown, overflow) = count.multipliedReportingOverflow(by: max(1, maxRatio))
    return min(maxBytes, overflow ? .max : max(grown, Self.harmlessBytes))
  }

  private static func format(_ fields: HTTPFields) -> CompressionFormat? {
    let codings = fields.values(.contentEncoding)
    guard codings.count == 1 else { return nil }
    switch codings[0].rawValue.lowercasedASCII {
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    default: return nil
    }
  }
}
