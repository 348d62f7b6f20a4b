/// An error in reading or writing a `multipart/form-data` body, with the number of the part.
public struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Reason: Sendable, Hashable {
    /// The media type is not `multipart/form-data` with one `boundary`.
    case mediaType
    /// The boundary is not 1 to 70 characters of RFC 2046 §5.1.1.
    case boundary
    /// The given boundary occurs in the content.
    case boundaryInContent
    /// The content of the part is a file, which is read only while it is sent.
    case notInMemory
    /// No line starts with the boundary.
    case missingFirstBoundary
    /// The body ends before the boundary that closes it.
    case missingFinalBoundary
    /// Characters other than spaces precede the line end after a boundary.
    case malformedBoundary
    /// Lines end with LF instead of CR LF.
    case lineEnding
    /// A header line is not `name: value`, is folded, repeats a header, or is not UTF-8.
    case malformedHeader
    /// `Content-Disposition` is missing, is not `form-data`, or has invalid parameters.
    case disposition
    /// The part has no name.
    case missingName
    /// A name has control characters.
    case invalidName
    /// The media type of the part contains control characters, or has leading or trailing white space.
    case invalidMIMEType
    /// The part is a multipart body itself (deprecated by RFC 7578 §4.3).
    case nested
    /// The part has a transfer encoding (deprecated by RFC 7578 §4.7).
    case transferEncoding
    /// There are more parts than the limit.
    case tooManyParts(limit: Int)
    /// There are more files than the limit.
    case tooManyFiles(limit: Int)
    /// The part's header exceeds the limit in bytes.
    case headerTooLong(limit: Int)
    /// A name exceeds the limit in bytes.
    case nameTooLong(limit: Int)
    /// The body exceeds the limit in bytes.
    case tooLong(limit: Int)
  }

  /// The kind of the error.
  public let reason: Reason

  /// The number of the part, from 1; nil for an error outside the parts.
  public let part: Int?

  init(_ reason: Reason, part: Int? = nil) {
    self.reason = reason
    self.part = part
  }

  /// True when a limit of ``MultipartLimits`` was exceeded.
  public var isLimit: Bool {
    switch reason {
    case .tooManyParts, .tooManyFiles, .headerTooLong, .nameTooLong, .tooLong: true
    default: false
    }
  }

  /// The message with the number of the part.
  public var description: String {
    part.map { "Part \($0): \(message)" } ?? message
  }

  private var message: String {
    switch reason {
    case .mediaType: "The media type must be multipart/form-data with one boundary."
    case .boundary: "The boundary must be 1 to 70 letters, digits, '()+_,-./:=? or spaces, not ending with a space."
    case .boundaryInContent: "The boundary occurs in the content; use another boundary, or a random one."
    case .notInMemory: "The content is a file, which only a client can send; use bytes."
    case .missingFirstBoundary: "No line starts with the boundary."
    case .missingFinalBoundary: "The body ends before its final boundary."
    case .malformedBoundary: "Unexpected characters follow the boundary."
    case .lineEnding: "A line ends with LF; use CR LF."
    case .malformedHeader: "A header line is malformed, folded, repeated or not UTF-8."
    case .disposition: "Content-Disposition must be form-data with parameters that each occur once."
    case .missingName: "The part has no name."
    case .invalidName: "A name contains control characters."
    case .invalidMIMEType: "The media type contains control characters, or has leading or trailing white space."
    case .nested: "A part must not be a multipart body itself."
    case .transferEncoding: "A part must not have a transfer encoding other than 7bit, 8bit or binary."
    case .tooManyParts(let limit): "There are more than \(limit) parts."
    case .tooManyFiles(let limit): "There are more than \(limit) files."
    case .headerTooLong(let limit): "The header exceeds the limit of \(limit) bytes."
    case .nameTooLong(let limit): "A name exceeds the limit of \(limit) bytes."
    case .tooLong(let limit): "The body exceeds the limit of \(limit) bytes."
    }
  }
}
