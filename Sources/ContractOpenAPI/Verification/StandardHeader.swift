internal import ContractCoding

/// Request headers whose syntax HTTP defines. Documents often declare them only as strings.
enum StandardHeader {
  /// Valid values by lowercase name (RFC 9110 §13.1, §14.2).
  static let samples: [String: [JSONValue]] = [
    "if-match": ["*", "\"1\"", "\"1\", \"2\""],
    "if-none-match": ["*", "\"1\"", "W/\"2\""],
    "if-modified-since": [date],
    "if-unmodified-since": [date],
    "if-range": ["\"1\"", date],
    "range": ["bytes=0-9"],
    "accept-language": ["en", "de, en;q=0.5"],
  ]

  private static let date: JSONValue = "Thu, 01 Jan 2026 00:00:00 GMT"
}
