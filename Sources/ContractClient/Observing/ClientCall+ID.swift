internal import Contract
internal import ContractCoding
internal import FoundationEssentials

extension ClientCall {
  /// The call's identifier in logs, a UUID shared by all its attempts.
  public var id: String { UUIDText.text(uuid) }

  private static let process = UInt64.random(in: .min ... .max)

  /// A UUID derived from a random number of the process and the call's number, so that nothing is stored (RFC 9562 §5.8).
  private var uuid: UUID {
    let high = (Self.process & ~0xF000) | 0x8000
    let low = (UInt64(truncatingIfNeeded: number) & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7)
      ))
  }
}
