public import Contract

/// A manifest with its digest.
@APIResult
public enum FoundManifest: Sendable {
  @Status(200) case found(Manifest, dockerContentDigest: Header<String>)
}

/// The digest of an existing blob.
@APIResult
public enum FoundBlob: Sendable {
  @Status(200) case found(dockerContentDigest: Header<String>)
}

/// A stored manifest or blob.
@APIResult
public enum Stored: Sendable {
  @Status(201) case stored(dockerContentDigest: Header<String>)

  /// The digest.
  public var digest: String {
    switch self {
    case .stored(let digest): digest
    }
  }
}

/// An upload that has begun, or continues after some bytes.
@APIResult
public enum UploadSession: Sendable {
  /// The location of the next request, and the identifier of the session.
  @Status(202) case open(location: Header<String>, dockerUploadUUID: Header<String>)
}

/// The state of an upload.
@APIResult
public enum UploadState: Sendable {
  /// The location of the next request, and the received range, such as `0-999`.
  @Status(204) case open(location: Header<String>, range: Header<String>)

  /// The number of bytes that the registry has.
  var receivedBytes: Int? {
    guard case .open(_, let range) = self, let last = range.split(separator: "-").last.flatMap({ Int($0) }) else {
      return nil
    }
    // The range `0-0` is that of an empty upload or of one byte. It is read as empty, because chunks are longer than one byte.
    return last == 0 ? 0 : last + 1
  }
}

/// One page of the repositories.
@Schema
public struct Catalog: Hashable, Sendable {
  /// Names such as `library/ubuntu`.
  public var repositories: [String]

  /// Creates a page.
  public init(repositories: [String]) { self.repositories = repositories }
}

/// One page of the tags of a repository.
@Schema
public struct TagList: Hashable, Sendable {
  /// The repository.
  public var name: String
  /// The tags; nil if all manifests are deleted.
  public var tags: [String]?

  /// Creates a page.
  public init(name: String, tags: [String]?) {
    self.name = name
    self.tags = tags
  }
}
