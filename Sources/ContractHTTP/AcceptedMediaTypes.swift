/// The media ranges of an `Accept` header (RFC 9110 §12.5.1).
public struct AcceptedMediaTypes: Hashable, Sendable {
  /// A media range and its weight.
  public struct Range: Hashable, Sendable {
    /// The type in lowercase, or `*`.
    public let type: String
    /// The subtype in lowercase, or `*`.
    public let subtype: String
    /// The weight in thousandths, 0 to 1000.
    public let weight: Int
  }

  /// The ranges in their order in the header.
  public let ranges: [Range]

  /// Parses the value of an `Accept` header. Invalid members are ignored; without valid members, everything is
  /// accepted.
  public init(_ text: some StringProtocol) {
    self.ranges = MediaType.split(text, at: ",").compactMap { member in
      guard let media = MediaType(member) else { return nil }
      guard let q = media.parameter("q") else { return Range(type: media.type, subtype: media.subtype, weight: 1000) }
      guard let weight = QualityValue.thousandths(q.utf8Span.span) else { return nil }
      return Range(type: media.type, subtype: media.subtype, weight: weight)
    }
  }

  /// Returns the weight of the most specific range that matches `media`, in thousandths; 0 means not acceptable.
  public func weight(of media: MediaType) -> Int {
    guard !ranges.isEmpty else { return 1000 }
    var best: (specificity: Int, weight: Int) = (-1, 0)
    for range in ranges {
      let specificity: Int
      if range.type == media.type && range.subtype == media.subtype {
        specificity = 2
      } else if range.type == media.type && range.subtype == "*" {
        specificity = 1
      } else if range.type == "*" && range.subtype == "*" {
        specificity = 0
      } else {
        continue
      }
      if specificity > best.specificity { best = (specificity, range.weight) }
    }
    return best.weight
  }

  /// Returns true when `media` has a weight above zero.
  public func accepts(_ media: MediaType) -> Bool {
    weight(of: media) > 0
  }
}
