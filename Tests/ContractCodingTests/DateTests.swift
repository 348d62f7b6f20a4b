import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("RFC 3339 dates")
struct RFC3339Tests {
  @Test("The examples of RFC 3339 and the limits of the calendar are read and written")
  func examples() throws {
    let table: [(String, Double, String)] = [
      ("1985-04-12T23:20:50.52Z", 482_196_050.52, "1985-04-12T23:20:50.52Z"),
      ("1996-12-19T16:39:57-08:00", 851_042_397, "1996-12-20T00:39:57Z"),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13, "1937-01-01T11:40:27.87Z"),
      ("1990-12-31T23:59:60Z", 662_688_000, "1991-01-01T00:00:00Z"),
      ("1990-12-31T15:59:60-08:00", 662_688_000, "1991-01-01T00:00:00Z"),
      ("1969-12-31T23:59:60Z", 0, "1970-01-01T00:00:00Z"),
      ("1960-06-30T23:59:60Z", -299_894_400, "1960-07-01T00:00:00Z"),
      ("1970-01-01t00:00:00z", 0, "1970-01-01T00:00:00Z"),
      ("1970-01-01T00:00:00.000Z", 0, "1970-01-01T00:00:00Z"),
      ("1970-01-01T00:00:00-00:00", 0, "1970-01-01T00:00:00Z"),
      ("1969-12-31T23:59:59.5Z", -0.5, "1969-12-31T23:59:59.5Z"),
      ("2000-02-29T00:00:00Z", 951_782_400, "2000-02-29T00:00:00Z"),
      ("0001-01-01T00:00:00Z", -62_135_596_800, "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59Z", 253_402_300_799, "9999-12-31T23:59:59Z"),
      ("0001-01-01T00:01:00+00:01", -62_135_596_800, "0001-01-01T00:00:00Z"),
      ("2026-07-31T09:30:00.100Z", 1_785_490_200.1, "2026-07-31T09:30:00.1Z"),
    ]
    for (text, seconds, written) in table {
      let date = try #require(RFC3339.date(from: text), "\(text)")
      #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6, "\(text)")
      #expect(RFC3339.text(of: date) == written)
    }
  }

  @Test(
    "Malformed and out-of-range RFC 3339 dates are refused",
    arguments: [
      "", "2026", "2026-07-31", "2026-07-31T09:30:00", "2026-07-31T09:30Z", "2026-07-31 09:30:00Z",
      "2026-7-31T09:30:00Z",
      "0000-01-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T12:00:60Z", "2026-01-01T23:59:60+01:00",
      "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60",
      "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01", "2026-01-01T00:00:00ZZ", " 2026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z ", "+2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5", "2026-01-01T-1:00:00Z",
      "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "0001-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59.9999999999Z",
      "20260101T000000Z", "2026-01-01T00:00:00.1e1Z", "２026-01-01T00:00:00Z",
    ])
  func refused(_ text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test("A date is refused if it is cut short, or if any byte is replaced by a letter")
  func prefixes() {
    let text = Array("2026-07-31T09:30:00.25+01:30".utf8)
    #expect(RFC3339.date(from: text[...]) != nil)
    for length in 0..<text.count {
      #expect(RFC3339.date(from: text[..<length]) == nil)
      var changed = text
      changed[length] = UInt8(ascii: "x")
      #expect(RFC3339.date(from: changed[...]) == nil)
    }
  }

  @Test("Every date round-trips through its string, which has the shortest fraction")
  func roundTrip() throws {
    var generator = Randomness.Generator(seed: 13)
    var intervals = [
      0, -0.0, 0.1, -0.1, 1e-300, -1e-300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-9, -1e-9,
      0.999_999_999_999_999_9,
      -0.999_999_999_999_999_9,
      -978_307_200, -978_307_200.5, -63_113_904_000, 252_423_993_599, (252_423_993_600 as Double).nextDown,
      (-63_113_904_000 as Double).nextUp, 1.0.nextDown, 1.0.nextUp, (-1.0).nextUp, (-1.0).nextDown,
    ]
    for _ in 0..<6000 {
      let magnitude = Double.random(in: -30...11.4, using: &generator)
      let value = power(10, magnitude) * Double.random(in: 0.5...1, using: &generator)
      intervals.append(Bool.random(using: &generator) ? value : -value / 4)
      intervals.append(Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)) / 1000)
    }
    for interval in intervals {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let text = try #require(RFC3339.text(of: date), "\(interval)")
      #expect(RFC3339.date(from: text) == date, "\(interval) \(text)")
      guard let point = text.firstIndex(of: ".") else { continue }
      // One digit fewer, rounded in either direction, is a different date.
      let digits = text[text.index(after: point)...].dropLast()
      guard digits.count < 16 else { continue }
      let shorter = text[..<point] + (digits.count > 1 ? "." + digits.dropLast() : "") + "Z"
      #expect(RFC3339.date(from: String(shorter)) != date, "\(text) is longer than it has to be")
    }
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(exponent.magnitude) { result *= base }
    return exponent < 0 ? 1 / result : result
  }

  @Test("Dates of whole seconds since October 15, 1582 are written as in Foundation")
  func foundation() throws {
    var generator = Randomness.Generator(seed: 14)
    for _ in 0..<2000 {
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &generator)))
      guard date.timeIntervalSince1970 > -12_219_292_800 else { continue }
      #expect(RFC3339.text(of: date) == date.formatted(.iso8601))
    }
  }

  @Test("Dates outside the years 0001 to 9999 have no string")
  func outside() {
    for interval in [252_423_993_600, -63_113_904_000.001, 1e300, -1e300, .infinity, -.infinity, .nan] {
      var bytes: [UInt8] = [1]
      #expect(!RFC3339.append(Date(timeIntervalSinceReferenceDate: interval), to: &bytes) && bytes == [1])
    }
  }

  @Test("Fractions of any length are read, rounded to the nearest date")
  func longFractions() throws {
    let long = "2001-01-01T00:00:00.1" + String(repeating: "0", count: 5000) + "1Z"
    #expect(RFC3339.date(from: long) == Date(timeIntervalSinceReferenceDate: 0.1))
    let nines = "2001-01-01T00:00:00." + String(repeating: "9", count: 5000) + "Z"
    #expect(RFC3339.date(from: nines) == Date(timeIntervalSinceReferenceDate: 1))
    #expect(
      RFC3339.date(from: "2000-12-31T23:59:59." + String(repeating: "9", count: 40) + "Z")
        == Date(timeIntervalSinceReferenceDate: -1e-40))
  }
}

