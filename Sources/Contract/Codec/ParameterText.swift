internal import ContractCoding

/// The encoded text of one value in the path, the query, a header or a cookie of a received request.
public struct ParameterText: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let location: ParameterLocation
  /// The encoding of strings in headers.
  private let headerText: Wire.HeaderText

  package init(_ bytes: ArraySlice<UInt8>, _ location: ParameterLocation, headerText: Wire.HeaderText = .verbatim) {
    self.bytes = bytes
    self.location = location
    self.headerText = headerText
  }

  /// An empty query value.
  static let empty = ParameterText([], .query)

  /// The string, percent-decoded in a path or query; nil if it is not UTF-8. Headers are decoded according to
  /// ``Wire/headerText``.
  public var string: String? {
    switch location {
    case .path: PercentEncoding.decode(bytes)
    case .query: PercentEncoding.decode(bytes, plusIsSpace: true)
    case .header, .cookie, .body: headerText.decoded(bytes)
    }
  }

  /// The text with its percent-encoding; for a header or cookie the decoded string.
  var asSent: String {
    location == .header || location == .cookie ? string ?? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// True if the value is empty.
  var isEmpty: Bool { bytes.isEmpty }

  /// Parses a decimal integer: `-` or `+`, and digits. Returns nil for any other text and on overflow.
  public func integer<I: FixedWidthInteger>(as type: I.Type = I.self) -> I? {
    guard bytes.count <= 40 else { return nil }
    var index = bytes.startIndex
    let isNegative = index < bytes.endIndex && bytes[index] == 0x2D
    if isNegative { index += 1 }
    guard index < bytes.endIndex else { return nil }
    var value: I = 0
    while index < bytes.endIndex {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return string.flatMap { I($0) } }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(I(truncatingIfNeeded: digit))
        : product.addingReportingOverflow(I(truncatingIfNeeded: digit))
      guard !overflow, !carry else { return nil }
      value = sum
      index += 1
    }
    return value
  }

  /// The value of the texts `true` and `false`, compared without decoding; nil for other texts.
  var usualBool: Bool? {
    switch bytes.count {
    case 4: isEqual("true") ? true : nil
    case 5: isEqual("false") ? false : nil
    default: nil
    }
  }

  /// Returns true if the text equals a word of the same length.
  private func isEqual(_ word: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: the caller has compared the counts.
      for index in bytes.indices where bytes[index] != word.utf8Start[index] { return false }
      return true
    }
  }

  /// Splits the text at separators, as written by ``URLFormOptions/ArrayStyle/separated(by:)``.
  func split(_ separator: String) -> [ParameterText] {
    URLFormSeparator(separator).split(bytes).map { ParameterText($0, location) }
  }

  /// Returns the parts of an element that contains encoded separators; nil if it contains none.
  func partsOfElement(_ separator: String) -> [ParameterText]? {
    URLFormSeparator(separator).partsOfElement(bytes)?.map { ParameterText($0, location) }
  }

  /// The elements of a list in a header.
  var listElements: [ParameterText] {
    HeaderList.elements(bytes).map { ParameterText($0, .header, headerText: headerText) }
  }

  /// The text for error messages: decoded if possible, at most 64 characters.
  package var excerpt: String {
    let text = string ?? String(decoding: bytes, as: UTF8.self)
    return text.count > 64 ? text.prefix(64) + "…" : text
  }
}
