import ContractServer
import ContractSockets

/// Reads bytes as `Forwarded` and `X-Forwarded-*` headers from clients and proxies: one header line for each line.
/// The client's part must not change the proxy's part after it.
enum ForwardedFuzzer {
  private static let proxy = "for=\"[2001:db8::7]:80\";proto=https;host=api.example"

  static func check(_ bytes: [UInt8]) -> String? {
    // A field can contain no control character except the tab, so the others are replaced. LF separates the fields.
    let text = String(decoding: bytes.map { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 ? 0x20 : $0 }, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let elements = ForwardedElement.parse(forwarded: lines)
    let own = ForwardedElement.parse(forwarded: [proxy])
    guard own.count == 1, own[0].client?.description == "2001:db8::7" else { return "the proxy's own word is \(own)" }
    for joined in [lines + [proxy], lines.dropLast() + [(lines.last ?? "") + ", " + proxy]] {
      let more = ForwardedElement.parse(forwarded: joined)
      guard more == elements + own else { return "\(joined) is \(more), and without the proxy \(elements)" }
    }
    let plain = ForwardedElement.parse(xForwardedFor: lines, proto: lines, host: lines)
    // The proxy adds its values in a separate line, or after a comma in the client's line.
    for add in [{ lines + [$0] }, { lines.dropLast() + [(lines.last ?? "") + "," + $0] }] as [(String) -> [String]] {
      let added = ForwardedElement.parse(
        xForwardedFor: add("192.0.2.7"), proto: add("https"), host: add("api.example"))
      guard let last = added.last, last.client?.description == "192.0.2.7", last.scheme == "https",
        last.host == "api.example", added.dropLast().map(\.client) == plain.map(\.client)
      else { return "\(add("192.0.2.7")) are \(added)" }
    }
    return (elements + plain).lazy.compactMap(complaint).first
  }

  private static func complaint(_ element: ForwardedElement) -> String? {
    if let client = element.client, IPAddress(client.description) != client { return "\(client) is not read again" }
    if let scheme = element.scheme, !["http", "https"].contains(scheme) { return "the scheme is \(scheme)" }
    let odd = element.host?.utf8.first { byte in
      byte <= 0x20 || byte >= 0x7F || "/\\@?#\"<>,;%".utf8.contains(byte)
    }
    return odd.map { "the host \(element.host ?? "") has the byte \($0)" }
  }
}
