extension String {
  /// A number in decimal.
  ///
  /// That of the standard library is generic over integers and radixes, and the number of a port would bring all of it
  /// into the memory of a server at rest.
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
