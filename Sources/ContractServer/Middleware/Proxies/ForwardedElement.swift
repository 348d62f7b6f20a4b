internal import Contract
internal import ContractHTTP
package import ContractSockets

/// The information that one proxy adds about the request it received (RFC 7239 §4).
package struct ForwardedElement: Hashable, Sendable {
  /// The sender's address without a port; nil if unknown, obfuscated or malformed.
  package var client: IPAddress?
  /// `http` or `https`.
  package var scheme: String?
  package var host: String?

  /// Parses `Forwarded` headers. The element of the last proxy is last in the result.
  ///
  /// Elements are read from the right, where each proxy appends: text to the left was there before and must not change
  /// how an element is read. The first malformed element ends the list.
  package static func parse(forwarded lines: [String]) -> [ForwardedElement] {
    var elements: [ForwardedElement] = []
    reading: for line in lines.reversed() {
      var rest = Array(line.utf8)[...]
      while !rest.isEmpty {
        guard let text = takeLast(of: &rest) else { break reading }
        // Empty list members are ignored (RFC 9110 §5.6.1.2).
        if text.isEmpty { continue }
        guard let element = ForwardedElement(text) else { break reading }
        elements.append(element)
      }
    }
    return elements.reversed()
  }

  /// Removes and returns the text after the last unquoted comma; nil for an unbalanced quote.
  private static func takeLast(of bytes: inout ArraySlice<UInt8>) -> String? {
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes[start - 1] != UInt8(ascii: ",") {
      start -= 1
      guard bytes[start] == UInt8(ascii: "\"") else { continue }
      // This quote closes a string, whose opening quote follows an equals sign.
      repeat {
        guard let quote = bytes[..<start].lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        start = quote
      } while start == bytes.startIndex || bytes[start - 1] != UInt8(ascii: "=")
    }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    bytes = bytes[..<(start > bytes.startIndex ? start - 1 : start)]
    return String(text.withoutOuterSpace)
  }

  /// Parses one element, such as `for=192.0.2.7;proto=https`; nil if it is malformed.
  private init?(_ text: String) {
    var names: Set<String> = []
    // A pair may be empty (RFC 7239 §4).
    for pair in MediaType.split(text, at: ";") where !pair.isEmpty {
      guard let (front, back) = pair.cut(atByte: "=") else { return nil }
      let name = front.lowercasedASCII
      guard names.insert(name).inserted, let value = Self.unquoted(back) else { return nil }
      switch name {
      case "for": client = Self.address(value)
      case "proto": scheme = Self.checked(scheme: value)
      case "host": host = Self.checked(host: value)
      default: break
      }
    }
  }

  /// Parses the addresses of `X-Forwarded-For`, with scheme and host from `X-Forwarded-Proto` and `X-Forwarded-Host`.
  ///
  /// If there are as many schemes or hosts as addresses, each belongs to one address; otherwise the last one applies to
  /// all. Without addresses, the last scheme and host form one element. Members are not quoted.
  package static func parse(xForwardedFor lines: [String], proto: [String], host: [String]) -> [ForwardedElement] {
    let clients = lines.flatMap(members)
    let schemes = proto.flatMap(members)
    let hosts = host.flatMap(members)
    if clients.isEmpty && !(schemes.isEmpty && hosts.isEmpty) {
      return [
        ForwardedElement(
          client: nil, scheme: schemes.last.flatMap { checked(scheme: String($0)) },
          host: hosts.last.flatMap { checked(host: String($0)) })
      ]
    }
    func member(_ members: [Substring], _ index: Int) -> String? {
      (members.count == clients.count ? members[index] : members.last).map { String($0) }
    }
    return clients.indices.map { index in
      ForwardedElement(
        client: address(clients[index]), scheme: member(schemes, index).flatMap(checked(scheme:)),
        host: member(hosts, index).flatMap(checked(host:)))
    }
  }

  private init(client: IPAddress?, scheme: String?, host: String?) {
    self.client = client
    self.scheme = scheme
    self.host = host
  }

  /// Returns the members between commas, without outer white space.
  private static func members(_ line: String) -> [Substring] {
    line.split(atByte: ",", keepsEmpty: true).map(\.withoutOuterSpace)
  }

  /// Parses `192.0.2.7`, `192.0.2.7:80`, `[2001:db8::1]`, `[2001:db8::1]:80`, or the common but invalid `2001:db8::1`.
  static func address(_ text: some StringProtocol) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    if let bracketed = text.rest(afterBytes: "[") {
      guard let (address, port) = bracketed.cut(atByte: "]"), isPort(port) else { return nil }
      return IPAddress(address)
    }
    guard let colon = text.firstIndex(ofByte: ":"), isPort(text[colon...]) else { return nil }
    return IPAddress(text[..<colon])
  }

  /// Returns true for an empty string, or `:` followed by a port or an obfuscated port.
  private static func isPort(_ text: some StringProtocol) -> Bool {
    if text.isEmpty { return true }
    guard let port = text.rest(afterBytes: ":"), !port.isEmpty else { return false }
    if port.starts(withByte: "_") { return port.utf8.allSatisfy(HTTPToken.contains) }
    return port.utf8.count <= 5 && port.hasOnlyDigits
  }

  private static func checked(scheme: String) -> String? {
    let scheme = scheme.lowercasedASCII
    return scheme == "http" || scheme == "https" ? scheme : nil
  }

  /// Returns the host if it has only characters of names, addresses and ports, so that it cannot inject other URL
  /// parts.
  private static func checked(host: String) -> String? {
    guard (1...255).contains(host.utf8.count) else { return nil }
    let isHost = host.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true
      default: false
      }
    }
    return isHost ? host : nil
  }

  private static func unquoted(_ text: Substring) -> String? {
    if !text.starts(withByte: "\"") {
      return !text.isEmpty && text.utf8.allSatisfy(HTTPToken.contains) ? String(text) : nil
    }
    // The syntax is that of a media type parameter.
    return MediaType("a/b;v=\(text)")?.parameter("v")
  }
}
