internal import Contract
internal import ContractCoding
internal import ContractHTTP
internal import ContractHTTP1

/// The checksum of the body of one request: the header `Upload-Checksum` (tus 1.0, Checksum).
struct UploadChecksum {
  /// The supported algorithms, as the server announces them.
  static let algorithms = "sha1,sha256"

  private enum State {
    case sha1(SHA1)
    case sha256(SHA256)
  }

  private var state: State
  private let expected: [UInt8]

  /// Reads the header; nil if the algorithm is not supported or the header is malformed.
  init?(_ header: String) {
    guard let (algorithm, encoded) = header.withoutOuterSpace.cut(atByte: " "),
      let expected = Base64.decoded(encoded.withoutOuterSpace.utf8)
    else {
      return nil
    }
    switch algorithm.lowercasedASCII {
    case "sha1" where expected.count == 20: state = .sha1(SHA1())
    case "sha256" where expected.count == 32: state = .sha256(SHA256())
    default: return nil
    }
    self.expected = expected
  }

  /// Adds bytes of the body.
  mutating func update(_ bytes: [UInt8]) {
    switch state {
    case .sha1(var hash):
      hash.update(bytes)
      state = .sha1(hash)
    case .sha256(var hash):
      hash.update(bytes)
      state = .sha256(hash)
    }
  }

  /// True if the bytes have the checksum.
  var isCorrect: Bool {
    switch state {
    case .sha1(let hash): hash.digest() == expected
    case .sha256(let hash): hash.digest() == expected
    }
  }
}
