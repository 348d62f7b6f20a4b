import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Preconditions")
struct PreconditionsTests {
  static let tags: [(String, String?)] = [
    ("\"a\"", "\"a\""), ("W/\"a\"", "W/\"a\""), ("\"\"", "\"\""), ("\"a\\b\"", "\"a\\b\""), ("a", nil), ("\"a", nil),
    ("\"", nil), ("w/\"a\"", nil), ("\"a b\"", nil), ("\"a\"b\"", nil), ("W/a", nil), ("", nil),
  ]

  @Test("An entity tag is parsed strictly", arguments: tags)
  func parsing(text: String, tag: String?) {
    #expect(EntityTag(parsing: text)?.description == tag)
  }

  @Test("Entity tags are compared strongly and weakly as in RFC 9110 §8.8.3.2")
  func comparison() throws {
    let strong = try #require(EntityTag("1"))
    let weak = try #require(EntityTag("1", isWeak: true))
    let other = try #require(EntityTag("2", isWeak: true))
    #expect(!weak.stronglyEquals(weak) && weak.weaklyEquals(weak))
    #expect(!weak.stronglyEquals(other) && !weak.weaklyEquals(other))
    #expect(!weak.stronglyEquals(strong) && weak.weaklyEquals(strong))
    #expect(strong.stronglyEquals(strong) && strong.weaklyEquals(strong))
    #expect(EntityTag(of: [1, 2]) == EntityTag(of: [1, 2]) && EntityTag(of: [1, 2]) != EntityTag(of: [2, 1]))
  }

  struct Row: CustomTestStringConvertible {
    let fields: HTTPFields
    var method = HTTPMethod.get
    var isThere = true
    let outcome: Preconditions.Outcome
    init(_ fields: HTTPFields, _ outcome: Preconditions.Outcome, method: HTTPMethod = .get, isThere: Bool = true) {
      self.fields = fields
      self.outcome = outcome
      self.method = method
      self.isThere = isThere
    }
    var testDescription: String { "\(method) \(isThere) \(fields)" }
  }

  static let before: HTTPFieldValue = "Sun, 06 Nov 1994 08:49:36 GMT"
  static let exactly: HTTPFieldValue = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// Preconditions on a resource with the tag `"a"` and the date above.
  static let rows: [Row] = [
    Row([:], .proceed), Row(["If-Match": "\"\u{301}x\", \"a\""], .proceed),
    Row(["If-Match": "\"\u{600}\",\"a\""], .proceed), Row(["If-Match": "\"a\""], .proceed),
    Row(["If-Match": "\"x\", \"a\""], .proceed),
    Row(["If-Match": "*"], .proceed), Row(["If-Match": "*"], .failed, method: .put, isThere: false),
    Row(["If-Match": "W/\"a\""], .failed), Row(["If-Match": "\"b\""], .failed, method: .put),
    Row(["If-Match": "nonsense"], .failed, method: .put), Row(["If-Match": "\"a,b\", \"a\""], .proceed),
    Row(["If-None-Match": "\"a\""], .notModified), Row(["If-None-Match": "\"a\""], .notModified, method: .head),
    Row(["If-None-Match": "W/\"a\""], .notModified), Row(["If-None-Match": "\"a\""], .failed, method: .put),
    Row(["If-None-Match": "\"b\""], .proceed), Row(["If-None-Match": "*"], .notModified),
    Row(["If-None-Match": "*"], .failed, method: .put),
    Row(["If-None-Match": "*"], .proceed, method: .put, isThere: false),
    Row(["If-None-Match": "nonsense"], .proceed), Row(["If-Modified-Since": exactly], .notModified),
    Row(["If-Modified-Since": before], .proceed), Row(["If-Modified-Since": exactly], .proceed, method: .put),
    Row(["If-Modified-Since": "yesterday"], .proceed), Row(["If-Unmodified-Since": exactly], .proceed, method: .put),
    Row(["If-Unmodified-Since": before], .failed, method: .put), Row(["If-Unmodified-Since": before], .failed),
    Row(["If-Unmodified-Since": "yesterday"], .proceed, method: .put),
    // If-Match replaces If-Unmodified-Since, If-None-Match replaces If-Modified-Since, and the first pair is evaluated first.
    Row(["If-Match": "\"a\"", "If-Unmodified-Since": before], .proceed, method: .put),
    Row(["If-None-Match": "\"b\"", "If-Modified-Since": exactly], .proceed),
    Row(["If-Match": "\"b\"", "If-None-Match": "\"a\""], .failed),
    Row(["If-Match": "\"a\"", "If-None-Match": "\"a\""], .notModified),
    Row(["If-Unmodified-Since": before, "If-None-Match": "\"a\""], .failed),
    Row(["If-Match": "\"x\"", "if-match": "\"a\""], .proceed),
  ]

  @Test("Preconditions are evaluated in the order of RFC 9110 §13.2.2", arguments: rows)
  func order(row: Row) {
    let present = Validators(tag: EntityTag("a"), lastModified: 784_111_777)
    #expect(Preconditions(row.fields).outcome(for: row.method, row.isThere ? present : nil) == row.outcome)
  }
}
