public import Contract
internal import ContractCoding

extension RouteCollection {
  /// Returns routes that store the large files of multipart bodies in a temporary file instead of memory.
  ///
  /// ```swift
  /// AlbumsRoutes(service).spoolingFiles(over: 64 << 10, maxBytes: 1 << 30)
  ///
  /// func addPhoto(photo: Part) async throws { try await photo.content().write(to: path) }
  /// ```
  ///
  /// It applies to operations whose only format is multipart (`@Multipart`); other routes are unchanged. The body is read
  /// while it arrives, and the service is called when the body is complete. `Part.content()` reads a part from memory or from
  /// the file; `Part.bytes` is empty for a part in the file.
  ///
  /// The file has no name, so it disappears at the end of the request, even if the request is refused or cancelled, or the
  /// process is killed. All parts of a request share one descriptor. Parts in memory have at most 1 MiB in total; the JSON of a
  /// field, up to 1 MiB, is read from the file into memory too.
  ///
  /// Middleware of the routes is added afterwards, `.spoolingFiles(maxBytes: 1 << 30).middleware([…])`, so that it runs before
  /// the body is read. A server with the other order does not start.
  ///
  /// - Parameters:
  ///   - threshold: the maximum size of a file in memory, in bytes. Default: 64 KiB.
  ///   - maxBytes: the maximum size of a body in bytes, which replaces that of the server. Exceeding it, or 1 MiB of
  ///     values that are not files: 413. A smaller `@MaxBody` of an operation applies as well.
  ///   - folder: the folder of the temporary files. Default: `/tmp`, which may be in memory (tmpfs).
  public func spoolingFiles(over threshold: Int = 64 << 10, maxBytes: Int, in folder: String = "/tmp") -> [Route] {
    routes.map { route in
      let fields = Set(route.operation.inputs.filter { $0.location == .body }.map(\.name))
      let spool = PartSpool(threshold: threshold, maxBytes: maxBytes, folder: folder, fields: fields)
      return route.spooled { try await spool.read($0) } ?? route
    }
  }
}

/// A reader of the parts of a request's body, which runs before the handler.
private struct PartSpool: Sendable {
  let threshold: Int
  let maxBytes: Int
  let folder: String
  /// The names of the operation's fields, whose JSON is read into memory.
  let fields: Set<String>

  /// Reads the body and stores its parts, or the error in them, in the request. Returns the refusal of a body that is too
  /// large.
  func read(_ request: ServerRequest) async throws -> HTTPResponse? {
    let content = request.content
    guard content.length != 0 else {
      request.parts = SpooledParts(.success([]))
      return nil
    }
    do {
      if content.length ?? 0 > maxBytes { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
      request.parts = SpooledParts(.success(try await parts(of: content)))
    } catch let error as MultipartError {
      request.parts = SpooledParts(.failure(error))
    } catch is HTTPBodyTooLarge {
      return RequestPipeline.response(Problem(.contentTooLarge, detail: HTTPBodyTooLarge.requestReason.description))
    }
    return nil
  }

  private func parts(of content: ByteStream) async throws -> [Part] {
    // A body without bytes has no parts and needs no boundary, like a body of the length 0.
    var collector: PartCollector?
    var left = maxBytes
    while let chunk = try await content.next() {
      guard chunk.count <= left else { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
      if chunk.isEmpty { continue }
      left -= chunk.count
      // Without a media type there is no boundary. `.octetStream` has none either, so the collector reports the error.
      let open =
        try collector ?? PartCollector(content.mediaType ?? .octetStream, threshold: threshold, in: folder)
      collector = open
      try await FileWork.chunk { try open.add(chunk) }
    }
    let parts = try collector?.finish() ?? []
    guard parts.contains(where: { $0.source?.received != nil }) else { return parts }
    return try await FileWork.chunk { try JSONPart.loading(parts, of: fields) }
  }
}
