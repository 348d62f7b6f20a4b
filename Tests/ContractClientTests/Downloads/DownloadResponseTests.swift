import Contract
import Testing

@testable import ContractClient

@Suite("Responses to range requests")
struct DownloadResponseTests {
  @Test(
    "Content-Range is parsed into a byte range and a length",
    arguments: [
      ("bytes 0-0/1", 0...0, 1), ("bytes 10-19/20", 10...19, 20), ("Bytes 10-19/*", 10...19, nil),
      ("bytes */20", nil, 20), ("bytes */*", nil, nil),
    ] as [(String, ClosedRange<Int>?, Int?)])
  func ranges(field: String, bytes: ClosedRange<Int>?, length: Int?) {
    let range = ContentRange(["Content-Range": HTTPFieldValue(field)!])
    #expect(range?.bytes == bytes && range?.length == length && range != nil)
  }

  @Test(
    "An invalid Content-Range is refused",
    arguments: [
      "", "bytes", "bytes 10-19", "bytes 10-9/20", "bytes 10-20/20", "bytes -1/20", "bytes 10-/20", "bytes +1-2/20",
      "bytes 1-2/20/20", "items 0-1/2", "bytes 0-1/x", "bytes 0-99999999999999999999/*", "bytes=0-1/2", "bytes  0-1/2",
    ])
  func nonsense(text: String) {
    #expect(ContentRange(["Content-Range": HTTPFieldValue(text)!]) == nil)
    #expect(ContentRange(["Content-Range": "bytes 0-1/2", "content-range": "bytes 0-1/2"]) == nil)
  }

  private static let tagged = DownloadVersion(validator: "\"a\"", length: 20)
  private static let dated = DownloadVersion(validator: "Wed, 31 Dec 2025 00:00:00 GMT", length: nil)
  private static let endless = DownloadVersion(validator: "\"a\"", length: nil)
  private static let elsewhere = DownloadResponse.wrong(
    "the server sent bytes 5 to 19 of the file; the request asked for bytes from offset 10")
  private static let untold = DownloadResponse.wrong(
    "the server did not state the range that it sent; the request was for the bytes from offset 10")

  private static let encoded = DownloadResponse.wrong(DownloadResponse.encodedMessage)
  private static let modified: HTTPFieldValue = "Thu, 01 Jan 2026 00:00:00 GMT"

  struct Row: Sendable {
    var status: HTTPStatus
    var fields: HTTPFields
    var version: DownloadVersion?
    var expected: DownloadResponse

    init(_ status: HTTPStatus, _ fields: HTTPFields, _ version: DownloadVersion?, _ expected: DownloadResponse) {
      (self.status, self.fields, self.version, self.expected) = (status, fields, version, expected)
    }
  }

