import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Byte ranges")
struct ByteRangesTests {
  struct Row: CustomTestStringConvertible {
    let value: String
    let size: Int
    let ranges: ByteRanges
    init(_ value: String, of size: Int = 1000, _ ranges: ByteRanges) {
      self.value = value
      self.size = size
      self.ranges = ranges
    }
    var testDescription: String { "\(value.prefix(60)) of \(size)" }
  }

  static let rows: [Row] = [
    // One range.
    Row("bytes=0-0", .parts([0..<1])), Row("bytes=0-499", .parts([0..<500])), Row("bytes=500-", .parts([500..<1000])),
    Row("bytes=-1", .parts([999..<1000])), Row("bytes=-500", .parts([500..<1000])),
    Row("bytes=999-", .parts([999..<1000])),
    Row("BYTES=0-1", .parts([0..<2])), Row("bytes=0-1,", .parts([0..<2])), Row("bytes= 0-1 ", .parts([0..<2])),
    Row("bytes=,\t0-1 ,", .parts([0..<2])),
    // Longer than the representation.
    Row("bytes=0-", .parts([0..<1000])), Row("bytes=0-9999", .parts([0..<1000])),
    Row("bytes=-5000", .parts([0..<1000])),
    Row("bytes=0-99999999999999999999999", .parts([0..<1000])),
    Row("bytes=-99999999999999999999999", .parts([0..<1000])),
    Row("bytes=999-9223372036854775807", .parts([999..<1000])),
    // Not satisfiable.
    Row("bytes=1000-", .unsatisfiable), Row("bytes=1000-1001", .unsatisfiable), Row("bytes=-0", .unsatisfiable),
    Row("bytes=99999999999999999999999-", .unsatisfiable), Row("bytes=1000-,2000-", .unsatisfiable),
    // `Content-Range` cannot describe a part of nothing.
    Row("bytes=0-", of: 0, .whole), Row("bytes=5-6", of: 0, .whole), Row("bytes=-1", of: 0, .whole),
    // Malformed, so ignored.
    Row("bytes=", .whole), Row("bytes", .whole), Row("bytes=,", .whole), Row("bytes=-", .whole),
    Row("bytes=--1", .whole),
    Row("bytes=5-4", .whole), Row("bytes=a-b", .whole), Row("bytes=0-1;q=1", .whole), Row("bytes=+1-2", .whole),
    Row("bytes=0x0-1", .whole), Row("bytes=1 -2", .whole), Row("bytes=0-1,5-4", .whole), Row("bytes=1", .whole),
    Row("bytes=0-1 2-3", .whole), Row("bytes 0-1", .whole), Row("bytes=\u{661}-\u{662}", .whole),
    Row("items=0-1", .whole),
    Row("=0-1", .whole), Row("", .whole), Row("bytes=0\u{301}-1", .whole),
    // Several ranges, in the order of the request.
    Row("bytes=0-9,500-509", .parts([0..<10, 500..<510])), Row("bytes=500-509,0-9", .parts([500..<510, 0..<10])),
    Row("bytes=0-9,-10", .parts([0..<10, 990..<1000])), Row("bytes=0-9,2000-", .parts([0..<10])),
    Row("bytes=0-9,90-", .parts([0..<10, 90..<1000])),
    // Ranges are combined when they overlap, touch or nearly touch.
    Row("bytes=0-9,10-19", .parts([0..<20])), Row("bytes=0-9,89-", .parts([0..<1000])),
    Row("bytes=500-,0-600", .parts([0..<1000])), Row("bytes=5-9,0-99,7-8", .parts([0..<100])),
    Row("bytes=900-999,0-9,5-20", .parts([0..<21, 900..<1000])), Row("bytes=0-,0-,0-,0-", .parts([0..<1000])),
    Row("bytes=" + (0..<50).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ","), .parts([0..<99])),
    // Too many ranges.
    Row("bytes=" + [String](repeating: "0-", count: 51).joined(separator: ","), .whole),
    Row("bytes=" + [String](repeating: "0-0", count: 10_000).joined(separator: ","), .whole),
  ]

  @Test("A Range header selects bytes as in RFC 9110 §14", arguments: rows)
  func table(row: Row) {
    #expect(ByteRanges(row.value, size: row.size) == row.ranges)
  }

  @Test("The ranges of a response are disjoint and within the file, whatever is requested", arguments: 0..<200)
  func property(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    let size = next(2000) + 1
    let members = (0...next(20)).map { _ in
      switch next(3) {
      case 0: "\(next(2500))-"
      case 1: "-\(next(2500))"
      default: "\(next(1000))-\(1000 + next(1500))"
      }
    }
    guard case .parts(let parts) = ByteRanges("bytes=" + members.joined(separator: ","), size: size) else { return }
    #expect(parts.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= size })
    let ascending = parts.sorted { $0.lowerBound < $1.lowerBound }
    #expect(zip(ascending, ascending.dropFirst()).allSatisfy { $0.upperBound + ByteRanges.maxGap <= $1.lowerBound })
  }

  struct Condition: CustomTestStringConvertible {
    let fields: HTTPFields
    let isWhole: Bool
    var method = HTTPMethod.get
    var now = 784_111_800
    var testDescription: String { "\(method) \(fields) at \(now)" }
  }

  static let date: HTTPFieldValue = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// For a file with the tag `"a"` that was modified at 784111777.
  static let conditions: [Condition] = [
    Condition(fields: ["Range": "bytes=0-0"], isWhole: false),
    Condition(fields: ["Range": "bytes=0-0"], isWhole: true, method: .head),
    Condition(fields: ["Range": "bytes=0-0"], isWhole: true, method: .post),
    Condition(fields: ["Range": "bytes=0-0", "range": "bytes=5-6"], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "\"a\""], isWhole: false),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "\"b\""], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "W/\"a\""], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "\"a\", \"b\""], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "\"a\"", "if-range": "\"a\""], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "nonsense"], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": date], isWhole: false),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "Sun, 06 Nov 1994 08:49:38 GMT"], isWhole: true),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": "Sun, 06 Nov 1994 08:49:36 GMT"], isWhole: true),
    // Within the second of the change, the file may change again.
    Condition(fields: ["Range": "bytes=0-0", "If-Range": date], isWhole: true, now: 784_111_777),
    Condition(fields: ["Range": "bytes=0-0", "If-Range": date], isWhole: false, now: 784_111_778),
    Condition(fields: [:], isWhole: true),
  ]

  @Test("Ranges apply to GET, and only to the representation that If-Range names", arguments: conditions)
  func condition(row: Condition) {
    let head = RequestHead(HTTPRequest(row.method, "/", fields: row.fields))
    let present = Validators(tag: EntityTag("a"), lastModified: 784_111_777)
    let ranges = ByteRanges(head, present, size: 10, now: row.now)
    #expect((ranges == .whole) == row.isWhole)
  }
}
