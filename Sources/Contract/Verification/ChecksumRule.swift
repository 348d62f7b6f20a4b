/// A rule: only a byte stream has a checksum, because other bodies are written whole.
struct ChecksumRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.compactMap { operation in
      guard operation.hasChecksum, !operation.streamsResult, !operation.requestContent.isByteStream else { return nil }
      return VerificationFinding(
        .error, "checksum", [operation],
        "\(operation) declares `.checksum()`, but neither its body nor its result is a `ByteStream`; remove "
          + "`.checksum()`")
    }
  }
}
