#if TLS
  internal import CTLS
  internal import ContractLoop

  /// The socket below a TLS session: moves encrypted bytes between OpenSSL and a kernel, as a BIO. OpenSSL itself does not
  /// use the socket.
  final class EncryptedSocket:
    // SAFETY: only the loop's thread uses the socket, as for the connection that owns it.
    @unchecked Sendable
  {
    /// The maximum number of reads in one call to OpenSSL. A record takes two, unless it arrives in fragments. Within one
    /// call, OpenSSL reads any number of records without application data, such as key updates.
    private static let maxReads = 8

    private let kernel: any Kernel
    private let descriptor: Int32
    /// Bytes received before the session began.
    private var received: [UInt8]
    private var readsLeft = 0
    /// True if the last call stopped reading before the socket was empty, in favor of other connections.
    private(set) var hasMore = false
    /// True once the end of the client's stream was read.
    private(set) var hasEnded = false
    /// The errno of the last failed read; 0 for none.
    private(set) var readFailure: Int32 = 0
    /// The errno of the first failed send; 0 for none.
    private(set) var sendFailure: Int32 = 0

    init(_ descriptor: Int32, through kernel: any Kernel, received: [UInt8]) {
      self.descriptor = descriptor
      self.kernel = kernel
      self.received = received
    }

    /// Creates the BIO through which OpenSSL uses this object; nil if memory is short. This object must outlive the BIO.
    func makeBIO() -> OpaquePointer? {
      guard let method = Self.method, let bio = BIO_new(method) else { return nil }
      // SAFETY: the BIO does not retain this object; the session releases the BIO first.
      BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
      BIO_set_init(bio, 1)
      return bio
    }

    /// Prepares for a call to OpenSSL.
    func begin() {
      readsLeft = Self.maxReads
      hasMore = false
    }

    // MARK: Calls by OpenSSL

    /// The functions of the BIO; nil if memory is short.
    // SAFETY: the method is created once; afterwards OpenSSL only reads it.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
      guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "contract") else { return nil }
      BIO_meth_set_read(method) { bio, bytes, count in
        guard let bio, let bytes, count > 0 else { return 0 }
        return of(bio).receive(bio, UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      }
      BIO_meth_set_write(method) { bio, bytes, count in
        guard let bio, let bytes, count > 0 else { return 0 }
        return of(bio).send(bio, UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }
      BIO_meth_set_ctrl(method) { bio, command, _, _ in
        switch command {
        case contract_tls_flush: 1
        case contract_tls_eof: bio.map { of($0).hasEnded } == true ? 1 : 0
        default: 0
        }
      }
      return method
    }()

    private static func of(_ bio: OpaquePointer) -> EncryptedSocket {
      // SAFETY: `makeBIO` sets the object, which is alive, because OpenSSL calls back only during calls of the session, which
      // owns it.
      Unmanaged<EncryptedSocket>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
    }

    private func receive(_ bio: OpaquePointer, _ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
      if !received.isEmpty {
        let count = min(received.count, buffer.count)
        buffer.copyBytes(from: received[..<count])
        received.removeFirst(count)
        return Int32(clamping: count)
      }
      if readsLeft == 0 {
        hasMore = true
        contract_tls_retry(bio, 0)
        return -1
      }
      readsLeft -= 1
      contract_tls_no_retry(bio)
      do throws(SystemError) {
        switch try kernel.receive(descriptor, into: buffer) {
        case .moved(let count):
          if count == 0 { hasEnded = true }
          return Int32(clamping: count)
        case .wouldBlock:
          contract_tls_retry(bio, 0)
          return -1
        }
      } catch {
        readFailure = error.code
        return -1
      }
    }

    /// Sends bytes, or discards them once a send has failed. OpenSSL does not learn of the failure, because it would then refuse
    /// to read what has arrived.
    private func send(_ bio: OpaquePointer, _ bytes: UnsafeRawBufferPointer) -> Int32 {
      contract_tls_no_retry(bio)
      if sendFailure != 0 { return Int32(clamping: bytes.count) }
      do throws(SystemError) {
        switch try kernel.send(descriptor, bytes) {
        case .moved(let count): return Int32(clamping: count)
        case .wouldBlock:
          contract_tls_retry(bio, 1)
          return -1
        }
      } catch {
        sendFailure = error.code
        return Int32(clamping: bytes.count)
      }
    }
  }
#endif
