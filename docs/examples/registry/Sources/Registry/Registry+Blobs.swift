public import ContractClient

extension Registry {
  /// Returns whether a blob exists.
  public func hasBlob(_ digest: String, of name: String) async throws(RegistryError) -> Bool {
    do throws(RegistryError) {
      _ = try await api.checkBlob(name: name, digest: digest)
      return true
    } catch {
      // A response to HEAD has no body, and therefore no code.
      guard case .other(let failure) = error, failure.response?.status == .notFound else { throw error }
      return false
    }
  }

  /// Stores a blob that is in memory, unless it exists, and returns a reference to it.
  public func upload(
    _ bytes: [UInt8], mediaType: String, to name: String
  ) async throws(RegistryError) -> Descriptor {
    var hash = SHA256()
    hash.update(bytes)
    let blob = Descriptor(mediaType: mediaType, size: Int64(bytes.count), digest: "sha256:" + hash.hex())
    guard try await !hasBlob(blob.digest, of: name) else { return blob }
    guard case .open(let location, let id) = try await api.startUpload(name: name) else { return blob }
    _ = try await at(location).finishUpload(
      name: name, id: id, digest: blob.digest, content: bytes)
    return blob
  }

  /// Stores a file as a blob, unless it exists, and returns a reference to it.
  ///
  /// The file is sent in chunks. If the connection is lost or the registry restarts, the upload continues at the end of the
  /// last complete chunk. If the registry has lost the upload, the upload starts again. It fails after
  /// ``ChunkedUpload/maxAttempts`` consecutive attempts without progress.
  ///
  /// - Parameters:
  ///   - chunkBytes: the number of bytes of a chunk; some registries require at least 5 MiB.
  ///   - progress: called after each chunk with the number of stored bytes and the size.
  public func upload(
    file path: String, mediaType: String, to name: String, chunkBytes: Int = ChunkedUpload.defaultChunkBytes,
    progress: @escaping @Sendable (_ sent: Int64, _ size: Int64) -> Void = { _, _ in }
  ) async throws -> Descriptor {
    let (digest, size) = try SHA256.ofFile(path)
    let blob = Descriptor(mediaType: mediaType, size: size, digest: "sha256:" + digest)
    guard try await !hasBlob(blob.digest, of: name) else { return blob }
    var upload = ChunkedUpload(of: path, blob, to: name, in: self, chunkBytes: chunkBytes)
    try await upload.run { progress(Int64($0), size) }
    return blob
  }

  /// Writes a blob to a file, and continues an interrupted download. The file is removed if its content does not have the
  /// digest.
  ///
  /// The received bytes stay in `PATH.part` until the download is complete.
  ///
  /// - Parameter progress: called with the number of bytes in the file and the size.
  public func download(
    _ blob: Descriptor, of name: String, to path: String,
    progress: @escaping @Sendable (_ received: Int64, _ size: Int64) -> Void = { _, _ in }
  ) async throws {
    try await ResumedDownload(of: blob, from: name, in: self, to: path).run(progress)
  }
}

/// Downloaded bytes that do not have the digest of their blob.
public struct DigestMismatch: Error, Hashable, CustomStringConvertible {
  /// The digest of the blob.
  public let digest: String

  /// The error in words.
  public var description: String { "the downloaded bytes are not those of \(digest)" }
}
