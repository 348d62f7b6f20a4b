public import ContractServer
public import FileContract
internal import FoundationEssentials

/// Files in a folder.
public struct FileStore: Files {
  /// The maximum size of a file in bytes.
  public static let maxBytes = 1 << 40

  private let folder: String
  /// The changes.
  public let log = EventLog()

  private var content: String { folder + "/content" }
  private var incoming: String { folder + "/incoming" }

  /// Opens a store, and creates its folders.
  public init(_ folder: String) throws {
    self.folder = folder
    for path in [content, incoming] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// Returns all files, sorted by name.
  public func list() async throws -> [StoredFile] {
    try FileManager.default.contentsOfDirectory(atPath: content).sorted().compactMap { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(content)/\(name)")
      return (attributes?[.size] as? Int).map { StoredFile(name: name, size: $0) }
    }
  }

  /// Deletes a file.
  public func remove(name: String) async throws(CallFailure<FileRefusal>) {
    // The name is compared with the stored names, because a path made from it could lead out of the folder.
    guard let file = try? await list().first(where: { $0.name == name }),
      (try? FileManager.default.removeItem(atPath: "\(content)/\(file.name)")) != nil
    else {
      throw .declared(.missing(name: name))
    }
    log.add(FileEvent(.removed, file))
  }

  /// Returns the changes of the store as they happen.
  public func events(lastEventID: String?) async throws -> ServerEvents<FileEvent> {
    log.events(after: lastEventID.flatMap { Int($0) })
  }

  /// The routes of the contract and of the bytes.
  @RoutesBuilder public var routes: [Route] {
    FilesRoutes(self)
    StaticFiles(content, at: "/content", indexes: [], cacheControl: "no-cache")
    ResumableUploads(
      in: incoming, at: "/uploads", maxBytes: Self.maxBytes,
      admit: { upload, _ in
        guard let name = upload.fileName else { throw FileRefusal.unnamed }
        log.add(FileEvent(.began, StoredFile(name: name, size: upload.byteCount ?? 0)))
      },
      complete: { upload, _ in
        guard let name = upload.fileName else { throw FileRefusal.unnamed }
        try upload.move(to: "\(content)/\(name)")
        log.add(FileEvent(.stored, StoredFile(name: name, size: upload.byteCount)))
      })
  }
}
