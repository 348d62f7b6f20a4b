/// The options of ``APIClient/upload(file:metadata:options:progress:fileID:line:function:)``.
public struct UploadOptions: Hashable, Sendable {
  /// The maximum number of bytes of one request; nil for a single request with the rest of the file. Default: nil.
  public var chunkBytes: Int?
  /// True to send the SHA-256 of each request, which the server checks before it keeps the bytes. Requests then have at
  /// most 8 MiB unless ``chunkBytes`` is set, because an interruption loses the current request. Default: false.
  public var sendsChecksums = false
  /// The path of a file that stores the location of the upload, so that a later call with the same path continues the
  /// upload. The file is removed at the end. Anyone who can read the file can continue the upload. Default: nil.
  public var note: String?
  /// The maximum number of consecutive failures without progress. The delays between them grow from 0.2 s to 10 s. Default: 10.
  public var maxFailures = 10

  /// Creates the default options.
  public init() {}

  /// The maximum number of bytes of a request, including the default with checksums; nil for no limit.
  var effectiveChunkBytes: Int? { chunkBytes ?? (sendsChecksums ? 8 << 20 : nil) }
}

/// The result of a completed upload.
public struct UploadedFile: Hashable, Sendable {
  /// The URL or path of the upload on the server.
  public let location: String
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The number of bytes that an earlier call had sent.
  public let resumedByteCount: Int
}
