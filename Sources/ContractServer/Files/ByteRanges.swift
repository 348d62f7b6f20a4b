internal import Contract
internal import ContractHTTP

/// The parts of a representation that a request selects (RFC 9110 §14).
enum ByteRanges: Hashable, Sendable {
  /// The whole representation. Used for a `Range` header that is malformed, or has another unit or too many ranges: a
  /// server may ignore such headers. Also used for an empty representation, because some clients always request a range.
  case whole
  /// At least one non-empty range, in the order of the response.
  case parts([Range<Int>])
  /// No range begins within the representation.
  case unsatisfiable

  /// The maximum number of ranges. A request with more gets the whole representation.
  static let maxCount = 50
  /// The number of bytes below which a gap between ranges is sent as well: the headers of a separate part are longer.
  static let maxGap = 80

  /// Reads the value of a `Range` header.
  ///
  /// Ranges that overlap or nearly touch are combined in ascending order, so a response is never longer than the representation
  /// and the headers of its parts.
  ///
  /// - Parameter size: the number of bytes of the representation.
  init(_ value: String, size: Int) {
    guard size > 0, let (unit, list) = value.cut(atByte: "="), unit.withoutOuterSpace.lowercasedASCII == "bytes" else {
      self = .whole
      return
    }
    var ranges: [Range<Int>] = []
    var count = 0
    for member in list.split(atByte: ",") {
      let text = member.withoutOuterSpace
      if text.isEmpty { continue }
      count += 1
      guard count <= Self.maxCount, let range = ByteRange(text) else {
        self = .whole
        return
      }
      if let bytes = range.bytes(of: size) { ranges.append(bytes) }
    }
    if count == 0 {
      self = .whole
    } else if ranges.isEmpty {
      self = .unsatisfiable
    } else {
      self = .parts(Self.combined(ranges))
    }
  }

  /// Returns the ranges as requested, or combined and ascending if some overlap or nearly touch.
  private static func combined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var combined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = combined.last, range.lowerBound < last.upperBound + maxGap {
        combined[combined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        combined.append(range)
      }
    }
    return combined.count == ranges.count ? ranges : combined
  }
}

/// One member of a `Range` header with the unit `bytes` (RFC 9110 §14.1.1).
private enum ByteRange {
  /// The bytes from a first position to a last position, or to the end.
  case from(Int, to: Int?)
  /// The given number of bytes at the end.
  case last(Int)

  /// Parses a member; nil if malformed.
  init?(_ text: Substring) {
    guard let (front, back) = text.cut(atByte: "-") else { return nil }
    if front.isEmpty {
      guard let count = Self.number(back) else { return nil }
      self = .last(count)
      return
    }
    guard let first = Self.number(front) else { return nil }
    if back.isEmpty {
      self = .from(first, to: nil)
      return
    }
    guard let last = Self.number(back), first <= last else { return nil }
    self = .from(first, to: last)
  }

  /// Returns the range of offsets within `size` bytes; nil if it cannot be satisfied.
  func bytes(of size: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < size else { return nil }
      return first..<(last.map { min($0, size - 1) + 1 } ?? size)
    case .last(let count):
      guard count > 0 else { return nil }
      return max(0, size - count)..<size
    }
  }

  /// Returns a number of any length, clamped to the largest integer; nil if there are characters other than digits.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text) ?? .max
  }
}

extension ByteRanges {
  /// Reads the `Range` of a request. It is ignored if `If-Range` names another version of the representation.
  ///
  /// - Parameter now: the current time in seconds since 1970.
  init(_ head: RequestHead, _ present: Validators, size: Int, now: Int) {
    let ranges = head.values(of: "Range")
    // Several `Range` lines are ignored, because the values of this header do not form a list.
    guard head.method == .get, ranges.count == 1,
      Self.ifRange(head.values(of: "If-Range"), permits: present, now: now)
    else {
      self = .whole
      return
    }
    self.init(ranges[0], size: size)
  }

  /// Returns true if `If-Range` is absent or names this representation (RFC 9110 §13.1.5).
  private static func ifRange(_ lines: [String], permits present: Validators, now: Int) -> Bool {
    guard let line = lines.first else { return true }
    guard lines.count == 1 else { return false }
    if let tag = EntityTag(parsing: line) { return present.tag?.stronglyEquals(tag) ?? false }
    guard let modified = present.lastModified else { return false }
    // The date of the current second never matches, because the file may change again with the same date (RFC 9110 §8.8.2.2).
    return modified < now && IMFFixdate.secondsSince1970(from: line.utf8, now: now) == modified
  }
}

extension RequestHead {
  /// Returns the values of all lines with this name.
  fileprivate func values(of name: HTTPFieldName) -> [String] {
    allBytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }
}
