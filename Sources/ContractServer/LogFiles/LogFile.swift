internal import Contract

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(Glibc)
  private let writeDescriptor = Glibc.write
  private let openFile: @Sendable (UnsafePointer<CChar>, Int32, mode_t) -> Int32 = { Glibc.open($0, $1, $2) }
  private let closeDescriptor = Glibc.close
#elseif canImport(Musl)
  private let writeDescriptor = Musl.write
  private let openFile: @Sendable (UnsafePointer<CChar>, Int32, mode_t) -> Int32 = { Musl.open($0, $1, $2) }
  private let closeDescriptor = Musl.close
#endif

/// Where the lines of a log go. Used by one thread.
package protocol LogSink: AnyObject, Sendable {
  /// Writes bytes and returns how many were taken: fewer than given when the disk is full or the reader is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int
  /// Closes a file and opens it again by its name, after a rotation.
  func reopen()
}

/// A descriptor, or a file that is appended to.
///
/// What is no file, such as a pipe whose reader has stopped, is given a time to take more, and is then full.
final class LogFile: LogSink {
  private let path: String?
  private let descriptor: Lock<Int32>
  /// Milliseconds to wait for room; nil for files, which always have room or none.
  private let patience: Int32?

  /// A pipe has room for as many bytes when it has room at all.
  private static let pipeBytes = 4096

  /// Appends to the file of this name, which is made with mode 0640 when it is not there.
  init(path: String) throws(LogFileError) {
    let descriptor = Self.open(path)
    guard descriptor >= 0 else { throw LogFileError(path: path, code: errno) }
    self.path = path
    self.descriptor = Lock(descriptor)
    self.patience = Self.isFile(descriptor) ? nil : 1000
  }

  /// Writes to a descriptor that stays open.
  init(descriptor: Int32, patience: Int32 = 1000) {
    self.path = nil
    self.patience = Self.isFile(descriptor) ? nil : patience
    self.descriptor = Lock(descriptor)
  }

  deinit {
    if path != nil { descriptor.withLock { _ = closeDescriptor($0) } }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let descriptor = descriptor.withLock { $0 }
    var written = 0
    while written < bytes.count {
      var piece = bytes.dropFirst(written)
      if let patience {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, patience) == 1 else { break }
        piece = piece.prefix(Self.pipeBytes)
      }
      // SAFETY: the pointer is used only while the array lends it.
      let count = piece.withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    return written
  }

  func reopen() {
    guard let path else { return }
    let fresh = Self.open(path)
    guard fresh >= 0 else { return }
    let old = descriptor.withLock { descriptor in
      defer { descriptor = fresh }
      return descriptor
    }
    _ = closeDescriptor(old)
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func open(_ path: String) -> Int32 {
    openFile(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
  }
}

/// A log file could not be opened.
public struct LogFileError: Error, Hashable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The system's number for what is wrong.
  public let code: Int32

  /// Says what is wrong and what to do.
  public var description: String {
    "cannot append to the log `\(path)`: \(String(cString: strerror(code))); check its folder and its owner"
  }
}
