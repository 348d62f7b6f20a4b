internal import ContractHTTP

extension TransferRequest {
  /// Checks the scheme, authority, target and method of a request.
  static func check(_ request: HTTPRequest) throws(TransferFailure) {
    guard request.scheme == "http" || request.scheme == "https" else {
      throw TransferFailure(.invalidRequest, "the scheme of the request is not http or https")
    }
    guard let authority = request.authority, !authority.isEmpty, isAuthority(authority) else {
      throw TransferFailure(.invalidRequest, "the host and port of the request are missing or malformed")
    }
    let target = request.target
    let isAsterisk = target == "*" && request.method == .options
    guard isAsterisk || isOriginForm(target) else {
      throw TransferFailure(
        .invalidRequest, "the target of the request does not begin with `/` or is not percent-encoded")
    }
    if request.method == .connect {
      throw TransferFailure(.invalidRequest, "the transport does not send CONNECT requests")
    }
    if case .empty = request.body {
    } else if request.method == .head || request.method == .trace {
      throw TransferFailure(.invalidRequest, "a \(request.method) request has a body")
    }
    if let length = request.body.length, length < 0 {
      throw TransferFailure(.invalidRequest, "the length of the request body is negative")
    }
  }

  /// Returns whether a string has only characters of `host:port` and `[::1]:port` (RFC 3986 §3.2), without userinfo.
  package static func isAuthority(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isAuthorityByte(byte) { return false }
      return true
    }
  }

  /// Returns whether a target is a path with an optional query, in visible ASCII without `#`.
  private static func isOriginForm(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.first == 0x2F else { return false }
      // The loop has no branches, so that it is vectorized.
      var wrong: UInt8 = 0
      for byte in bytes { wrong |= (byte &- 0x21 > 0x7E - 0x21 ? 1 : 0) | (byte == 0x23 ? 1 : 0) }
      return wrong == 0
    }
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }

  /// Returns whether the host of an authority is this machine.
  package static func isLoopback(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8 { bytes in
      switch bytes.first {
      case UInt8(ascii: "l"): begins(bytes, "localhost") && (bytes.count == 9 || bytes[9] == UInt8(ascii: ":"))
      case UInt8(ascii: "1"): begins(bytes, "127.") && isHostOfDigits(bytes)
      case UInt8(ascii: "["): begins(bytes, "[::1]")
      default: false
      }
    }
  }

  // SAFETY: `bytes` belong to a string inside `withUTF8`, and `text` is a literal; the count is checked first.
  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Returns whether the host before the port has only digits and dots.
  private static func isHostOfDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes {
      if byte == UInt8(ascii: ":") { return true }
      guard byte == UInt8(ascii: ".") || byte &- 0x30 < 10 else { return false }
    }
    return true
  }
}
