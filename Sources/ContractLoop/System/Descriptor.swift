#if canImport(Glibc)
  internal import Glibc
  private let systemWrite = Glibc.write
  private let systemRead = Glibc.read
#elseif canImport(Musl)
  internal import Musl
  private let systemWrite = Musl.write
  private let systemRead = Musl.read
#endif

/// An open file descriptor with one owner, closed exactly once: by `closeNow` or at the end of its life.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes ownership of an open descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // Linux frees the number even if `close` fails; a retry after EINTR could close another file.
    _ = close(raw)
  }

  /// Gives up ownership. The caller must close the returned descriptor.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Closes the descriptor now instead of at the end of the scope.
  package consuming func closeNow() {}

  /// Writes bytes to a descriptor, and continues after signals.
  ///
  /// - Returns: the number of bytes written. If it is smaller than the number of bytes, errno has the reason.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    // SAFETY: the system reads the bytes only during the call, and not beyond their number.
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = systemWrite(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        written += count
      }
      return written
    }
  }

  /// Reads bytes from a descriptor until its end or a limit, and continues after signals and short reads.
  package static func read(upTo limit: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
    let chunkBytes = 4096
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while bytes.count < limit {
      let count = systemRead(descriptor, &chunk, min(chunkBytes, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw SystemError(errno, "read")
      }
    }
    return bytes
  }
}
