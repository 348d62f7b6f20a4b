public import ContractCurl
internal import ContractHTTP

extension ClientCaller<UploadedFile> {
  /// Sends a file by the resumable protocol tus 1.0; see
  /// ``APIClient/upload(file:metadata:options:progress:fileID:line:function:)``.
  public static func upload(
    file path: String, metadata: [String: String] = [:], options: UploadOptions = UploadOptions(),
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) -> ClientCaller {
    ClientCaller { call in
      do {
        return try await ResumableUpload(call, path, metadata, options, progress).run()
      } catch is CancellationError {
        // Cancellation between the requests; the requests themselves throw a `ClientError`.
        throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: call.operation)
      } catch let error as FileError {
        throw ClientError(.file, stage: .exchange, error.description, operation: call.operation, cause: error)
      }
    }
  }
}

extension APIClient {
  /// Sends a file to a server of resumable uploads (tus 1.0), and continues after lost connections and restarts of the server.
  ///
  /// ```swift
  /// let film = try await client("uploads").upload(file: "film.mp4", metadata: ["filename": "film.mp4"]) {
  ///   print($0.sentFraction ?? 0)
  /// }
  /// ```
  ///
  /// The client's path is the path at which uploads are created. The timeout of a call limits each wait, not the whole
  /// transfer. The file must not change during the upload. Memory use does not depend on the size of the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - metadata: Values for the server, such as `filename`, by key. A key is ASCII without spaces and commas.
  ///   - options: The sizes and checksums of requests, and the note for resuming an upload of an earlier process.
  ///   - progress: Called with the number of bytes of the file that were sent, and its size.
  /// - Throws: ``/Contract/ClientError``: the last error when too many attempts made no progress, an error that no
  ///   other attempt can repair, or the code `file` if the file cannot be read. An error of the client's error decoder
  ///   replaces the error of a response.
  @discardableResult
  public func upload(
    file path: String, metadata: [String: String] = [:], options: UploadOptions = UploadOptions(),
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }, fileID: String = #fileID, line: Int = #line,
    function: String = #function
  ) async throws -> UploadedFile {
    try await call(
      .upload(file: path, metadata: metadata, options: options, progress: progress), as: .instance, fileID: fileID,
      line: line, function: function)
  }
}
