import ContractCoding
import FoundationEssentials
import Testing

@Suite("Date strategies")
struct DateStrategyTests {
  private static let moment = Date(timeIntervalSince1970: 1_500_000_000.25)
  private static let days = DateStrategy.custom(
    encode: { "day \(Int($0.timeIntervalSince1970 / 86_400))" },
    decode: { text in Int(text.dropFirst(4)).map { Date(timeIntervalSince1970: Double($0) * 86_400) } })

  @Test("Each strategy formats a date as a string and parses it back, and refuses invalid strings")
  func texts() throws {
    let table: [(DateStrategy, String)] = [
      (.rfc3339, "2017-07-14T02:40:00.25Z"), (.secondsSince1970, "1500000000.25"),
      (.millisecondsSince1970, "1500000000250"), (.deferredToDate, "521692800.25"),
    ]
    for (strategy, text) in table {
      let spelled = try strategy.text(of: Self.moment)
      #expect(spelled == text)
      #expect(strategy.date(from: text) == Self.moment)
      let infinite = try strategy.text(of: Date(timeIntervalSince1970: .infinity))
      #expect(infinite == nil)
      for wrong in ["", "x", "inf", "nan", "0x1p3", "1e999", " 1", "-"] { #expect(strategy.date(from: wrong) == nil) }
    }
    #expect(DateStrategy.secondsSince1970.date(from: "-1.5e3") == Date(timeIntervalSince1970: -1500))
  }

  @Test("A custom strategy formats and parses dates, which JSON contains as strings")
  func custom() throws {
    let day = Date(timeIntervalSince1970: 86_400 * 17_361)
    let spelled = try Self.days.text(of: Self.moment)
    #expect(spelled == "day 17361")
    #expect(Self.days.date(from: "day 17361") == day)
    #expect(Self.days.date(from: "night") == nil)
    let options = JSONOptions(dates: Self.days)
    let bytes = try JSONWriter.bytes(of: [day], options: options)
    #expect(String(decoding: bytes, as: UTF8.self) == #"["day 17361"]"#)
    let reader = JSONReader(options: options)
    #expect(try reader.decode([Date].self, from: bytes) == [day])
    for wrong in [#"["night"]"#, "[17361]"] {
      #expect(throws: DecodingError.self) { try reader.decode([Date].self, from: Array(wrong.utf8)) }
    }
  }

  @Test("Errors of a custom strategy are thrown unchanged")
  func refusal() {
    struct Refusal: Error {}
    let strategy = DateStrategy.custom(encode: { _ in throw Refusal() }, decode: { _ in nil })
    #expect(throws: Refusal.self) { _ = try strategy.text(of: Self.moment) }
    #expect(throws: Refusal.self) {
      try JSONWriter.bytes(of: [Self.moment], options: JSONOptions(dates: strategy))
    }
  }
}
