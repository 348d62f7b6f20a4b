import ContractTestSupport
import ContractTesting

/// A contract whose bodies are streams.
@API protocol Archive: Sendable {
  @GET("/files/:name") @Throws(ArchiveError.self) func read(name: String) async throws -> ByteStream
  @PUT("/files/:name") func write(name: String, data: Body<ByteStream>) async throws -> Receipt
  @PUT("/limited") @MaxBody(100_000) func limited(data: Body<ByteStream>) async throws -> Receipt
  @POST("/ignored") func ignore(data: Body<ByteStream>) async throws
  @POST("/mirror") func mirror(data: Body<ByteStream>) async throws -> ByteStream
  @GET("/described") func described() async throws -> (data: ByteStream, digest: Header<String>)

  @GET("/rows") @Throws(ArchiveError.self) func rows(count: Int) async throws -> JSONLines<ArchiveRow>
  @POST("/rows") func load(rows: Body<JSONLines<ArchiveRow>>) async throws -> Int
  @POST("/rows/double") func double(rows: Body<JSONLines<ArchiveRow>>) async throws -> JSONLines<ArchiveRow>
}

@Request struct ArchiveUpload {
  @Query var name: String
  @Body var data: ByteStream
}

/// An endpoint of a request struct.
let upload = Endpoint<ArchiveUpload, Receipt>(.post, "/structs", summary: "Keeps bytes.")

@Schema struct Receipt: Equatable, Sendable {
  var name: String
  var bytes: Int
  var sum: Int
  var mediaType: String?
}

@Schema struct ArchiveRow: Equatable, Sendable {
  var n: Int
  @Validate(.length(...5)) var text: String = "x"
}

@APIError enum ArchiveError: Error, Equatable {
  @Status(404) case missing(name: String)
  @Status(409) case changed
}

struct ArchiveService: Archive {
  struct Undeclared: Error {}

  func read(name: String) async throws -> ByteStream {
    switch name {
    case "known": return ByteStream(Array("known bytes".utf8), mediaType: MediaType("image/png"))
    case "empty": return ByteStream([])
    case "unknown": return .crumbs(of: "unknown length")
    case "broken": return Self.parts(1, fails: true)
    case "brokenAtEnd": return Self.parts(2, length: 8, fails: true)
    case "long": return Self.parts(3, length: 8)
    default:
      guard let count = Int(name) else { throw ArchiveError.missing(name: name) }
      let rest = Lock(count)
      return ByteStream(length: count) {
        rest.withLock { rest in
          if rest == 0 { return nil }
          let size = min(rest, 65_536)
          rest -= size
          return [UInt8](repeating: 7, count: size)
        }
      }
    }
  }

  /// A stream of parts of four bytes.
  private static func parts(_ count: Int, length: Int? = nil, fails: Bool = false) -> ByteStream {
    let left = Lock(count)
    return ByteStream(length: length) {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver, fails { throw Undeclared() }
      return isOver ? nil : Array("part".utf8)
    }
  }

  func receipt(_ name: String, _ data: ByteStream) async throws -> Receipt {
    var receipt = Receipt(name: name, bytes: 0, sum: 0, mediaType: data.mediaType?.description)
    for try await chunk in data {
      receipt.bytes += chunk.count
      receipt.sum += chunk.reduce(0) { $0 + Int($1) }
    }
    return receipt
  }

  func write(name: String, data: ByteStream) async throws -> Receipt { try await receipt(name, data) }
  func limited(data: ByteStream) async throws -> Receipt { try await receipt("limited", data) }
  func ignore(data: ByteStream) async throws {}
  func mirror(data: ByteStream) async throws -> ByteStream { data }
  func described() async throws -> (data: ByteStream, digest: String) { (.crumbs(of: "digested"), "sha-256=1") }

  func rows(count: Int) async throws -> JSONLines<ArchiveRow> {
    if count < 0 { throw ArchiveError.missing(name: "rows") }
    let produced = Lock(0)
    return JSONLines(
      AsyncThrowingStream {
        let n = produced.withLock { produced in
          produced += 1
          return produced - 1
        }
        if n < count { return ArchiveRow(n: n) }
        switch count {
        case 3: throw ArchiveError.changed
        case 4: throw Undeclared()
        default: return nil
        }
      })
  }

  func load(rows: JSONLines<ArchiveRow>) async throws -> Int {
    var sum = 0
    for try await row in rows { sum += row.n }
    return sum
  }

  func double(rows: JSONLines<ArchiveRow>) async throws -> JSONLines<ArchiveRow> {
    JSONLines(rows.map { ArchiveRow(n: $0.n * 2) })
  }
}
