internal import Contract
internal import ContractHTTP

/// The rules of tus 1.0, without I/O. Each function reads the values of a request, or throws its refusal.
struct UploadRules: Sendable {
  /// The supported version of the protocol.
  static let version = "1.0.0"
  /// The supported extensions.
  static let extensions = "creation,creation-with-upload,creation-defer-length,expiration,checksum,termination"
  /// The media type of bytes of an upload.
  static let mediaType = "application/offset+octet-stream"

  /// The maximum size of an upload in bytes.
  let maxBytes: Int

  /// A refusal of a request.
  struct Refusal: Error, Hashable {
    let status: HTTPStatus
    let detail: String

    init(_ status: HTTPStatus, _ detail: String) {
      self.status = status
      self.detail = detail
    }

    /// The refusal of a chunk with a wrong checksum.
    static let wrongChecksum = Refusal(HTTPStatus(unchecked: 460), "the bytes do not have the checksum of the request")
    static let missing = Refusal(.notFound, "there is no such upload; it ended, expired or never existed")
  }

  /// The creation of an upload.
  struct Creation: Hashable {
    /// The size of the upload in bytes; nil if the client states it later.
    var length: Int?
    var metadata: String
    /// True if the request has the first bytes of the upload.
    var hasContent: Bool
  }

  /// A request that appends bytes.
  struct Append {
    /// The length, from this request or known before; nil if still unknown.
    var length: Int?
    /// The maximum number of bytes of the body.
    var maxBytes: Int
    var checksum: UploadChecksum?
  }

  // MARK: Requests

  /// Checks the version of the protocol, which every request except OPTIONS states.
  func check(_ fields: HTTPFields) throws(Refusal) {
    guard fields["Tus-Resumable"]?.rawValue == Self.version else {
      throw Refusal(.preconditionFailed, "the header Tus-Resumable must be \(Self.version)")
    }
  }

  /// Reads the creation of an upload.
  func creation(_ fields: HTTPFields) throws(Refusal) -> Creation {
    guard fields["Upload-Concat"] == nil else { throw Refusal(.badRequest, "uploads cannot be concatenated") }
    let metadata = fields["Upload-Metadata"]?.rawValue ?? ""
    // A larger record could not be read again.
    guard metadata.utf8.count <= UploadRecord.maxMetadataBytes else {
      throw Refusal(.requestHeaderFieldsTooLarge, "the header Upload-Metadata is too long")
    }
    guard UploadMetadata.values(of: metadata) != nil else {
      throw Refusal(.badRequest, "the header Upload-Metadata is malformed")
    }
    let type = fields[.contentType]?.rawValue
    let isUpload = type.flatMap { MediaType($0) }?.essence == Self.mediaType
    let stated = try number(fields, "Upload-Length")
    guard (stated != nil) != (fields["Upload-Defer-Length"]?.rawValue == "1") else {
      throw Refusal(.badRequest, "the header Upload-Length or `Upload-Defer-Length: 1` is required")
    }
    if let stated { try check(length: stated) }
    return Creation(length: stated, metadata: metadata, hasContent: isUpload)
  }

  /// Reads a request that appends bytes to an upload with `offset` bytes.
  ///
  /// - Parameters:
  ///   - isFirst: true for the body of a request that creates the upload, which begins at offset 0.
  ///   - contentLength: the size of the body; nil if unknown.
  func append(
    _ fields: HTTPFields, to record: UploadRecord, offset: Int, isFirst: Bool = false, contentLength: Int?
  ) throws(Refusal) -> Append {
    if !isFirst { try checkPosition(fields, offset) }
    var length = record.length
    if let stated = try number(fields, "Upload-Length") {
      guard length == nil || length == stated else {
        throw Refusal(.badRequest, "the length of an upload cannot be changed")
      }
      try check(length: stated)
      guard stated >= offset else {
        throw Refusal(.badRequest, "the upload already has more bytes than Upload-Length")
      }
      length = stated
    }
    var checksum: UploadChecksum?
    if let header = fields["Upload-Checksum"]?.rawValue {
      guard let value = UploadChecksum(header) else {
        throw Refusal(.badRequest, "the checksum is malformed, or is not one of \(UploadChecksum.algorithms)")
      }
      checksum = value
    }
    let rest = (length ?? maxBytes) - offset
    guard contentLength ?? 0 <= rest else { throw Self.tooLong(rest) }
    return Append(length: length, maxBytes: rest, checksum: checksum)
  }

  /// Returns the refusal of a body that exceeds the upload.
  static func tooLong(_ rest: Int) -> Refusal {
    Refusal(.contentTooLarge, "the upload accepts only \(max(0, rest)) further bytes")
  }

  private func checkPosition(_ fields: HTTPFields, _ offset: Int) throws(Refusal) {
    guard fields[.contentType]?.rawValue.lowercasedASCII == Self.mediaType else {
      throw Refusal(.unsupportedMediaType, "the Content-Type must be \(Self.mediaType)")
    }
    guard let stated = try number(fields, "Upload-Offset") else {
      throw Refusal(.badRequest, "the header Upload-Offset is required")
    }
    guard stated == offset else {
      throw Refusal(.conflict, "the upload has \(offset) bytes; request it with HEAD and continue there")
    }
  }

  private func check(length: Int) throws(Refusal) {
    guard length <= maxBytes else {
      throw Refusal(.contentTooLarge, "an upload may have at most \(maxBytes) bytes")
    }
  }

  private func number(_ fields: HTTPFields, _ name: HTTPFieldName) throws(Refusal) -> Int? {
    guard let text = fields[name]?.rawValue else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text) else {
      throw Refusal(.badRequest, "the header \(name) must be a number of bytes")
    }
    return value
  }
}
