#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
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
}
