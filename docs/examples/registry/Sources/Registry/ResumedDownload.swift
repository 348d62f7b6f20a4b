internal import ContractClient
internal import Glibc

/// The download of a blob, which continues where an earlier download ended.
struct ResumedDownload {
  private let blob: Descriptor
  private let name: String
  private let registry: Registry
  private let path: String

  private var part: String { path + ".part" }

  init(of blob: Descriptor, from name: String, in registry: Registry, to path: String) {
    self.blob = blob
    self.name = name
    self.registry = registry
    self.path = path
  }

  /// Receives the missing bytes, checks the digest and renames the file.
  func run(_ progress: (Int64, Int64) -> Void) async throws {
    let file = try AppendedFile(part, maxBytes: blob.size)
    var retries = Retries()
    while file.count < blob.size {
      let before = file.count
      do {
        try await receive(into: file, progress)
        // A download that got no bytes fails, because the loop would send requests to such a server forever.
        guard file.count > before else { throw DigestMismatch(digest: blob.digest) }
      } catch let error as RegistryError {
        if file.count > before { retries.succeed() }
        try await retries.wait(after: error)
      } catch let error as ClientError {
        if file.count > before { retries.succeed() }
        try await retries.wait(after: .other(error))
      }
    }
    try file.finish()
    guard "sha256:" + (try SHA256.ofFile(part)).digest == blob.digest else {
      unlink(part)
      throw DigestMismatch(digest: blob.digest)
    }
    guard rename(part, path) == 0 else { throw UnwritableFile(path: path, code: errno) }
  }

  /// Makes one request for the rest of the blob.
  private func receive(into file: AppendedFile, _ progress: (Int64, Int64) -> Void) async throws {
    let start = file.count
    let (content, response) = try await registry.api.blob(
      name: name, digest: blob.digest, range: start > 0 ? "bytes=\(start)-" : nil)
    // A server that does not support ranges sends the whole blob, which replaces the bytes in the file.
    let range = response.fields["Content-Range"]?.rawValue
    if start > 0, range?.hasPrefix("bytes \(start)-") != true { try file.restart() }
    for try await chunk in content {
      guard Int64(chunk.count) <= blob.size - file.count else { throw DigestMismatch(digest: blob.digest) }
      try file.append(chunk)
      progress(file.count, blob.size)
    }
  }
}

/// A file that grows at its end.
private final class AppendedFile {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private(set) var count: Int64

  /// Opens a file, or creates it. A file with more than `maxBytes` is emptied.
  init(_ path: String, maxBytes: Int64) throws {
    guard let file = fopen(path, "a") else { throw UnwritableFile(path: path, code: errno) }
    self.path = path
    self.file = file
    fseek(file, 0, SEEK_END)
    count = Int64(ftell(file))
    if count > maxBytes { try restart() }
  }

  deinit { fclose(file) }

  func append(_ chunk: [UInt8]) throws {
    guard fwrite(chunk, 1, chunk.count, file) == chunk.count else { throw UnwritableFile(path: path, code: errno) }
    count += Int64(chunk.count)
  }

  /// Removes all bytes.
  func restart() throws {
    guard fflush(file) == 0, ftruncate(fileno(file), 0) == 0 else { throw UnwritableFile(path: path, code: errno) }
    count = 0
  }

  /// Writes the bytes to the disk.
  func finish() throws {
    guard fflush(file) == 0, fsync(fileno(file)) == 0 else { throw UnwritableFile(path: path, code: errno) }
  }
}

/// A file that cannot be written.
struct UnwritableFile: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String { "cannot write `\(path)`: \(String(cString: strerror(code)))" }
}
