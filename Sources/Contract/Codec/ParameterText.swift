internal import ContractCoding

/// The text of one value in a path, query or header of a received request, still encoded.
public struct ParameterText: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let place: ValuePlace
  /// How a text in a header field is spelled.
  private let headerText: Wire.HeaderText

  package init(_ bytes: ArraySlice<UInt8>, _ place: ValuePlace, headerText: Wire.HeaderText = .verbatim) {
    self.bytes = bytes
    self.place = place
    self.headerText = headerText
  }

  /// The empty text of a query.
  static let empty = ParameterText([], .query)

  /// The decoded text, or nil when it is not UTF-8, percent-encoded in a path or query. Header values are spelled as
  /// ``Wire/headerText`` says.
  public var string: String? {
    switch place {
    case .path: PercentEncoding.decode(bytes)
    case .query: PercentEncoding.decode(bytes, plusIsSpace: true)
    case .header: headerText.decoded(bytes)
    }
  }

  /// The text with its percent-encoding; in a header, which has none of its own, the text.
  var asSent: String { place == .header ? string ?? "" : String(decoding: bytes, as: UTF8.self) }

  /// True when nothing was sent behind the name.
  var isEmpty: Bool { bytes.isEmpty }

  /// The decimal integer that the text spells (`-` and digits, a `+` is tolerated), or nil when it is none or does not
  /// fit.
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

  /// `true` or `false` in the usual spelling, which needs no decoding.
  var usualBool: Bool? {
    switch bytes.count {
    case 4: isEqual("true") ? true : nil
    case 5: isEqual("false") ? false : nil
    default: nil
    }
  }

  /// True when the text is a word of as many bytes.
  private func isEqual(_ word: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: the caller has compared the counts.
      for index in bytes.indices where bytes[index] != word.utf8Start[index] { return false }
      return true
    }
  }

  /// The texts between separators, as ``URLFormOptions/ArrayStyle/separated(by:)`` writes them.
  func split(_ separator: String) -> [ParameterText] {
    URLFormSeparator(separator).split(bytes).map { ParameterText($0, place) }
  }

  /// The elements of a list in a header field.
  var listElements: [ParameterText] {
    HeaderList.elements(bytes).map { ParameterText($0, .header, headerText: headerText) }
  }

  /// The text as an error may show it: decoded if possible, at most 64 characters.
  package var excerpt: String {
    let text = string ?? String(decoding: bytes, as: UTF8.self)
    return text.count > 64 ? text.prefix(64) + "…" : text
  }
}
