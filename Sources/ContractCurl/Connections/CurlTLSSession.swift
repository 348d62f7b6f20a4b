internal import CCurl

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The TLS session of a transfer's connection, read from libcurl's TLS library: the negotiated protocol (RFC 7301), and
/// whether decrypted bytes are unread. libcurl reports neither, and a status line does not prove the protocol.
struct CurlTLSSession {
  /// The session's address, which identifies an open connection.
  let identity: UnsafeMutableRawPointer
  private let library: Library

  /// Reads the session of a handle's connection; nil without TLS, and for an unknown TLS library.
  init?(of easy: EasyHandle) {
    guard let library = Self.library else { return nil }
    let session = contract_curl_get_tls(easy.pointer)
    guard session.backend == library.backend, let identity = session.session else { return nil }
    self.identity = identity
    self.library = library
  }

  /// True if sessions of libcurl's TLS library can be read.
  static var isReadable: Bool { library != nil }

  /// True if HTTP/2 was negotiated.
  var agreesOnHTTP2: Bool {
    // SAFETY: the session belongs to an open connection of this thread. The name belongs to the session, and is read
    // before the session is used again.
    switch library {
    case .openSSL(let protocolOf, _):
      var name: UnsafePointer<UInt8>?
      var count: UInt32 = 0
      protocolOf(identity, &name, &count)
      return Self.isHTTP2(name, count)
    case .gnuTLS(let protocolOf, _):
      var name = Library.Datum(bytes: nil, count: 0)
      return protocolOf(identity, &name) == 0 && Self.isHTTP2(name.bytes, name.count)
    }
  }

  /// True if decrypted bytes are unread.
  var hasUnread: Bool {
    switch library {
    case .openSSL(_, let pending): pending(identity) > 0
    case .gnuTLS(_, let pending): pending(identity) > 0
    }
  }

  private static func isHTTP2(_ name: UnsafePointer<UInt8>?, _ count: UInt32) -> Bool {
    guard let name, count == 2 else { return false }
    return name[0] == UInt8(ascii: "h") && name[1] == UInt8(ascii: "2")
  }

  // MARK: The library

  /// The functions of the TLS library that libcurl has loaded.
  private enum Library {
    typealias OpenSSLProtocol =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
      ) -> Void
    typealias GnuTLSProtocol = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32

    /// `gnutls_datum_t`.
    struct Datum {
      var bytes: UnsafePointer<UInt8>?
      var count: UInt32
    }

    case openSSL(OpenSSLProtocol, pending: @convention(c) (UnsafeMutableRawPointer) -> Int32)
    case gnuTLS(GnuTLSProtocol, pending: @convention(c) (UnsafeMutableRawPointer) -> Int)

    var backend: curl_sslbackend {
      switch self {
      case .openSSL: CURLSSLBACKEND_OPENSSL
      case .gnuTLS: CURLSSLBACKEND_GNUTLS
      }
    }
  }

  // SAFETY: each name is a function of this type in all versions of the library that contain the function.
  private static let library: Library? = {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    // The dependencies of the loaded libcurl are searched first, because the process may have loaded several TLS
    // libraries.
    let homes = ["libcurl.so.4", "libcurl-gnutls.so.4"].compactMap { (name: String) in
      dlopen(name, RTLD_LAZY | RTLD_NOLOAD)
    }
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      for home in homes + [nil] {
        if let found = dlsym(home, name) { return unsafeBitCast(found, to: type) }
      }
      return nil
    }
    switch contract_curl_get_tls(easy).backend {
    case CURLSSLBACKEND_OPENSSL:
      guard let protocolOf = function("SSL_get0_alpn_selected", as: Library.OpenSSLProtocol.self),
        let pending = function("SSL_pending", as: (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)
      else { return nil }
      return .openSSL(protocolOf, pending: pending)
    case CURLSSLBACKEND_GNUTLS:
      guard let protocolOf = function("gnutls_alpn_get_selected_protocol", as: Library.GnuTLSProtocol.self),
        let pending = function(
          "gnutls_record_check_pending", as: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
      else { return nil }
      return .gnuTLS(protocolOf, pending: pending)
    default:
      return nil
    }
  }()
}
