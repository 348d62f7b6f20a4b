public import Contract

/// A store of files.
///
/// The bytes are not part of the contract: a client sends them to ``Paths/uploads`` by a resumable upload, and requests them
/// from ``Paths/content`` by ranges.
@API @Mock
public protocol Files: Sendable {
  /// Returns all files, sorted by name.
  @GET("/files")
  func list() async throws -> [StoredFile]

  /// Deletes a file.
  @DELETE("/files/:name") @Status(204)
  func remove(name: String) async throws(CallFailure<FileRefusal>)

  /// Returns the changes of the store as they happen, after the change with the id `lastEventID`.
  @GET("/events")
  func events(lastEventID: Header<String?>) async throws -> ServerEvents<FileEvent>
}

/// The paths of the bytes.
public enum Paths {
  /// The path at which uploads are created.
  public static let uploads = "uploads"
  /// The path before the names of files.
  public static let content = "content"
}

/// A file of the store.
@Schema
public struct StoredFile: Hashable, Sendable {
  /// The name, without folders.
  public var name: String
  /// The size in bytes.
  public var size: Int

  /// Creates a description.
  public init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

/// A change of the store.
@Schema
public struct FileEvent: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Codable, Sendable {
    /// An upload has begun.
    case began
    /// An upload is complete, and has replaced a file of the same name.
    case stored
    /// A file was deleted.
    case removed
  }

  /// The kind.
  public var kind: Kind
  /// The file; its size is that of the upload.
  public var file: StoredFile

  /// Creates a change.
  public init(_ kind: Kind, _ file: StoredFile) {
    self.kind = kind
    self.file = file
  }
}

/// The refusals of the store.
@APIError
public enum FileRefusal: Hashable {
  /// The file does not exist.
  @Status(404) case missing(name: String)
  /// An upload has no usable name.
  @Status(400) case unnamed
}
