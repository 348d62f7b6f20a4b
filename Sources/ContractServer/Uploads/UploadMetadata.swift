internal import Contract
internal import ContractCoding

/// The values that a client sends with an upload, such as its file name: the header `Upload-Metadata` (tus 1.0, Creation).
enum UploadMetadata {
  /// Returns the values by their keys; nil if the header is malformed or has a key twice.
  ///
  /// A key without a value has an empty one. Values that are not UTF-8 are refused.
  static func values(of header: String) -> [String: String]? {
    var values: [String: String] = [:]
    if header.withoutOuterSpace.isEmpty { return values }
    for pair in header.split(atByte: ",", keepsEmpty: true) {
      let text = pair.withoutOuterSpace
      let (key, encoded) = text.cut(atByte: " ") ?? (text, "")
      guard !key.isEmpty, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        let bytes = Base64.decoded(encoded.withoutOuterSpace.utf8),
        let value = String(validating: bytes, as: UTF8.self),
        values.updateValue(value, forKey: String(key)) == nil
      else {
        return nil
      }
    }
    return values
  }

  /// Returns the value `filename`, made safe for any folder; nil if nothing of it remains.
  static func fileName(_ values: [String: String]) -> String? {
    values["filename"].flatMap(SafeFileName.of)
  }
}
