public import Contract
internal import ContractLoop

/// A response with a file as its body.
///
/// ```swift
/// router.on(.get, "/report") { _ in FileResponse("reports/2026.pdf") }
/// router.on(.get, "/uploads/{name}") { FileResponse($0.pathValue("name") ?? "", in: "uploads") }
/// ```
///
/// It supports ranges (RFC 9110 §14) and conditions (§13) of GET and HEAD. The body is sent as fast as the client
/// receives it, and the file is never in memory as a whole.
public struct FileResponse: Sendable {
  /// Headers of the response, such as `Cache-Control` or `Content-Disposition`. Headers that describe the file or its ranges,
  /// such as `ETag` and `Content-Type`, have no effect.
  public var fields: HTTPFields = [:]
  /// The media type of the file. Nil: determined by the extension; `application/octet-stream` for an unknown one. A file with
  /// the extension `svgz` then has `Content-Encoding: gzip`.
  public var mediaType: MediaType?

  private let path: String
  private let folder: String?

  /// Creates a response with the file at a path chosen by the program.
  ///
  /// - Parameter path: a path that no client has chosen. If a client has chosen it, use ``init(_:in:mediaType:)`` instead.
  public init(_ path: String, mediaType: MediaType? = nil) {
    self.path = path
    self.folder = nil
    self.mediaType = mediaType
  }

  /// Creates a response with a file below a folder. Nothing outside the folder is served, whatever the path contains
  /// and wherever symbolic links lead.
  ///
  /// - Parameter path: the path relative to the folder.
  public init(_ path: String, in folder: String, mediaType: MediaType? = nil) {
    self.path = path
    self.folder = folder
    self.mediaType = mediaType
  }

  /// Opens the file and returns the response to a request: 200, 206, 304, 412 or 416, or 404 if there is no such regular file.
  ///
  /// This call opens the file on the executor of the handler. It also reads the body if that has at most 64 KiB.
  ///
  /// - Throws: a system error from opening or reading the file. A missing file, or one without read permission,
  ///   results in 404 instead.
  public func response(to request: ServerRequest) throws -> HTTPResponse {
    guard case .file(let file) = try open() else { return Self.missing }
    if let mediaType {
      return try FileRepresentation(file, mediaType.description, fields).response(to: request.head)
    }
    return try FileRepresentation(file, at: path, fields).response(to: request.head)
  }

  private func open() throws -> FileOpening {
    guard let folder else { return try FileOpening(path) }
    return try ServedFolder(folder).open(path)
  }

  /// The response for a file that does not exist.
  static var missing: HTTPResponse {
    RequestPipeline.response(Problem(.notFound, detail: "there is no such file"))
  }
}
