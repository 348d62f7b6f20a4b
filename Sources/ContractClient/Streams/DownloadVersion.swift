internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The version of a file, identified by a strong validator.
struct DownloadVersion: Equatable, Sendable {
  /// A strong entity tag or a date, as `If-Range` allows (RFC 9110 §13.1.5).
  var validator: String
  /// The size of the file in bytes; nil if the server did not state it.
  var length: Int?

  /// Creates a version from a validator and a length.
  init(validator: String, length: Int?) {
    self.validator = validator
    self.length = length
  }

  /// Reads the version from a response with the complete file; nil if it has no strong validator.
  init?(of response: HTTPResponse) {
    guard response.status == .ok else { return nil }
    let fields = response.fields
    if fields.contains("ETag") {
      // A weak tag, or a tag that cannot be sent back, rules out the date as well.
      guard let tag = fields.validator("ETag")?.rawValue, let opaque = tag.text(between: "\"", and: "\""),
        !opaque.isEmpty
      else { return nil }
      validator = tag
    } else {
      guard let modified = fields["Last-Modified"]?.rawValue, let date = fields[.date]?.rawValue,
        let changed = IMFFixdate.secondsSince1970(from: modified.utf8, now: 0),
        let sent = IMFFixdate.secondsSince1970(from: date.utf8, now: 0),
        // A `Last-Modified` in the same second as `Date` is not used: the file may have changed again within this second (RFC
        // 9110 §8.8.2.2).
        changed < sent
      else { return nil }
      validator = modified
    }
    length = fields[.contentLength].flatMap { Int($0.rawValue) }
  }

  private var isTag: Bool { validator.starts(withByte: "\"") }

  /// Returns false if the headers name another version.
  func mayBe(of fields: HTTPFields) -> Bool {
    guard let other = fields[isTag ? "ETag" : "Last-Modified"]?.rawValue else { return true }
    return other == validator
  }
}
