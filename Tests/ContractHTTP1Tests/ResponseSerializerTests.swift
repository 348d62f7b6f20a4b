import ContractHTTP
import ContractHTTP1
import Testing

@Suite("Response serializer")
struct ResponseSerializerTests {
  private func head(
    _ response: HTTPResponse, _ framing: ResponseFraming, _ persistence: ResponseSerializer.Persistence = .implied
  ) -> String {
    var date = DateLine()
    date.update(second: 784_111_777)
    var output: [UInt8] = []
    ResponseSerializer.appendHead(response, date: date, framing: framing, persistence: persistence, to: &output)
    return text(output)
  }

  private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  @Test("A response head has a status line, Date, the headers, a framing header and Connection, in this order")
  func whole() {
    let response = HTTPResponse(201, fields: ["Content-Type": "text/plain", "X-A": "b"])
    #expect(
      head(response, .length(13), .close)
        == "HTTP/1.1 201 Created\r\n\(Self.date)Content-Type: text/plain\r\nX-A: b\r\nContent-Length: 13\r\n"
        + "Connection: close\r\n\r\n")
  }

  @Test(
    "Each framing writes its Content-Length or Transfer-Encoding header, or none",
    arguments: [
      (ResponseFraming.none, ""), (.untilClose, ""), (.length(0), "Content-Length: 0\r\n"),
      (.length(10), "Content-Length: 10\r\n"), (.lengthOnly(1_234_567), "Content-Length: 1234567\r\n"),
      (.length(.max), "Content-Length: 9223372036854775807\r\n"), (.chunked, "Transfer-Encoding: chunked\r\n"),
    ])
  func framing(_ framing: ResponseFraming, _ line: String) {
    #expect(head(HTTPResponse(200), framing) == "HTTP/1.1 200 OK\r\n\(Self.date)\(line)\r\n")
  }

  @Test("`Connection: keep-alive` is written for an HTTP/1.0 connection that stays open")
  func keepAlive() {
    #expect(head(HTTPResponse(200), .none, .keepAlive).hasSuffix("Connection: keep-alive\r\n\r\n"))
  }

  @Test(
    "An offered upgrade adds the Upgrade option to Connection, whether the connection stays open or closes",
    arguments: [
      (ResponseSerializer.Persistence.offersUpgrade, "Upgrade"), (.keepAliveOffersUpgrade, "keep-alive, Upgrade"),
      (.closeOffersUpgrade, "close, Upgrade"),
    ])
  func offersUpgrade(_ persistence: ResponseSerializer.Persistence, _ options: String) {
    #expect(head(HTTPResponse(426), .none, persistence).hasSuffix("Connection: \(options)\r\n\r\n"))
  }

  @Test("A handler's own framing, Connection and Date headers are omitted", arguments: ["", "lower"])
  func ownFields(_ spelling: String) {
    let names = ["Content-Length", "Transfer-Encoding", "Connection", "Date"]
    var fields = HTTPFields()
    for name in names { fields.append(HTTPFieldName(spelling == "lower" ? name.lowercased() : name)!, "7") }
    fields.append("X-Date", "7")
    #expect(head(HTTPResponse(200, fields: fields), .none) == "HTTP/1.1 200 OK\r\n\(Self.date)X-Date: 7\r\n\r\n")
  }

  @Test("An unregistered status has an empty reason phrase after a space")
  func unregistered() {
    #expect(head(HTTPResponse(299), .none).hasPrefix("HTTP/1.1 299 \r\n"))
    #expect(head(HTTPResponse(799), .none).hasPrefix("HTTP/1.1 799 \r\n"))
  }

  @Test(
    "A chunk is preceded by its size in lowercase hexadecimal",
    arguments: [(1, "1"), (9, "9"), (15, "f"), (16, "10"), (255, "ff"), (4096, "1000")])
  func chunks(_ count: Int, _ size: String) {
    var output: [UInt8] = []
    let piece = [UInt8](repeating: 120, count: count)
    ResponseSerializer.appendChunk(piece, to: &output)
    #expect(text(output) == "\(size)\r\n\(text(piece))\r\n")
  }

  @Test("An empty chunk is not written, because it would end the body")
  func emptyChunk() {
    var output: [UInt8] = []
    ResponseSerializer.appendChunk([], to: &output)
    #expect(output.isEmpty)
  }

  @Test(
    "The Date header is written in the IMF-fixdate format of RFC 9110",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
    ])
  func dates(_ second: Int, _ expected: String) {
    var date = DateLine()
    date.update(second: second)
    #expect(text(date.bytes) == "Date: \(expected)\r\n")
  }
}
