internal import Contract

/// The properties of an upload, which are stored next to its bytes. The number of received bytes is the size of their file.
struct UploadRecord: Hashable, Sendable {
  /// The progress of an upload.
  enum Phase: Hashable, Sendable {
    /// Bytes are missing, or the service has not accepted them.
    case open
    /// The bytes after this offset were received, but their checksum is not verified, so they do not count.
    case unchecked(from: Int)
    /// The service has accepted the bytes.
    case complete
  }

  /// The number of bytes; nil until the client states it.
  var length: Int?
  /// The header `Upload-Metadata` of the request that created the upload; empty if absent.
  var metadata: String
  /// The time of the upload's expiration in seconds since 1970.
  var expires: Int
  var phase = Phase.open

  private static let mark = "contract upload 1"
  /// The maximum size of a record. Most of a record is the metadata, a header whose size the server limits.
  static let maxBytes = 256 << 10
  /// The maximum size of the metadata, in bytes. The other lines of a record are shorter than the rest.
  static let maxMetadataBytes = maxBytes - 256

  /// Returns the number of bytes that count, if the file has `size` bytes.
  func offset(ofFileWith size: Int) -> Int {
    switch phase {
    case .open: min(size, length ?? .max)
    case .unchecked(let offset): min(size, offset)
    case .complete: length ?? size
    }
  }
}

extension UploadRecord {
  /// The record as text. The metadata is a header value, so it has no end of line.
  var text: String {
    let phase =
      switch phase {
      case .open: "open"
      case .unchecked(let offset): "unchecked \(offset)"
      case .complete: "complete"
      }
    return "\(Self.mark)\n\(length.map { "\($0)" } ?? "-")\n\(expires)\n\(phase)\n\(metadata)\n"
  }

  /// Reads a record; nil if the text is malformed or incomplete.
  init?(_ text: String) {
    let lines = text.split(atByte: "\n", keepsEmpty: true)
    guard lines.count == 6, lines[0] == Self.mark, lines[5].isEmpty, let expires = Int(lines[2]) else { return nil }
    if lines[1] != "-" {
      guard let length = Int(lines[1]), length >= 0 else { return nil }
      self.length = length
    }
    self.expires = expires
    metadata = String(lines[4])
    switch lines[3].cut(atByte: " ") {
    case nil where lines[3] == "open": phase = .open
    case nil where lines[3] == "complete": phase = .complete
    case ("unchecked", let offset)?:
      guard let offset = Int(offset), offset >= 0 else { return nil }
      phase = .unchecked(from: offset)
    default: return nil
    }
  }
}
