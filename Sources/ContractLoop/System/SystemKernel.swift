internal import CPosix

// SAFETY: see ``Kernel``: the calls receive a buffer's address with its `count`.
/// The real kernel. It has no state, so storing it in a generic connection costs nothing.
package struct SystemKernel: Kernel {
  package init() {}

  package func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    contract_receive(descriptor, buffer.baseAddress, buffer.count)
  }

  package func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    contract_send(descriptor, bytes.baseAddress, bytes.count)
  }

  package func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<KernelPart>) -> Int {
    // The kernel rejects more than 1024 buffers per call (IOV_MAX). Passing fewer makes a short write, which callers
    // handle.
    contract_send_parts(descriptor, parts.baseAddress, min(parts.count, 1024))
  }

  package func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<KernelAddress>) -> Int {
    Int(contract_accept(descriptor, peer))
  }

  /// Sends as many bytes of a file as the socket accepts, without copying them to this process.
  ///
  /// - Returns: 0 moved bytes when the file ends at or before `offset`.
  /// - Throws: the error of the file or of the socket; EINVAL if the file cannot be sent like this.
  package func send(
    _ descriptor: Int32, file: Int32, from offset: Int, upTo count: Int
  ) throws(SystemError) -> IOResult {
    try transfer("sendfile") { contract_file_send(descriptor, file, Int64(offset), count) }
  }
}
