/// The hash FNV-1a with 64 bits. It does not resist attacks: a peer can provoke collisions.
package enum FNV1a {
  package static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
