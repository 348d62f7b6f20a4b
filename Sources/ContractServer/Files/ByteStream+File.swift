public import Contract

extension ByteStream {
  /// Opens a file as the result of a function of a contract.
  ///
  /// ```swift
  /// func backup() async throws -> ByteStream {
  ///   guard let file = try ByteStream(file: "backup.tar") else { throw BackupError.notFound }
  ///   return file
  /// }
  /// ```
  ///
  /// The file is sent as by ``FileResponse``, but without ranges and conditions.
  ///
  /// - Parameters:
  ///   - path: a path that no client has chosen.
  ///   - mediaType: the media type of the file. Nil: by the extension, `application/octet-stream` if unknown.
  /// - Returns: nil if there is no such regular file, or if it is not readable.
  /// - Throws: an error of the system in opening the file, except that it is missing or not readable.
  public init?(file path: String, mediaType: MediaType? = nil) throws {
    guard case .file(let file) = try FileOpening(path) else { return nil }
    self.init(file.reader, mediaType: mediaType ?? MediaType(FileMediaTypes.type(of: path)))
  }
}
