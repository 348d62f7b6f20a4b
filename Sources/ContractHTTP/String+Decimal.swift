extension String {
  /// Creates the decimal form of a number.
  ///
  /// The initializer of the standard library is generic over integers and radixes. Using it only for a port would load
  /// that code into the memory of an idle server.
  package init(decimal number: Int) {
    var bytes: [UInt8] = []
    var rest = number.magnitude
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.reverse()
    self.init(decoding: bytes, as: UTF8.self)
  }
}
