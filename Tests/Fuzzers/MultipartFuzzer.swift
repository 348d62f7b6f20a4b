import ContractCoding
import ContractHTTP

/// Reads bytes as a `multipart/form-data` body with the boundary `b`, or with the one that their first line has;
/// readable input must round-trip.
enum MultipartFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    if let mediaType = MediaType(line), let complaint = check(bytes, mediaType) { return complaint }
    guard let mediaType = MediaType("multipart/form-data; boundary=b") else { return "no media type" }
    return check(bytes, mediaType)
  }

  private static func check(_ bytes: [UInt8], _ mediaType: MediaType) -> String? {
    let limits = MultipartLimits(maxParts: 20, maxFiles: 5, maxHeaderBytes: 200, maxNameBytes: 50)
    let form: MultipartFormData
    do {
      form = try MultipartDecoder(limits: limits).decode(bytes, mediaType: mediaType)
    } catch {
      guard !error.description.isEmpty else { return "an error without words" }
      return error.part.map { $0 < 1 || $0 > 21 } == true ? "an impossible part: \(error)" : nil
    }
    guard form.parts.count <= 20, form.parts.filter(\.isFile).count <= 5 else { return "more than the limits" }
    do {
      // The encoder chooses a boundary, because the parts may contain the boundary of the input.
      let body = try MultipartEncoder().encode(MultipartFormData(parts: form.parts))
      let again = try MultipartDecoder().decode(body.bytes, mediaType: body.mediaType)
      return again.parts == form.parts ? nil : "\(form.parts) became \(again.parts)"
    } catch {
      return "\(form.parts): \(error)"
    }
  }
}
