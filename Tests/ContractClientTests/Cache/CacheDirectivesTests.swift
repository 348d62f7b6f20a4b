import Contract
import Testing

@testable import ContractClient

@Suite("Cache directives")
struct CacheDirectivesTests {
  private func directives(_ lines: String...) -> CacheDirectives {
    CacheDirectives(HTTPFields(lines.map { HTTPField("Cache-Control", HTTPFieldValue($0)!) }))
  }

  @Test(
    "A directive's seconds are parsed, and an invalid number counts as 0",
    arguments: [
      ("max-age=60", 60.0), ("MAX-AGE=60", 60), ("public, max-age=60", 60), ("max-age=\"60\"", 60),
      ("max-age = 60", 60),
      ("max-age=60, max-age=5", 60), ("a=\"x, max-age=1\", max-age=2", 2), ("a=\"\\\", max-age=1\", max-age=2", 2),
      ("max-age=99999999999999999999999", 2_147_483_648), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=", 0),
      ("max-age", 0), ("max-age=six", 0), ("s-maxage=60", nil), (",, ,", nil), ("\"max-age=1", nil),
    ] as [(String, Double?)])
  func seconds(directive: String, seconds: Double?) {
    #expect(directives(directive).seconds("max-age") == seconds)
  }

  @Test("Directives are collected from several lines and match in any letter case")
  func names() {
    let directives = directives("No-Store", "private=\"Set-Cookie\", no-cache=\"X\"")
    #expect(directives.contains("no-store") && directives.contains("no-cache") && directives.contains("private"))
    #expect(!directives.contains("max-age") && directives.maxStale == nil)
  }

  @Test("max-stale without a value allows any staleness")
  func maxStale() {
    #expect(directives("max-stale").maxStale == .infinity)
    #expect(directives("max-stale=5").maxStale == 5)
    #expect(directives("max-stale=x").maxStale == 0)
  }

  @Test("Pragma: no-cache applies only without Cache-Control")
  func pragma() {
    #expect(CacheDirectives(["Pragma": "no-cache"]).contains("no-cache"))
    #expect(!CacheDirectives(["Pragma": "no-cache", "Cache-Control": "max-age=1"]).contains("no-cache"))
  }
}
