import Contract
import Foundation
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
  @Test("An HTTP date is written in the preferred format and read in all three")
  func formats() {
    let date = HTTPDate(Date(timeIntervalSince1970: 784_111_777.9))
    #expect(date.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(date.date.timeIntervalSince1970 == 784_111_777)
    let texts = [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ]
    for text in texts { #expect(HTTPDate(parsing: text) == date, "\(text)") }
    for text in ["", "1994-11-06T08:49:37Z", "Sun, 31 Feb 1994 08:49:37 GMT"] {
      #expect(HTTPDate(parsing: text) == nil, "\(text)")
    }
  }

  @Test("An extreme date becomes the nearest date that HTTP can write")
  func extremes() {
    let rows: [(seconds: TimeInterval, text: String)] = [
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-.infinity, "Mon, 01 Jan 0001 00:00:00 GMT"), (.nan, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ]
    for (seconds, text) in rows {
      #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text, "\(seconds)")
    }
  }
}
