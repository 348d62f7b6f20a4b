#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An open file descriptor with one owner, closed exactly once: when the owner goes away or says so.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes ownership of an open descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // Linux frees the number whatever `close` answers; a retry after EINTR could close somebody else's file.
    _ = close(raw)
  }

  /// Gives up ownership: from now on somebody else closes it.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Closes now, where the end of the scope would be too late.
  package consuming func closeNow() {}
}
