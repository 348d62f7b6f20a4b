/// Why a `multipart/form-data` body cannot be read or written, and at which part.
public struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Reason: Sendable, Hashable {
    /// The media type is not `multipart/form-data` with one `boundary`.
    case mediaType
    /// The boundary is not 1 to 70 characters of RFC 2046, section 5.1.1.
    case boundary
    /// The content has the boundary that was asked for in it.
    case boundaryInContent
    /// The content of the part is a file, which is read only while it is sent.
    case notInMemory
    /// No line starts with the boundary.
    case missingFirstBoundary
    /// The body ends before the boundary that closes it.
    case missingFinalBoundary
    /// Something else than spaces and a line end follows a boundary.
    case malformedBoundary
    /// Lines end with LF alone; they have to end with CR LF.
    case lineEnding
    /// A line of the header is no `name: value`, is folded, repeats a field, or is not UTF-8.
    case malformedHeader
    /// `Content-Disposition` is missing, is not `form-data`, or its parameters cannot be read.
    case disposition
    /// The part has no name.
    case missingName
    /// A name has control characters.
    case invalidName
    /// The media type of the part has control characters, or white space at its ends.
    case invalidMIMEType
    /// The part is a multipart body itself (RFC 7578, section 4.3 has ended that).
    case nested
    /// The part asks for a transfer encoding (RFC 7578, section 4.7 has ended that).
    case transferEncoding
    /// There are more parts than the limit.
    case tooManyParts(limit: Int)
    /// There are more files than the limit.
    case tooManyFiles(limit: Int)
    /// The part's header has more bytes than the limit.
    case headerTooLong(limit: Int)
    /// A name has more bytes than the limit.
    case nameTooLong(limit: Int)
    /// The body has more bytes than the limit.
    case tooLong(limit: Int)
  }

  /// What is wrong.
  public let reason: Reason

  /// The number of the part, from 1; nil when the fault is not in a part.
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

  /// The sentence with the part's number.
  public var description: String {
    part.map { "Part \($0): \(message)" } ?? message
  }

  private var message: String {
    switch reason {
    case .mediaType: "The media type has to be multipart/form-data with one boundary."
    case .boundary: "A boundary is 1 to 70 letters, digits and '()+_,-./:=? or spaces, and ends with no space."
    case .boundaryInContent: "The content has the boundary in it. Use another one, or none for a random one."
    case .notInMemory: "The content is a file, which only a client sends. Use bytes here."
    case .missingFirstBoundary: "No line starts with the boundary."
    case .missingFinalBoundary: "The body ends before its last boundary."
    case .malformedBoundary: "The line of the boundary goes on with something else."
    case .lineEnding: "Lines end with LF alone; they have to end with CR LF."
    case .malformedHeader: "The header has a line that is no field, is folded, not UTF-8, or repeats a field."
    case .disposition: "Content-Disposition has to be form-data with parameters that each occur once."
    case .missingName: "The part has no name."
    case .invalidName: "A name has control characters."
    case .invalidMIMEType: "The media type has control characters, or white space at its ends."
    case .nested: "A part cannot be a multipart body itself."
    case .transferEncoding: "A part cannot have a transfer encoding other than 7bit, 8bit and binary."
    case .tooManyParts(let limit): "More than \(limit) parts."
    case .tooManyFiles(let limit): "More than \(limit) files."
    case .headerTooLong(let limit): "The header has more than \(limit) bytes."
    case .nameTooLong(let limit): "A name has more than \(limit) bytes."
    case .tooLong(let limit): "The body has more than \(limit) bytes."
    }
  }
}
