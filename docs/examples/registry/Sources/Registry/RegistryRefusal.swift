public import Contract

/// The refusal of a call: `{"errors":[{"code":"NAME_UNKNOWN","message":"…"}]}`. A response to HEAD has no body and therefore no
/// code.
@APIError(code: "/errors/0/code")
public enum RegistryRefusal: Hashable {
  /// The blob does not exist.
  @Status(404, code: "BLOB_UNKNOWN") case blobUnknown(message: String)
  /// The upload has ended, or never began.
  @Status(404, code: "BLOB_UPLOAD_UNKNOWN") case uploadUnknown(message: String)
  /// The bytes do not continue the upload (416), or its size is not that of its state because its last chunk broke off (404).
  @Status(416, code: "BLOB_UPLOAD_INVALID") case uploadInvalid(message: String)
  /// The digest is malformed, or not that of the content.
  @Status(400, code: "DIGEST_INVALID") case digestInvalid(message: String)
  /// A manifest refers to a blob that does not exist.
  @Status(400, code: "MANIFEST_BLOB_UNKNOWN") case manifestBlobUnknown(message: String)
  /// The manifest is malformed.
  @Status(400, code: "MANIFEST_INVALID") case manifestInvalid(message: String)
  /// The manifest does not exist.
  @Status(404, code: "MANIFEST_UNKNOWN") case manifestUnknown(message: String)
  /// The name of the repository is malformed.
  @Status(400, code: "NAME_INVALID") case nameInvalid(message: String)
  /// The repository does not exist.
  @Status(404, code: "NAME_UNKNOWN") case nameUnknown(message: String)
  /// The size of the upload is not the announced size.
  @Status(400, code: "SIZE_INVALID") case sizeInvalid(message: String)
  /// The tag is malformed.
  @Status(400, code: "TAG_INVALID") case tagInvalid(message: String)
  /// The caller has to log in.
  @Status(401, code: "UNAUTHORIZED") case unauthorized(message: String)
  /// The caller may not do this.
  @Status(403, code: "DENIED") case denied(message: String)
  /// The registry does not support the operation, such as deletion.
  @Status(405, code: "UNSUPPORTED") case unsupported(message: String)

  /// The server's message.
  public var message: String {
    switch self {
    case .blobUnknown(let message), .uploadUnknown(let message), .uploadInvalid(let message),
      .digestInvalid(let message), .manifestBlobUnknown(let message), .manifestInvalid(let message),
      .manifestUnknown(let message), .nameInvalid(let message), .nameUnknown(let message),
      .sizeInvalid(let message), .tagInvalid(let message), .unauthorized(let message), .denied(let message),
      .unsupported(let message):
      message
    }
  }
}

/// The error of a call: `.declared` is a refusal of the registry, `.other` anything else, such as a failed connection.
public typealias RegistryError = CallFailure<RegistryRefusal>
