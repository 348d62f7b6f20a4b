internal import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A destination of log lines. Used by one thread.
package protocol LogSink: AnyObject, Sendable {
  /// Writes bytes and returns the number written, which is smaller when the disk is full or the reader has gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int
  /// Closes and reopens a file by its path, after a rotation.
  func reopen()
}

/// A sink that writes to a descriptor or appends to a file.
///
/// A descriptor that is not a file, such as a pipe, is considered full when it accepts no byte within a timeout.
final class LogFile: LogSink {
  private let path: String?
  private let descriptor: Lock<Int32>
  /// The time to wait until the descriptor is writable, in milliseconds; nil for files, where waiting has no effect.
  private let patience: Int32?
  /// Called with each failure to reopen the file.
  private let onError: @Sendable (LogFileError) -> Void

  /// The number of bytes that a writable pipe accepts without blocking.
  private static let pipeBytes = 4096

  /// Opens the file at this path for appending; creates it with mode 0640 if absent.
  init(
    path: String,
    onError: @escaping @Sendable (LogFileError) -> Void = {
      StandardErrorReport.write("error: \($0); the log continues in the old file")
    }
  ) throws(LogFileError) {
    let descriptor = Self.opened(path)
    guard descriptor >= 0 else { throw LogFileError(path: path, code: errno) }
    self.path = path
    self.descriptor = Lock(descriptor)
    self.patience = Self.isFile(descriptor) ? nil : 1000
    self.onError = onError
  }

  /// Writes to a descriptor without closing it.
  init(descriptor: Int32, patience: Int32 = 1000) {
    self.path = nil
    self.patience = Self.isFile(descriptor) ? nil : patience
    self.descriptor = Lock(descriptor)
    self.onError = { _ in }
  }

  deinit {
    if path != nil { descriptor.withLock { _ = close($0) } }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let descriptor = descriptor.withLock { $0 }
    var written = 0
    while written < bytes.count {
      var part = bytes.dropFirst(written)
      if let patience {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, patience) == 1 else { break }
        part = part.prefix(Self.pipeBytes)
      }
      let count = Descriptor.write(part, to: descriptor)
      guard count > 0 else { break }
      written += count
    }
    return written
  }

  func reopen() {
    guard let path else { return }
    let fresh = Self.opened(path)
    guard fresh >= 0 else { return onError(LogFileError(path: path, code: errno)) }
    let old = descriptor.withLock { descriptor in
      defer { descriptor = fresh }
      return descriptor
    }
    _ = close(old)
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a file. Returns -1 with an errno on failure, for example for a pipe without a reader.
  private static func opened(_ path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o640)
    // O_NONBLOCK is removed, because only opening must not wait, for example for the reader of a pipe.
    if descriptor >= 0 { try? Syscalls.setNonBlocking(descriptor, .blocking) }
    return descriptor
  }
}

/// An error of opening a log file.
public struct LogFileError: Error, Hashable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The error number (`errno`).
  public let code: Int32

  /// The path, the fault, and the remedy.
  public var description: String {
    let remedy = code == ENXIO ? "if it is a pipe, start its reader first" : "check its folder and its owner"
    return "cannot append to the log `\(path)`: \(String(errno: code)); \(remedy)"
  }
}
