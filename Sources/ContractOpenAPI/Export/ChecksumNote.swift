internal import ContractCoding

/// The description of a checksum after a byte stream. OpenAPI cannot describe trailer fields, so readers get a
/// sentence, and programs get the extension `x-content-digest`.
enum ChecksumNote {
  /// The extension of a request body or a response.
  static let value: JSONValue = ["algorithm": "sha-256", "in": "trailer"]

  /// The description of a request body.
  static let request =
    "The SHA-256 of the content is required: in the trailer field `Content-Digest` (RFC 9530) after the last chunk, or in the "
    + "header of this name."

  /// The description of a response.
  static let response =
    "The SHA-256 of the content follows it in the trailer field `Content-Digest` (RFC 9530)."
}

extension OpenAPIRequestBody {
  /// Whether a request must have the SHA-256 of its content.
  var hasChecksum: Bool { node["x-content-digest"]?["algorithm"]?.value == "sha-256" }
}
