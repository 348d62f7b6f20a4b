#if TLS
  internal import CTLS
  internal import ContractHTTP
  internal import ContractLoop

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The TLS session of a connection. To the connection it is a kernel that moves unencrypted bytes.
  ///
  /// After a send that would block, the connection must repeat it with the same bytes, because OpenSSL has kept the record.
  final class TLSSession: Kernel,
    // SAFETY: only the loop's thread uses the session, as for the connection that owns it.
    @unchecked Sendable
  {
    enum Handshake {
      case done(ClientCertificate?)
      /// The socket must become ready first.
      case waits
      /// The handshake has failed; an alert was sent to the client.
      case failed
    }

    /// The maximum number of consecutive handshake messages without application data. TLS needs far fewer.
    private static let maxMessages = 32

    private let ssl: OpaquePointer
    private let socket: EncryptedSocket
    /// The certificates, retained because the client may name a host during the handshake.
    private let set: TLSContextSet
    private var isBroken = false
    private var hasFinished = false
    /// The number of handshake messages since the last application data.
    private var messages = 0

    /// Creates a session; nil if memory is short.
    init?(_ set: TLSContextSet, on socket: EncryptedSocket) {
      guard let ssl = SSL_new(set.initial) else { return nil }
      guard let bio = socket.makeBIO() else {
        SSL_free(ssl)
        return nil
      }
      self.ssl = ssl
      self.socket = socket
      self.set = set
      // SAFETY: `ssl` does not retain this object; only calls of this object lead to its use, and `deinit` frees `ssl`.
      contract_tls_set_owner(ssl, Unmanaged.passUnretained(self).toOpaque())
      SSL_set_bio(ssl, bio, bio)
      SSL_set_msg_callback(ssl, Self.countMessage)
      SSL_set_accept_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// True if the last call stopped reading before the socket was empty.
    var hasMore: Bool { socket.hasMore }

    // MARK: The session

    /// Continues the handshake.
    func handshake() -> Handshake {
      begin()
      let result = SSL_do_handshake(ssl)
      if result == 1 { return .done(TLSNames.clientCertificate(of: ssl)) }
      return code(of: result) == -Int(EAGAIN) && socket.sendFailure == 0 ? .waits : .failed
    }

    /// Sends `close_notify`, so that the client can detect truncation. Returns false while the socket does not accept it.
    func finish() -> Bool {
      guard !isBroken, !hasFinished, SSL_is_init_finished(ssl) == 1 else { return true }
      begin()
      let result = SSL_shutdown(ssl)
      hasFinished = result >= 0 || SSL_get_error(ssl, result) != contract_tls_error_want_write
      ERR_clear_error()
      return hasFinished
    }

    /// Prepares for a call to OpenSSL.
    private func begin() {
      socket.begin()
      ERR_clear_error()
    }

    /// Converts the result of an unsuccessful call to that of a kernel: 0 for the end of the stream, or a negated errno.
    private func code(of result: Int32) -> Int {
      let error = messages > Self.maxMessages ? contract_tls_error_ssl : SSL_get_error(ssl, result)
      switch error {
      case contract_tls_error_want_read, contract_tls_error_want_write: return -Int(EAGAIN)
      case contract_tls_error_zero_return: return 0
      // Before version 3, OpenSSL reports an end without `close_notify` in this way.
      case contract_tls_error_syscall where socket.hasEnded: return 0
      default:
        isBroken = true
        ERR_clear_error()
        return -Int(socket.readFailure == 0 ? EPROTO : socket.readFailure)
      }
    }

    // MARK: Kernel

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
      if socket.sendFailure != 0 { return -Int(socket.sendFailure) }
      begin()
      let count = SSL_write(ssl, bytes.baseAddress, Int32(clamping: bytes.count))
      // The socket discards the bytes that it cannot send. The session can still read.
      if socket.sendFailure != 0 { return -Int(socket.sendFailure) }
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

    // MARK: Calls by OpenSSL

    private static func owning(_ ssl: OpaquePointer) -> TLSSession? {
      // SAFETY: the owner is set in `init` and is alive, because OpenSSL calls back only during calls of the session.
      contract_tls_owner(ssl).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Selects the certificate for the host that the client names; keeps the first certificate if none matches.
    static let chooseContext: contract_tls_name_function = { ssl, _, _ in
      guard let ssl, let name = contract_tls_name(ssl),
        let context = owning(ssl)?.set.context(for: String(cString: name))
      else { return contract_tls_name_ignored }
      SSL_set_SSL_CTX(ssl, context)
      return contract_tls_name_taken
    }

    /// Ends the session of a client that keeps sending handshake messages: a message costs the server much more than the
    /// client.
    private static let countMessage: contract_tls_message_function = { isSent, _, kind, _, _, ssl, _ in
      guard isSent == 0, kind == contract_tls_handshake, let ssl, let session = owning(ssl) else { return }
      session.messages += 1
      // With this flag, OpenSSL reads nothing more.
      if session.messages > maxMessages { SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN) }
    }
  }
#endif
