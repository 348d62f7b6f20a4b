import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("The rules of uploads")
struct UploadRulesTests {
  private static let rules = UploadRules(maxBytes: 100)

  private static func status(_ body: () throws(UploadRules.Refusal) -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return error.status.code
    }
  }

  private static let versions: [(String?, Int?)] = [("1.0.0", nil), ("0.2.2", 412), ("1.0.1", 412), (nil, 412)]

  @Test("A request must state the version of the protocol", arguments: versions)
  func version(stated: String?, status: Int?) {
    var fields: HTTPFields = [:]
    fields["Tus-Resumable"] = stated.flatMap { HTTPFieldValue($0) }
    #expect(Self.status { () throws(UploadRules.Refusal) in try Self.rules.check(fields) } == status)
  }

  static let creations: [(HTTPFields, Int?)] = [
    (["Upload-Length": "0"], nil), (["Upload-Length": "100"], nil), (["Upload-Length": "101"], 413),
    (["Upload-Length": "99999999999999999999"], 400), (["Upload-Length": "-1"], 400), (["Upload-Length": "+1"], 400),
    (["Upload-Length": ""], 400), ([:], 400), (["Upload-Defer-Length": "1"], nil), (["Upload-Defer-Length": "2"], 400),
    (["Upload-Length": "1", "Upload-Defer-Length": "1"], 400),
    (["Upload-Length": "1", "Upload-Concat": "partial"], 400),
    (["Upload-Length": "1", "Upload-Metadata": "filename aGVsbG8="], nil),
    (["Upload-Length": "1", "Upload-Metadata": "filename aGVsbG8"], 400),
    (["Upload-Length": "1", "Upload-Metadata": "a YQ==,a YQ=="], 400),
    (["Upload-Length": "1", "Upload-Metadata": "a /w=="], 400),
    (["Upload-Length": "1", "Upload-Metadata": "a,,b"], 400),
  ]

  @Test("A creation states a length or defers it, and has well-formed metadata", arguments: creations)
  func creation(fields: HTTPFields, status: Int?) {
    #expect(Self.status { () throws(UploadRules.Refusal) in _ = try Self.rules.creation(fields) } == status)
  }

  @Test("The metadata of every accepted creation fits into a record", arguments: [0, 1])
  func longMetadata(excess: Int) {
    let count = UploadRecord.maxMetadataBytes + excess
    // Values are groups of four characters, and the key fills the rest.
    let value = String(repeating: "YWFh", count: count / 4 - 1)
    let metadata = String(repeating: "k", count: count - value.utf8.count - 1) + " " + value
    var fields: HTTPFields = ["Upload-Length": "1"]
    fields["Upload-Metadata"] = HTTPFieldValue(metadata)
    let status = Self.status { () throws(UploadRules.Refusal) in _ = try Self.rules.creation(fields) }
    #expect(status == (excess == 0 ? nil : 431))
    let record = UploadRecord(length: Int.max, metadata: metadata, expires: .max, phase: .unchecked(from: .max))
    if excess == 0 { #expect(record.text.utf8.count <= UploadRecord.maxBytes) }
  }

  @Test("Metadata is a list of keys with base64 values, which may be empty")
  func metadata() {
    let values = UploadMetadata.values(of: "filename aGVsbG8=, is_private ,b YQ==")
    #expect(values == ["filename": "hello", "is_private": "", "b": "a"])
    #expect(UploadMetadata.values(of: "") == [:])
    #expect(UploadMetadata.values(of: ", YQ==") == nil)
    #expect(UploadMetadata.values(of: "a YQ== YQ==") == nil)
  }

  static let type: HTTPFieldValue = "application/offset+octet-stream"
  static let appends: [(HTTPFields, length: Int?, contentLength: Int?, status: Int?)] = [
    ([.contentType: type, "Upload-Offset": "5"], 10, 5, nil),
    ([.contentType: type, "Upload-Offset": "5"], 10, nil, nil),
    ([.contentType: type, "Upload-Offset": "5"], 10, 6, 413), ([.contentType: type, "Upload-Offset": "4"], 10, 5, 409),
    ([.contentType: type, "Upload-Offset": "6"], 10, 1, 409), ([.contentType: type], 10, 5, 400),
    ([.contentType: type, "Upload-Offset": "x"], 10, 5, 400),
    ([.contentType: "application/octet-stream", "Upload-Offset": "5"], 10, 5, 415),
    (["Upload-Offset": "5"], 10, 5, 415),
    ([.contentType: type, "Upload-Offset": "5"], nil, 95, nil),
    ([.contentType: type, "Upload-Offset": "5"], nil, 96, 413),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Length": "10"], nil, 5, nil),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Length": "10"], 10, 5, nil),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Length": "11"], 10, 5, 400),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Length": "4"], nil, 0, 400),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Length": "101"], nil, 0, 413),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Checksum": "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M="], 10, 4, nil),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Checksum": "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9"], 10, 4, 400),
    ([.contentType: type, "Upload-Offset": "5", "Upload-Checksum": "md5 CY9rzUYh03PK3k6DJie09g=="], 10, 4, 400),
  ]

  @Test("Bytes are appended at the offset of an upload, within its length", arguments: appends)
  func append(fields: HTTPFields, length: Int?, contentLength: Int?, status: Int?) {
    let record = UploadRecord(length: length, metadata: "", expires: 0)
    let result = Self.status { () throws(UploadRules.Refusal) in
      _ = try Self.rules.append(fields, to: record, offset: 5, contentLength: contentLength)
    }
    #expect(result == status)
  }

  @Test("The SHA-1 or SHA-256 checksum of the bytes is accepted")
  func checksum() throws {
    for header in [
      "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M=", "sha256 n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
    ] {
      var checksum = try #require(UploadChecksum(header))
      checksum.update(Array("te".utf8))
      #expect(!checksum.isCorrect)
      checksum.update(Array("st".utf8))
      #expect(checksum.isCorrect)
    }
  }

  @Test("A record round-trips, and an incomplete record is refused")
  func record() {
    for phase in [UploadRecord.Phase.open, .complete, .unchecked(from: 7)] {
      for length in [nil, 0, 12] {
        let record = UploadRecord(length: length, metadata: "a YQ==,b", expires: 1_800_000_000, phase: phase)
        #expect(UploadRecord(record.text) == record)
        for count in 0..<record.text.utf8.count {
          #expect(UploadRecord(String(record.text.prefix(count))) == nil)
        }
      }
    }
    let record = UploadRecord(length: 10, metadata: "", expires: 0, phase: .unchecked(from: 3))
    #expect(record.offset(ofFileWith: 8) == 3 && record.offset(ofFileWith: 2) == 2)
  }

  private static let fileNames: [(String, String?)] = [
    ("a.txt", "a.txt"), ("/etc/passwd", "passwd"), (#"C:\x\b.txt"#, "b.txt"), ("../..", nil), ("..", nil),
    (".ssh", "ssh"), (" .ssh", "ssh"), (" ..", nil), (". . a", "a"), ("a/ .. ", nil),
    ("a\n\0\u{85}b", "ab"), ("", nil), ("/", nil), ("  ", nil),
    (String(repeating: "ä", count: 200), String(repeating: "ä", count: 127)),
    (String(repeating: "a", count: 254) + " b", String(repeating: "a", count: 254)),
  ]

  @Test("The file name of an upload and the safe file name of a part are one path component", arguments: fileNames)
  func names(sent: String, expected: String?) {
    #expect(CompletedUpload(id: "", path: "", byteCount: 0, metadata: ["filename": sent]).fileName == expected)
    #expect(Part(data: [], fileName: sent).safeFileName == expected)
  }
}
