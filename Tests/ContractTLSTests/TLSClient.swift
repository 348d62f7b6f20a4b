#if TLS
  import CTLS
  import ContractLoop
  import ContractTestSupport
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A blocking client with features that command lines lack: new keys, a half close, a reset, and bytes that are not a
  /// record.
  final class TLSClient {
    struct Failure: Error { let what: String }

    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let socket: Descriptor

    /// - Parameters:
    ///   - shakesHands: false to connect without a handshake.
    ///   - isOld: true for TLS 1.2, false for the newest version.
    init(
      _ port: Int, shakesHands: Bool = true, isOld: Bool = false, _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      expectOwnThread(sourceLocation)
      let address = SocketAddress.ipv4(0x7f00_0001, port: UInt16(port))
      socket = try Syscalls.streamSocket(for: address)
      context = SSL_CTX_new(TLS_client_method())
      SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, isOld ? Int(TLS1_2_VERSION) : 0, nil)
      ssl = SSL_new(context)
      try Syscalls.setNonBlocking(socket.raw, .blocking)
      var time = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      _ = try Syscalls.connect(socket.raw, to: address)
      SSL_set_fd(ssl, socket.raw)
      guard !shakesHands || SSL_connect(ssl) == 1 else { throw Failure(what: "handshake") }
    }

    deinit {
      SSL_free(ssl)
      SSL_CTX_free(context)
    }

    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) throws {
      guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw Failure(what: "write") }
    }

    /// Renews its own key.
    func renewKey() throws {
      guard SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1, SSL_do_handshake(ssl) == 1 else {
        throw Failure(what: "key update")
      }
    }

    /// Requests a renegotiation, which TLS has up to version 1.2.
    func renegotiate() throws {
      guard SSL_renegotiate(ssl) == 1, SSL_do_handshake(ssl) == 1, try ask() == "x" else {
        throw Failure(what: "renegotiation")
      }
    }

    /// The first message of a handshake.
    static let hello: [UInt8] = {
      let context = SSL_CTX_new(TLS_client_method())
      let ssl = SSL_new(context)
      SSL_set_bio(ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
      SSL_connect(ssl)
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = BIO_read(SSL_get_wbio(ssl), &bytes, Int32(bytes.count))
      SSL_free(ssl)
      SSL_CTX_free(context)
      return Array(bytes.prefix(Int(count)))
    }()

    /// Sends raw bytes.
    func sendRaw(_ bytes: some Sequence<UInt8>) throws {
      let bytes = Array(bytes)
      guard bytes.withUnsafeBytes({ SystemKernel().rawSend(socket.raw, $0) }) == bytes.count else {
        throw Failure(what: "send")
      }
    }

    /// The number of raw bytes received; 0 at the end, and nil if nothing has arrived within some milliseconds.
    func receiveRaw(within milliseconds: Int32 = 20_000) throws -> Int? {
      var wanted = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, milliseconds) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      return max(0, recv(socket.raw, &bytes, bytes.count, 0))
    }

    /// Lets the connection end with RST.
    func reset() throws { try Syscalls.resetOnClose(socket.raw) }

    /// Sends `close_notify`.
    func sayGoodbye() { SSL_shutdown(ssl) }

    /// Closes its side of the connection without `close_notify`.
    func finishSending() throws { try Syscalls.shutdownWriting(socket.raw) }

    /// One received chunk; nil after the server's `close_notify`.
    func receive() throws -> String? {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      ERR_clear_error()
      let count = SSL_read(ssl, &bytes, Int32(bytes.count))
      if count > 0 { return String(decoding: bytes.prefix(Int(count)), as: UTF8.self) }
      guard SSL_get_error(ssl, count) == contract_tls_error_zero_return else { throw Failure(what: "read") }
      return nil
    }

    /// Everything up to the server's `close_notify`; an error when it ends in any other way.
    func toEnd() throws -> String {
      var text = ""
      while let piece = try receive() { text += piece }
      return text
    }

    /// Sends a request on a kept connection, and returns the body of the response, which is one byte.
    func ask() throws -> String {
      try send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
      var text = ""
      while !text.hasSuffix("\r\n\r\nx") {
        guard let piece = try receive() else { throw Failure(what: "end after \(text)") }
        text += piece
      }
      return String(text.suffix(1))
    }
  }
#endif
