#if TLS
  internal import CTLS
  internal import ContractHTTP
  internal import ContractLoop

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// TLS on one connection. Towards the connection it is a kernel whose bytes are plain; the encrypted ones go through the
  /// kernel below, so OpenSSL itself never touches a socket.
  ///
  /// A call that would block leaves its record with OpenSSL. The connection then repeats the call with the same bytes, which
  /// is what its queue does anyway.
  final class TLSSession: Kernel,
    // SAFETY: touched on the loop's thread alone, like the connection that owns it.
    @unchecked Sendable
  {
    enum Handshake {
      case done(ClientCertificate?)
      /// The socket has to be ready first.
      case waits
      /// No session comes of this; the alert that tells the client was sent.
      case failed
    }

    /// Reads of the socket in one call. A record takes two, unless it comes in crumbs; but what is not content, such as new
    /// keys, OpenSSL reads on and on within the call.
    private static let maxReads = 8
    /// Handshake messages that may follow one another without content between them; nothing of TLS needs nearly as many.
    private static let maxMessages = 32

    private let ssl: OpaquePointer
    /// Keeps the contexts while the client may name a host.
    private let set: TLSContextSet
    private let kernel: any Kernel
    private let descriptor: Int32
    /// Bytes that were received before the session began.
    private var received: [UInt8]
    private var isBroken = false
    private var hasFinished = false
    private var readsLeft = 0
    /// The last call ended before the socket was empty, so that other connections have their turn.
    private(set) var hasMore = false
    /// The client's end of the stream was read.
    private var hasEnded = false
    /// Handshake messages since the last content.
    private var messages = 0
    /// The errno of the last transfer that failed.
    private var failure: Int32 = 0

    init?(_ set: TLSContextSet, on descriptor: Int32, through kernel: any Kernel, received: [UInt8]) {
      guard let method = Self.method, let ssl = SSL_new(set.initial) else { return nil }
      guard let bio = BIO_new(method) else {
        SSL_free(ssl)
        return nil
      }
      self.ssl = ssl
      self.set = set
      self.kernel = kernel
      self.descriptor = descriptor
      self.received = received
      // SAFETY: both pointers are used only by calls of this object, which lives as long as `ssl` does.
      BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
      contract_tls_set_owner(ssl, Unmanaged.passUnretained(self).toOpaque())
      BIO_set_init(bio, 1)
      SSL_set_bio(ssl, bio, bio)
      SSL_set_msg_callback(ssl, Self.countMessage)
      SSL_set_accept_state(ssl)
    }

    deinit { SSL_free(ssl) }

    // MARK: The session

    func handshake() -> Handshake {
      begin()
      let result = SSL_do_handshake(ssl)
      if result == 1 { return .done(TLSNames.clientCertificate(of: ssl)) }
      return code(of: result) == -Int(EAGAIN) ? .waits : .failed
    }

    /// Tells the client that nothing more comes, so that nobody can pretend it; false while the socket does not take it.
    func finish() -> Bool {
      guard !isBroken, !hasFinished, SSL_is_init_finished(ssl) == 1 else { return true }
      begin()
      let result = SSL_shutdown(ssl)
      hasFinished = result >= 0 || SSL_get_error(ssl, result) != contract_tls_error_want_write
      ERR_clear_error()
      return hasFinished
    }

    /// Readies the session for a call of OpenSSL.
    private func begin() {
      readsLeft = Self.maxReads
      hasMore = false
      ERR_clear_error()
    }

    /// What a call without a result means, as a kernel would say it: 0 for the end, or a negated errno.
    private func code(of result: Int32) -> Int {
      let error = messages > Self.maxMessages ? contract_tls_error_ssl : SSL_get_error(ssl, result)
      switch error {
      case contract_tls_error_want_read, contract_tls_error_want_write: return -Int(EAGAIN)
      case contract_tls_error_zero_return: return 0
      // How versions before 3 put an end without close_notify.
      case contract_tls_error_syscall where hasEnded: return 0
      default:
        isBroken = true
        ERR_clear_error()
        return -Int(failure == 0 ? EPROTO : failure)
      }
    }

    // MARK: A kernel with plain bytes

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      if isBroken { return -Int(EPROTO) }
      begin()
      let count = SSL_read(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
      guard count > 0 else { return code(of: count) }
      messages = 0
      return Int(count)
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      if isBroken { return -Int(EPIPE) }
      if bytes.isEmpty { return 0 }
      begin()
      let count = SSL_write(ssl, bytes.baseAddress, Int32(clamping: bytes.count))
      if count > 0 { return Int(count) }
      let code = code(of: count)
      return code == 0 ? -Int(EPIPE) : code
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int {
      var sent = 0
      for part in parts {
        var bytes = UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len)
        while !bytes.isEmpty {
          let count = rawSend(descriptor, bytes)
          guard count > 0 else { return sent > 0 ? sent : count }
          sent += count
          bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
        }
      }
      return sent
    }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int { -Int(EINVAL) }

    // MARK: What OpenSSL calls

    /// How OpenSSL reaches the kernel below; nil without memory for it.
    // SAFETY: made once, and only read by OpenSSL afterwards.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
      guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "contract") else { return nil }
      BIO_meth_set_read(method) { bio, bytes, count in
        guard let bio, let bytes, count > 0 else { return 0 }
        return TLSSession.of(bio).receive(bio, UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      }
      BIO_meth_set_write(method) { bio, bytes, count in
        guard let bio, let bytes, count > 0 else { return 0 }
        return TLSSession.of(bio).send(bio, UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }
      BIO_meth_set_ctrl(method) { bio, command, _, _ in
        switch command {
        case contract_tls_flush: 1
        case contract_tls_eof: bio.map { TLSSession.of($0).hasEnded } == true ? 1 : 0
        default: 0
        }
      }
      return method
    }()

    private static func of(_ bio: OpaquePointer) -> TLSSession {
      // SAFETY: set in `init`, and OpenSSL calls only from within calls of the session that is alive.
      Unmanaged<TLSSession>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
    }

    private static func owning(_ ssl: OpaquePointer) -> TLSSession? {
      // SAFETY: as in `of`.
      contract_tls_owner(ssl).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Turns to the certificate for the host that a client names; the first one stays where none is for it.
    static let chooseContext: contract_tls_name_function = { ssl, _, _ in
      guard let ssl, let name = contract_tls_name(ssl),
        let context = owning(ssl)?.set.context(for: String(cString: name))
      else { return contract_tls_name_ignored }
      SSL_set_SSL_CTX(ssl, context)
      return contract_tls_name_taken
    }

    /// Ends a session whose client sends handshake messages without end: each costs much more here than there.
    private static let countMessage: contract_tls_message_function = { isSent, _, kind, _, _, ssl, _ in
      guard isSent == 0, kind == contract_tls_handshake, let ssl, let session = owning(ssl) else { return }
      session.messages += 1
      // Nothing more is read from who has closed.
      if session.messages > maxMessages { SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN) }
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
      let count = transfer(bio, writes: false) { () throws(SystemError) in
        try kernel.receive(descriptor, into: buffer)
      }
      if count == 0 { hasEnded = true }
      return count
    }

    private func send(_ bio: OpaquePointer, _ bytes: UnsafeRawBufferPointer) -> Int32 {
      transfer(bio, writes: true) { () throws(SystemError) in try kernel.send(descriptor, bytes) }
    }

    private func transfer(
      _ bio: OpaquePointer, writes: Bool, _ body: () throws(SystemError) -> IOResult
    ) -> Int32 {
      contract_tls_no_retry(bio)
      do throws(SystemError) {
        switch try body() {
        case .moved(let count): return Int32(clamping: count)
        case .wouldBlock:
          contract_tls_retry(bio, writes ? 1 : 0)
          return -1
        }
      } catch {
        failure = error.code
        return -1
      }
    }
  }
#endif
