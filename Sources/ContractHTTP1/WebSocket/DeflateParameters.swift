internal import ContractHTTP

/// The parameters of permessage-deflate in an offer or a response (RFC 7692 §7.1).
struct DeflateParameters: Sendable, Hashable {
  private static let extensionName = "permessage-deflate"

  /// `server_no_context_takeover`
  var serverForgets = false
  /// `client_no_context_takeover`
  var clientForgets = false
  /// The value of `server_max_window_bits`; nil if absent.
  var serverBits: Int?
  /// True if `client_max_window_bits` is present. In an offer, it may have no value.
  var hasClientBits = false
  var clientBits: Int?

  init(serverForgets: Bool, clientForgets: Bool, serverBits: Int?, hasClientBits: Bool, clientBits: Int?) {
    self.serverForgets = serverForgets
    self.clientForgets = clientForgets
    self.serverBits = serverBits
    self.hasClientBits = hasClientBits
    self.clientBits = hasClientBits ? clientBits : nil
  }

  /// Reads the parameters; nil for another extension and for an unknown, repeated or invalid parameter.
  init?(_ member: WebSocketExtension) {
    guard member.name == Self.extensionName,
      Set(member.parameters.map(\.name)).count == member.parameters.count
    else { return nil }
    for parameter in member.parameters {
      switch (parameter.name, parameter.value) {
      case ("server_no_context_takeover", nil): serverForgets = true
      case ("client_no_context_takeover", nil): clientForgets = true
      case ("server_max_window_bits", let value?):
        guard let bits = Self.bits(value) else { return nil }
        serverBits = bits
      case ("client_max_window_bits", nil): hasClientBits = true
      case ("client_max_window_bits", let value?):
        guard let bits = Self.bits(value) else { return nil }
        (hasClientBits, clientBits) = (true, bits)
      default: return nil
      }
    }
  }

  /// Returns the value of a decimal number from 8 to 15 without leading zeros; nil for other text.
  private static func bits(_ text: String) -> Int? {
    guard let number = Int(text), (8...15).contains(number), String(number) == text else { return nil }
    return number
  }

  /// The extension with these parameters.
  var `extension`: WebSocketExtension {
    var parameters: [WebSocketExtension.Parameter] = []
    if serverForgets { parameters.append(.init("server_no_context_takeover")) }
    if clientForgets { parameters.append(.init("client_no_context_takeover")) }
    if let serverBits { parameters.append(.init("server_max_window_bits", "\(serverBits)")) }
    if hasClientBits { parameters.append(.init("client_max_window_bits", clientBits.map { "\($0)" })) }
    return WebSocketExtension(Self.extensionName, parameters)
  }
}