@Suite("HTTP dates")
struct IMFFixdateTests {
  private let now = 1_785_490_200  // 2026-07-31

  private func read(_ text: String) -> Int? {
    IMFFixdate.secondsSince1970(from: text.utf8, now: now)
  }

  @Test("All three date formats of RFC 9110 are read")
  func forms() {
    #expect(read("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(read("Sunday, 06-Nov-94 08:49:37 GMT") == 784_111_777)
    #expect(read("Sun Nov  6 08:49:37 1994") == 784_111_777)
    #expect(read("Thu Dec 31 23:59:60 1998") == 915_148_800)
    #expect(read("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(read("Mon, 01 Jan 0001 00:00:00 GMT") == -62_135_596_800)
  }

  @Test("A two-digit year is read as the latest year in which the date is at most 50 years ahead")
  func century() {
    #expect(read("Friday, 31-Jul-26 00:00:00 GMT") == 1_785_456_000)
    #expect(read("Friday, 01-Jan-76 00:00:00 GMT") == 3_345_062_400)  // 2076
    #expect(read("Saturday, 01-Jan-77 00:00:00 GMT") == 220_924_800)  // 1977
    #expect(read("Saturday, 01-Jan-00 00:00:00 GMT") == 946_684_800)
    func seconds(_ text: String) -> Int? {
      IMFFixdate.secondsSince1970(from: text.utf8, now: 1_795_867_200)  // 2026-11-28T12:00:00Z
    }
    #expect(seconds("Saturday, 28-Nov-76 12:00:00 GMT") == 3_373_790_400)  // 2076
    #expect(seconds("Sunday, 28-Nov-76 12:00:01 GMT") == 218_030_401)  // 1976
    #expect(seconds("Thursday, 31-Dec-76 00:00:00 GMT") == 220_838_400)  // 1976
  }

  @Test(
    "Malformed and impossible HTTP dates are refused",
    arguments: [
      "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
      "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
      "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun  06 Nov 1994 08:49:37 GMT",
      "Sunday, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sundai, 06-Nov-94 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994 GMT", "Sun Nov  6 08:49:37 94", "784111777", ",,,",
      "Sun,06 Nov 1994 08:49:37 GMT ", "Sunday,", "Sun, ", "Xxx Nov  6 08:49:37 1994",
    ])
  func refused(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test("Written HTTP dates are read back, and dates that HTTP cannot express are clamped")
  func roundTrip() {
    var generator = Randomness.Generator(seed: 15)
    for _ in 0..<3000 {
      let seconds = Int.random(in: -62_135_596_800...253_402_300_799, using: &generator)
      let text = IMFFixdate.text(secondsSince1970: seconds)
      #expect(text.utf8.count == 29 && read(text) == seconds, "\(text)")
    }
    #expect(IMFFixdate.text(secondsSince1970: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(IMFFixdate.text(secondsSince1970: -1) == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(IMFFixdate.text(secondsSince1970: .max) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(IMFFixdate.text(secondsSince1970: .min) == "Mon, 01 Jan 0001 00:00:00 GMT")
  }

  @Test("Randomly changed HTTP dates are parsed without a trap")
  func noise() {
    var generator = Randomness.Generator(seed: 16)
    let letters = Array("SunMonNov, -:0169GMT".utf8)
    let texts = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
    for _ in 0..<10_000 {
      var bytes = Array((texts.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<3 {
        let index = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case _ where bytes.isEmpty: bytes = letters
        case 0: bytes[index] = letters.randomElement(using: &generator) ?? 0
        case 1: bytes.remove(at: index)
        default: bytes = Array(bytes[..<max(index, 1)])
        }
      }
      _ = IMFFixdate.secondsSince1970(from: bytes, now: .max)
      _ = IMFFixdate.secondsSince1970(from: bytes, now: .min)
    }
  }
}
