/// The syntax of hosts in libcurl's options.
enum HostText {
  /// Returns whether a string has only characters of names and addresses. IPv6 addresses have no brackets.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x3A: true
        default: false
        }
      }
  }

  /// Returns whether a string has only digits and separators of an IPv4 or IPv6 address.
  static func isAddress(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x2E || $0 == 0x3A }
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x2E, 0x3A: true
        default: false
        }
      }
  }
}
