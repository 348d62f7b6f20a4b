/// Limits of a `multipart/form-data` body.
public struct MultipartLimits: Sendable, Hashable {
  /// The maximum number of parts, including files.
  public var maxParts: Int

  /// The maximum number of files.
  public var maxFiles: Int

  /// The maximum size of a part's header in bytes, including line ends.
  public var maxHeaderBytes: Int

  /// The maximum length of a part's name and of a file name in bytes.
  public var maxNameBytes: Int

  /// The maximum size of the body in bytes; nil for no limit.
  public var maxBytes: Int?

  /// Creates limits. Default: 1000 parts with at most 100 files, 8 KiB per header and 1 KiB per name.
  public init(
    maxParts: Int = 1000, maxFiles: Int = 100, maxHeaderBytes: Int = 8192, maxNameBytes: Int = 1024,
    maxBytes: Int? = nil
  ) {
    self.maxParts = maxParts
    self.maxFiles = maxFiles
    self.maxHeaderBytes = maxHeaderBytes
    self.maxNameBytes = maxNameBytes
    self.maxBytes = maxBytes
  }

  /// Checks a header, and counts it if the part is a file.
  func check(_ header: PartHeader, files: inout Int) throws(MultipartError.Reason) {
    guard let disposition = header.disposition else { throw .disposition }
    guard let name = disposition.name else { throw .missingName }
    guard PartHeader.isPlain(header.fields) else { throw .transferEncoding }
    let longest = max(name.utf8.count, disposition.fileName?.utf8.count ?? 0)
    if longest > maxNameBytes { throw .nameTooLong(limit: maxNameBytes) }
    guard disposition.fileName != nil else { return }
    files += 1
    if files > maxFiles { throw .tooManyFiles(limit: maxFiles) }
  }
}
