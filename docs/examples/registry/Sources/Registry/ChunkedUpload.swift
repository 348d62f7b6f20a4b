internal import ContractClient

/// The upload of a file in chunks, which survives lost connections and restarts of the registry.
///
/// A registry refuses an upload whose last chunk broke off (docker-registry 2.8: `BLOB_UPLOAD_INVALID`), because the size
/// of the upload is not that of its signed state. The upload then starts again.
public struct ChunkedUpload {
  /// The default number of bytes of a chunk.
  public static let defaultChunkBytes = 16 << 20
  /// The maximum number of consecutive attempts without progress, over about a minute.
  public static let maxAttempts = 12

  private struct Session {
    var location: String
    let id: String
    var sentBytes = 0
  }

  private let registry: Registry
  private let path: String
  private let blob: Descriptor
  private let name: String
  private let chunkBytes: Int
  private var session: Session?
  private var retries = Retries()
  /// The largest number of bytes that the registry has stored in a session. A larger number counts as progress.
  private var bestBytes = 0

  init(of path: String, _ blob: Descriptor, to name: String, in registry: Registry, chunkBytes: Int) {
    self.registry = registry
    self.path = path
    self.blob = blob
    self.name = name
    self.chunkBytes = max(1, chunkBytes)
  }

  /// Sends the file and ends the upload.
  ///
  /// - Parameter progress: called with the number of stored bytes.
  mutating func run(_ progress: (Int) -> Void) async throws {
    while true {
      do {
        if try await advance(progress) { return }
      } catch let error as RegistryError {
        try await retries.wait(after: error)
        // The last request may have completed the blob although its response was lost.
        if try await isStored() { return progress(Int(blob.size)) }
        try await refresh()
      }
    }
  }

  /// Makes one request. Returns true when the blob is complete.
  private mutating func advance(_ progress: (Int) -> Void) async throws -> Bool {
    guard var session else {
      guard case .open(let location, let id) = try await registry.api.startUpload(name: name) else { return true }
      session = Session(location: location, id: id)
      return false
    }
    let end = min(session.sentBytes + chunkBytes, Int(blob.size))
    guard session.sentBytes < end else {
      _ = try await registry.at(session.location).finishUpload(
        name: name, id: session.id, digest: blob.digest, content: [])
      return true
    }
    let chunk = try ByteStream(file: path, bytes: session.sentBytes..<end, mediaType: .octetStream)
    let sent = try await registry.at(session.location).appendUpload(
      name: name, id: session.id, contentRange: "\(session.sentBytes)-\(end - 1)", content: chunk)
    guard case .open(let next, _) = sent else { return false }
    session.location = next
    session.sentBytes = end
    self.session = session
    if end > bestBytes { retries.succeed() }
    bestBytes = max(bestBytes, end)
    progress(end)
    return false
  }

  private func isStored() async throws -> Bool {
    do throws(RegistryError) {
      return try await registry.hasBlob(blob.digest, of: name)
    } catch {
      if Retries.isTransient(error) { return false }
      throw error
    }
  }

  /// Requests the offset at which to continue; forgets the session if the registry has forgotten it.
  private mutating func refresh() async throws {
    guard let current = session else { return }
    do throws(RegistryError) {
      let state = try await registry.at(current.location).uploadState(name: name, id: current.id)
      guard case .open(let location, _) = state, let count = state.receivedBytes, count <= blob.size else {
        session = nil
        return
      }
      session = Session(location: location, id: current.id, sentBytes: count)
    } catch {
      if !Retries.isTransient(error) { session = nil }
    }
  }
}