  static let rows: [Row] = [
    Row(206, ["Content-Range": "bytes 10-19/20"], tagged, .rest(count: 10, of: 20)),
    Row(206, ["Content-Range": "bytes 10-19/20", "ETag": "\"a\""], tagged, .rest(count: 10, of: 20)),
    Row(206, ["Content-Range": "bytes 10-19/20", "ETag": "\"b\""], tagged, .changed),
    Row(206, ["Content-Range": "bytes 10-19/20", "ETag": "W/\"a\""], tagged, .changed),
    Row(206, ["Content-Range": "bytes 10-29/30"], tagged, .changed),
    Row(206, ["Content-Range": "bytes 10-12/20"], tagged, .rest(count: 3, of: 20)),
    Row(206, ["Content-Range": "bytes 10-29/30"], dated, .rest(count: 20, of: 30)),
    Row(206, ["Content-Range": "bytes 10-29/30", "ETag": "\"b\""], dated, .rest(count: 20, of: 30)),
    Row(206, ["Content-Range": "bytes 10-29/30", "Last-Modified": modified], dated, .changed),
    Row(206, ["Content-Range": "bytes 5-19/20"], tagged, elsewhere),
    Row(206, ["Content-Range": "bytes 10-19/*"], tagged, untold),
    Row(206, ["Content-Range": "bytes */20"], tagged, untold),
    Row(206, ["Content-Type": "multipart/byteranges; boundary=x"], tagged, untold),
    Row(
      206, ["Content-Range": "bytes 0-19/20"], nil,
      .wrong("the server sent a part of the file although the request asked for all of it")),
    Row(206, ["Content-Range": "bytes 10-19/20", "Content-Length": "10"], tagged, .rest(count: 10, of: 20)),
    Row(206, ["Content-Range": "bytes 10-19/20", "Content-Length": "9"], tagged, .wrong(DownloadResponse.sizeMessage)),
    Row(
      206, ["Content-Range": "bytes 10-19/20", "Content-Length": "9223372036854775807"], tagged,
      .wrong(DownloadResponse.sizeMessage)),
    Row(206, ["Content-Range": "bytes 10-19/20", "Content-Encoding": "Identity"], tagged, .rest(count: 10, of: 20)),
    Row(206, ["Content-Range": "bytes 10-19/20", "Content-Encoding": "gzip"], tagged, encoded),
    Row(206, ["Content-Range": "bytes 10-19/20", "Content-Encoding": "identity, gzip"], tagged, encoded),
    Row(416, ["Content-Range": "bytes */10"], dated, .complete),
    Row(416, ["Content-Range": "bytes */10", "Last-Modified": modified], dated, .changed),
    Row(416, ["Content-Range": "bytes */10", "ETag": "\"b\""], endless, .changed),
    Row(416, ["Content-Range": "bytes */10", "ETag": "\"a\""], endless, .complete),
    Row(416, ["Content-Range": "bytes */9"], dated, .changed),
    Row(416, ["Content-Range": "bytes */10"], tagged, .changed), Row(416, [:], dated, .changed),
    Row(416, ["Content-Range": "bytes */10"], nil, .whole), Row(200, ["ETag": "\"b\""], tagged, .whole),
    Row(202, [:], tagged, .other), Row(203, ["ETag": "\"a\""], tagged, .other), Row(204, [:], tagged, .other),
    Row(404, [:], tagged, .other), Row(202, [:], nil, .whole), Row(503, [:], nil, .whole),
  ]

  @Test("The response to a range request is the rest of the file, the whole file, or an error", arguments: rows.indices)
  func answers(index: Int) {
    let row = Self.rows[index]
    let beginning = row.version.map { DownloadResponse.Beginning(byteCount: 10, version: $0) }
    #expect(DownloadResponse(HTTPResponse(row.status, fields: row.fields), to: beginning) == row.expected)
  }

  @Test("A download version needs a strong validator")
  func versions() {
    let (modified, date): (HTTPFieldValue, HTTPFieldValue) = (
      "Wed, 31 Dec 2025 00:00:00 GMT", "Wed, 31 Dec 2025 00:00:01 GMT"
    )
    let rows: [(HTTPStatus, HTTPFields, DownloadVersion?)] = [
      (200, ["ETag": "\"a\"", "Content-Length": "20"], Self.tagged),
      (200, ["ETag": "\"a\"", "Last-Modified": modified], DownloadVersion(validator: "\"a\"", length: nil)),
      (200, ["Last-Modified": modified, "Date": date], Self.dated), (200, ["Last-Modified": modified], nil),
      (200, ["Last-Modified": modified, "Date": modified], nil), (200, ["Last-Modified": "x", "Date": date], nil),
      (200, ["ETag": "W/\"a\"", "Last-Modified": modified, "Date": date], nil), (200, ["ETag": "a"], nil),
      (200, ["ETag": "\""], nil), (200, [:], nil), (203, ["ETag": "\"a\""], nil),
      (200, ["ETag": "\"\u{FFFD}\"", "Last-Modified": modified, "Date": date], nil),
    ]
    for (status, fields, expected) in rows {
      #expect(DownloadVersion(of: HTTPResponse(status, fields: fields)) == expected, "\(fields)")
    }
  }
}
