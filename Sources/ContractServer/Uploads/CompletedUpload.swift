public import Contract

/// An upload whose bytes have all arrived and are on the disk.
public struct CompletedUpload: Sendable {
  /// The random identifier of the upload: 32 hexadecimal digits.
  public let id: String
  /// The path of the bytes. The file is removed when the upload expires, unless the service moves it.
  public let path: String
  /// The size in bytes.
  public let byteCount: Int
  /// The values that the client sent when it created the upload, by key. They are untrusted.
  public let metadata: [String: String]

  /// The name of the file on the client's machine, made safe for any folder: the last component of the value
  /// `filename`, without control characters and leading dots, of at most 255 bytes. Nil if nothing remains.
  ///
  /// Two uploads may have the same name.
  public var fileName: String? { UploadMetadata.fileName(metadata) }

  /// Moves the file to another path on the same file system, replacing an existing file.
  ///
  /// - Parameter path: a path that no client has chosen, such as a folder and ``fileName``.
  /// - Throws: ``/ContractHTTP/FileError``
  public func move(to path: String) throws(FileError) { try FileNames.rename(self.path, to: path) }
}

/// An upload that a client wants to begin.
public struct RequestedUpload: Sendable {
  /// The size in bytes; nil if the client does not know it yet.
  public let byteCount: Int?
  /// The values that the client sends, by key, such as `filename`. They are untrusted.
  public let metadata: [String: String]

  /// The name of the file on the client's machine, made safe; see ``CompletedUpload/fileName``.
  public var fileName: String? { UploadMetadata.fileName(metadata) }
}
