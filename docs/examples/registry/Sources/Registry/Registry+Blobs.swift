public import ContractClient
internal import Glibc

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

  /// Stores a file as a blob, unless it exists, and returns a reference to it. The file is read while it is sent.
  ///
  /// - Parameter progress: called with the number of sent bytes and the size.
  public func upload(
    file path: String, mediaType: String, to name: String,
    progress: @escaping @Sendable (_ sent: Int64, _ size: Int64) -> Void = { _, _ in }
  ) async throws -> Descriptor {
    let (digest, size) = try SHA256.ofFile(path)
    let blob = Descriptor(mediaType: mediaType, size: size, digest: "sha256:" + digest)
    guard try await !hasBlob(blob.digest, of: name) else { return blob }
    guard case .open(let location, let id) = try await api.startUpload(name: name) else { return blob }
    let handler = ProgressHandler { progress(Int64($0.sentBytes), size) }
    // The body is a stream, which a contract does not declare.
    let sent = try await client.at(location, named: "RegistryV2.append")
      .transport { $0.progress.append(handler) }.header(.contentType, "application/octet-stream")
      .body(file: path).patch.call(.http, as: .cases(UploadSession.self))
    guard case .open(let next, _) = sent else { return blob }
    _ = try await at(next).finishUpload(name: name, id: id, digest: blob.digest, content: [])
    return blob
  }

  /// Writes a blob to a file, and continues an interrupted download. The file is removed if it does not have the digest.
  ///
  /// - Parameter progress: called with the number of bytes in the file and the size.
  public func download(
    _ blob: Descriptor, of name: String, to path: String,
    progress: @escaping @Sendable (_ received: Int64, _ size: Int64) -> Void = { _, _ in }
  ) async throws {
    let handler = ProgressHandler { progress(Int64($0.receivedBytes), blob.size) }
    try await client(RequestPath("v2/\(name)/blobs/\(blob.digest)")).attemptTimeout(.seconds(10))
      .transport { $0.progress.append(handler) }.download(to: path, resuming: true)
    guard "sha256:" + (try SHA256.ofFile(path)).digest == blob.digest else {
      unlink(path)
      throw DigestMismatch(digest: blob.digest)
    }
  }
}

/// Downloaded bytes that do not have the digest of their blob.
public struct DigestMismatch: Error, Hashable, CustomStringConvertible {
  /// The digest of the blob.
  public let digest: String

  /// The error in words.
  public var description: String { "the downloaded bytes are not those of \(digest)" }
}
