internal import Contract

/// What one proxy says about the request as it received it (RFC 7239 §4).
package struct ForwardedElement: Hashable, Sendable {
  /// Who sent it, without a port; nil when that is unknown, hidden or malformed.
  package var client: IPAddress?
  /// `http` or `https`.
  package var scheme: String?
  package var host: String?

  /// The elements of `Forwarded` fields that can be read, the last proxy's at the end.
  ///
  /// They are read from the right, because each proxy adds at the right: what stands left of an element was there before,
  /// and cannot change how it is read. The first malformed one ends the list.
  package static func parse(forwarded lines: [String]) -> [ForwardedElement] {
    var elements: [ForwardedElement] = []
    reading: for line in lines.reversed() {
      var rest = Array(line.utf8)[...]
      while !rest.isEmpty {
        guard let text = takeLast(of: &rest) else { break reading }
        // Empty members of a list mean nothing (RFC 9110 §5.6.1.2).
        if text.isEmpty { continue }
        guard let element = ForwardedElement(text) else { break reading }
        elements.append(element)
      }
    }
    return elements.reversed()
  }

  /// Takes the text behind the last comma that is not quoted; nil when a quote has no beginning.
  private static func takeLast(of bytes: inout ArraySlice<UInt8>) -> String? {
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes[start - 1] != UInt8(ascii: ",") {
      start -= 1
      guard bytes[start] == UInt8(ascii: "\"") else { continue }
      // This quote ends a string, which begins behind an equals sign.
      repeat {
        guard let quote = bytes[..<start].lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        start = quote
      } while start == bytes.startIndex || bytes[start - 1] != UInt8(ascii: "=")
    }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    bytes = bytes[..<(start > bytes.startIndex ? start - 1 : start)]
    return String(text.withoutOuterSpace)
  }

  /// One element, such as `for=192.0.2.7;proto=https`; nil when it is malformed.
  private init?(_ text: String) {
    var names: Set<String> = []
    // A pair may be left out (RFC 7239 §4).
    for pair in MediaType.split(text, at: ";") where !pair.isEmpty {
      guard let (front, back) = pair.cut(atByte: "=") else { return nil }
      let name = front.lowercased()
      guard names.insert(name).inserted, let value = Self.unquoted(back) else { return nil }
      switch name {
      case "for": client = Self.address(value)
      case "proto": scheme = Self.checked(scheme: value)
      case "host": host = Self.checked(host: value)
      default: break
      }
    }
  }

  /// The elements of `X-Forwarded-For`, with scheme and host of `X-Forwarded-Proto` and `X-Forwarded-Host`. These have one
  /// member for each proxy, or one for all; of another number the last counts. Without addresses the last of them make one
  /// element. Their members know no quotes.
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

  /// What stands between the commas, without the space around it.
  private static func members(_ line: String) -> [Substring] {
    line.split(atByte: ",", keepsEmpty: true).map(\.withoutOuterSpace)
  }

  /// `192.0.2.7`, `192.0.2.7:80`, `[2001:db8::1]`, `[2001:db8::1]:80` or, as many proxies write it, `2001:db8::1`.
  static func address(_ text: some StringProtocol) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    if let bracketed = text.rest(behindBytes: "[") {
      guard let (address, port) = bracketed.cut(atByte: "]"), isPort(port) else { return nil }
      return IPAddress(address)
    }
    guard let colon = text.firstIndex(ofByte: ":"), isPort(text[colon...]) else { return nil }
    return IPAddress(text[..<colon])
  }

  /// Nothing, or `:` and a port or an obfuscated one.
  private static func isPort(_ text: some StringProtocol) -> Bool {
    if text.isEmpty { return true }
    guard let port = text.rest(behindBytes: ":"), !port.isEmpty else { return false }
    if port.starts(withByte: "_") { return port.utf8.allSatisfy(HTTPToken.contains) }
    return port.utf8.count <= 5 && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func checked(scheme: String) -> String? {
    let scheme = scheme.lowercased()
    return scheme == "http" || scheme == "https" ? scheme : nil
  }

  /// Letters, digits and what names, addresses and ports are made of; nothing that could become another part of a URL.
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
    // As a parameter of a media type, which has the same form.
    return MediaType("a/b;v=\(text)")?.parameter("v")
  }
}
