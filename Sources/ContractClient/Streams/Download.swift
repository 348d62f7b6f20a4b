public import Contract
internal import ContractHTTP

/// The result of a completed download.
public struct DownloadedFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The number of bytes kept from an earlier download; 0 unless this download resumed one.
  public let resumedByteCount: Int
  /// The status of the last response. For a resumed download it is 206, or 416 if the earlier download was already
  /// complete.
  public let status: HTTPStatus
  /// The headers of the response.
  public let fields: HTTPFields
  /// The timings up to the response head, with the time of the head as `total`; nil for a response that did not come
  /// from the network.
  public let timings: TransferTimings?
  /// The HTTP version of the response; nil for a response that did not come from the network.
  public let httpVersion: HTTPVersion?
}

extension ClientCaller<DownloadedFile> {
  /// Sends the request and writes the response body to a file, which appears at `path` only when it is complete.
  ///
  /// - Parameter resuming: Whether to resume an interrupted download of the same URL if the file on the server is
  ///   unchanged. The partial file is kept in `path.part` and its version in `path.part.note`.
  public static func download(to path: String, resuming: Bool = false) -> ClientCaller {
    ClientCaller { call in
      do {
        if resuming, call.canResume { return try await ResumingDownload(call, to: path).run() }
        return try await wholeFile(at: path, call)
      } catch let error as FileError {
        throw ClientError(.file, stage: .exchange, error.description, operation: call.operation, cause: error)
      }
    }
  }

  private static func wholeFile(at path: String, _ call: OutgoingCall) async throws -> DownloadedFile {
    // The file is created before the request is sent, so that an unwritable path fails without a transfer.
    let file = try NewFile(at: path)
    let response = try await ClientCaller<StreamedResponse>.stream.receive(call)
    for try await chunk in response.bytes { try file.append(chunk) }
    try await FileWork.long { try file.finish() }
    return DownloadedFile(
      path: path, byteCount: file.byteCount, resumedByteCount: 0, status: response.status,
      fields: response.fields, timings: response.timings, httpVersion: response.httpVersion)
  }
}
