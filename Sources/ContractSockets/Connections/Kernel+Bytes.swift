internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Kernel {
  /// Sends as many bytes of a range as the socket accepts.
  func send(_ descriptor: Int32, _ bytes: [UInt8], _ range: Range<Int>) throws(SystemError) -> IOResult {
    // SAFETY: the pointer is only read, and only inside the call.
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try send(descriptor, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[range])))
    }
  }

  /// Sends `head` and then at most `count` bytes of `content` in one call, as many bytes as the socket accepts.
  func send(
    _ descriptor: Int32, _ head: [UInt8], then content: [UInt8], upTo count: Int
  ) throws(SystemError) -> IOResult {
    // SAFETY: the pointers are only read, and only inside the call; sendmsg does not write through iovec.
    try head.withUnsafeBufferPointer { head throws(SystemError) in
      try content.withUnsafeBufferPointer { content throws(SystemError) in
        let parts = [
          iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
          iovec(iov_base: UnsafeMutableRawPointer(mutating: content.baseAddress), iov_len: min(content.count, count)),
        ]
        return try parts.withUnsafeBufferPointer { parts throws(SystemError) in try send(descriptor, parts) }
      }
    }
  }
}
