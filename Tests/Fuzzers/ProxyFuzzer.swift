import ContractServer
import ContractSockets

/// Reads bytes as a PROXY header, as far as they have arrived: a header at one length is the same header at every
/// greater length, and an invalid header stays invalid.
enum ProxyFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    let whole = ProxyHeader.parse(bytes[...])
    let step = max(1, bytes.count / 256)
    for count in stride(from: 0, to: bytes.count, by: step) {
      // The slice follows other bytes, because a slice need not begin at 0.
      let shifted = [0x50, 0x52] + bytes[..<count]
      let part = ProxyHeader.parse(shifted[2...])
      guard agrees(part, whole, count: count) else { return "\(count) bytes: \(part), and all: \(whole)" }
    }
    guard case .header(let header, let count) = whole else { return nil }
    guard (1...bytes.count).contains(count) else { return "a header of \(count) bytes in \(bytes.count)" }
    if ProxyHeader.parse(bytes[..<count]) != whole { return "the header alone is another one" }
    for endpoint in [header.source, header.destination].compactMap({ $0 })
    where IPAddress(endpoint.address.description) != endpoint.address {
      return "\(endpoint.address) is not read as it is written"
    }
    return nil
  }

  private static func agrees(_ part: ProxyHeader.Step, _ whole: ProxyHeader.Step, count: Int) -> Bool {
    switch (part, whole) {
    case (.needsMore, .header(_, let needed)): count < needed
    // The reason for the refusal may change with more bytes.
    case (.needsMore, _), (.invalid, .invalid): true
    default: part == whole
    }
  }
}
