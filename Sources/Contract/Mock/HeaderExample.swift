/// A search for values of headers that decode to the types of a result.
enum HeaderExample {
  /// The values to try, in this order: a string, a number, a date, an entity tag, a UUID.
  private static let texts: [HTTPFieldValue] = [
    "example", "1", "2026-01-31T12:00:00Z", "\"1\"", "00000000-0000-4000-8000-000000000000",
  ]

  /// Returns the result of `decode` for a response with the required headers; nil if no value of a header decodes.
  static func result<Result>(
    of response: HTTPResponse, _ headers: [InputDescription], decode: (HTTPResponse) throws -> Result
  ) -> Result? {
    var response = response
    var indices: [String: Int] = [:]
    for header in headers where header.isRequired {
      indices[header.name] = 0
      set(header.name, 0, in: &response)
    }
    while true {
      do {
        return try decode(response)
      } catch let error as UnusableHeader {
        guard let index = indices[error.name], index + 1 < texts.count else { return nil }
        indices[error.name] = index + 1
        set(error.name, index + 1, in: &response)
      } catch {
        return nil
      }
    }
  }

  private static func set(_ name: String, _ index: Int, in response: inout HTTPResponse) {
    guard let name = HTTPFieldName(name) else { return }
    response.fields[name] = texts[index]
  }
}
