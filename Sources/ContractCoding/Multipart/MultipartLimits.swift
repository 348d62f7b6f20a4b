/// What a `multipart/form-data` body may cost.
public struct MultipartLimits: Sendable, Hashable {
  /// Parts, files among them.
  public var maxParts: Int

  /// Parts that are files.
  public var maxFiles: Int

  /// Bytes of one part's header: its lines with their line ends.
  public var maxHeaderBytes: Int

  /// Bytes of a part's name, and of a file's name.
  public var maxNameBytes: Int

  /// Bytes of the whole body; nil leaves that to whoever has read it.
  public var maxBytes: Int?

  /// Limits with 1000 parts, 100 of them files, 8 KiB of header each and names of 1 KiB, unless told otherwise.
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
}
