public import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that a call has written.
public struct DownloadedFile: Sendable {
  /// Where it is.
  public let path: String
  /// How many bytes it has.
  public let byteCount: Int
  /// How many of them an earlier download had brought; 0 unless this one went on with it.
  public let resumedByteCount: Int
  /// The status of the last response: of a download that went on 206, or 416 when nothing was left.
  public let status: HTTPStatus
  /// The fields of the response.
  public let fields: HTTPFields
  /// When the steps up to the head were over, the last of which is `total`; nil for a response that no network brought.
  public let timings: TransferTimings?
  /// The version of HTTP that the response came in; nil for a response that no network brought.
  public let httpVersion: HTTPVersion?
}

extension ClientCaller<DownloadedFile> {
  /// Sends the request and writes the content of its response to a file, which is there only when it is complete.
  ///
  /// - Parameter resuming: true goes on where an earlier download of the same URL has broken off, if the file is still the
  ///   same there. It keeps what has come in `path.part`, and what that is of in `path.part.note`.
  public static func download(to path: String, resuming: Bool = false) -> ClientCaller {
    ClientCaller { call in
      do {
        if resuming, call.canResume { return try await ResumingDownload(call, to: path).run() }
        return try await wholeFile(at: path, call)
      } catch let error as FileError {
        throw ClientError(.file, stage: .exchange, error.description, operation: call.operation, cause: error)
      }
    }
  }

  private static func wholeFile(at path: String, _ call: OutgoingCall) async throws -> DownloadedFile {
    // Made before anything is sent: without a place for it, the content would come for nothing.
    let file = try PartialFile(for: path)
    let response = try await ClientCaller<StreamedResponse>.stream.receive(call)
    for try await piece in response.bytes { try file.append(piece) }
    try file.finish()
    return DownloadedFile(
      path: path, byteCount: file.byteCount, resumedByteCount: 0, status: response.status,
      fields: response.fields, timings: response.timings, httpVersion: response.httpVersion)
  }
}

/// A file on its way: beside its place, and removed again unless it is finished.
private final class PartialFile {
  private let path: String
  private let temporary: String
  private let descriptor: Descriptor
  private var isFinished = false
  private(set) var byteCount = 0

  init(for path: String) throws(FileError) {
    self.path = path
    temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    let opened = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw FileError("cannot make the file \(temporary)", errno) }
    descriptor = Descriptor(owning: opened)
  }

  deinit {
    if !isFinished { unlink(temporary) }
  }

  func append(_ piece: [UInt8]) throws(FileError) {
    try descriptor.write(piece, to: temporary)
    byteCount += piece.count
  }

  func finish() throws(FileError) {
    guard rename(temporary, path) == 0 else { throw FileError("cannot put the file \(path) in its place", errno) }
    isFinished = true
  }
}
