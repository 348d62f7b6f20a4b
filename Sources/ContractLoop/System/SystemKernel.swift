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
}
