#if TLS
  import CTLS
  import ContractLoop

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A blocking client that does what command lines do not: new keys, and half a close.
  final class TLSClient {
    struct Failure: Error { let what: String }

    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let socket: Descriptor

    init(_ port: Int) throws {
      let address = SocketAddress.ipv4(0x7f00_0001, port: UInt16(port))
      socket = try Syscalls.streamSocket(for: address)
      context = SSL_CTX_new(TLS_client_method())
      ssl = SSL_new(context)
      try Syscalls.setNonBlocking(socket.raw, .blocking)
      var time = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      _ = try Syscalls.connect(socket.raw, to: address)
      SSL_set_fd(ssl, socket.raw)
      guard SSL_connect(ssl) == 1 else { throw Failure(what: "handshake") }
    }

    deinit {
      SSL_free(ssl)
      SSL_CTX_free(context)
    }

    func send(_ text: String) throws {
      let bytes = Array(text.utf8)
      guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw Failure(what: "write") }
    }

    /// Sends a key of its own anew.
    func renewKey() throws {
      guard SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1, SSL_do_handshake(ssl) == 1 else {
        throw Failure(what: "key update")
      }
    }

    /// Closes its side of the connection without a word.
    func finishSending() throws { try Syscalls.shutdownWriting(socket.raw) }

    /// What comes in one piece; nil behind the server's `close_notify`.
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

    /// Asks on a connection that goes on, and returns the answer's content, which is one byte.
    func ask() throws -> String {
      try send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
      var text = ""
      while !text.hasSuffix("\r\n\r\nx") {
        guard let piece = try receive() else { throw Failure(what: "end behind \(text)") }
        text += piece
      }
      return String(text.suffix(1))
    }
  }
#endif
