internal import Contract
internal import ContractCoding

/// What a server means that was asked for a file, perhaps for the rest of one: pure, so that every rule is a row of a
/// table.
enum DownloadAnswer: Equatable {
  /// What was asked for the rest of.
  struct Beginning: Equatable {
    /// How many bytes are there.
    var byteCount: Int
    /// What they are of.
    var version: DownloadVersion
  }

  /// The file from its beginning, or whatever else a server says to somebody who asks for all of it.
  case whole
  /// So many bytes that come next, and how many there are in all.
  case rest(count: Int, of: Int)
  /// Nothing is left.
  case complete
  /// The file is another one now.
  case changed
  /// Something that was not asked for.
  case wrong(String)
  /// Nothing about the file, which may still be the same.
  case other

  /// Why content that comes encoded is of no use.
  static let encodedMessage = "the server has encoded the content, which was asked for as it is; do not resume it"
  /// Why a part is of no use that has another size than its range.
  static let sizeMessage = "the part of the file that the server has sent is not as long as it says"

  /// - Parameter beginning: nil when the whole file was asked for.
  init(_ response: HTTPResponse, to beginning: Beginning?) {
    switch (response.status.code, beginning) {
    case (206, let beginning?): self = Self.rest(response.fields, beginning)
    case (206, nil): self = .wrong("the server has sent a part of the file, and all of it was asked for")
    case (416, let beginning?): self = Self.end(response.fields, beginning)
    case (200, _), (_, nil): self = .whole
    default: self = .other
    }
  }

  /// True for content that has other places for its bytes than the file.
  static func isEncoded(_ fields: HTTPFields) -> Bool {
    !fields.values(.contentEncoding).allSatisfy { $0.rawValue.lowercased() == "identity" }
  }

  private static func rest(_ fields: HTTPFields, _ beginning: Beginning) -> DownloadAnswer {
    // Some servers send a part whatever it is of.
    guard beginning.version.mayBe(of: fields) else { return .changed }
    let start = beginning.byteCount
    guard let range = ContentRange(fields), let bytes = range.bytes, let length = range.length else {
      return .wrong(
        "the server does not tell which part of the file it has sent; bytes from \(start) on were asked for")
    }
    guard bytes.lowerBound == start else {
      return .wrong(
        "the server has sent bytes \(bytes.lowerBound) to \(bytes.upperBound) of the file; "
          + "bytes from \(start) on were asked for")
    }
    guard length == beginning.version.length ?? length else { return .changed }
    guard !isEncoded(fields) else { return .wrong(encodedMessage) }
    if let told = fields[.contentLength], Int(told.rawValue) != bytes.count { return .wrong(sizeMessage) }
    return .rest(count: bytes.count, of: length)
  }

  /// What it means that there are no such bytes.
  private static func end(_ fields: HTTPFields, _ beginning: Beginning) -> DownloadAnswer {
    // A server without If-Range answers so of another version too.
    guard beginning.version.mayBe(of: fields) else { return .changed }
    let length = ContentRange(fields)?.length
    return length == beginning.byteCount && length == beginning.version.length ?? length ? .complete : .changed
  }
}

/// Which version of a file it is, by something that another version has not.
struct DownloadVersion: Equatable, Sendable {
  /// A strong tag, or a date: what `If-Range` takes (RFC 9110 §13.1.5).
  var validator: String
  /// How many bytes it has; nil when the server has not said.
  var length: Int?

  /// The validator and the length of a file.
  init(validator: String, length: Int?) {
    self.validator = validator
    self.length = length
  }

  /// The version that a response with all of a file is of; nil for one without a strong validator.
  init?(of response: HTTPResponse) {
    guard response.status == .ok else { return nil }
    let fields = response.fields
    if let tag = fields["ETag"]?.rawValue {
      // A date must not stand in for a weak tag.
      guard let opaque = tag.text(between: "\"", and: "\""), !opaque.isEmpty else { return nil }
      validator = tag
    } else {
      guard let modified = fields["Last-Modified"]?.rawValue, let date = fields[.date]?.rawValue,
        let changed = IMFFixdate.secondsSince1970(from: modified.utf8, now: 0),
        let sent = IMFFixdate.secondsSince1970(from: date.utf8, now: 0),
        // Within a second it may have changed once more (RFC 9110 §8.8.2.2).
        changed < sent
      else { return nil }
      validator = modified
    }
    length = fields[.contentLength].flatMap { Int($0.rawValue) }
  }

  private var isTag: Bool { validator.starts(withByte: "\"") }

  /// False for the fields of a response that say that it is of another version.
  func mayBe(of fields: HTTPFields) -> Bool {
    guard let other = fields[isTag ? "ETag" : "Last-Modified"]?.rawValue else { return true }
    return other == validator
  }
}
