import ContractTestSupport
import ContractTesting

/// A contract whose streams end with a checksum.
@API protocol Vault: Sendable {
  @GET("/sealed/:text") @Checksum func read(text: String) async throws -> ByteStream
  @HEAD("/sealed/:text") func look(text: String) async throws
  @PUT("/sealed") @Checksum func write(data: Body<ByteStream>) async throws -> Int
  @POST("/sealed") @Checksum func mirror(data: Body<ByteStream>) async throws -> ByteStream
  @GET("/described") @Checksum func described() async throws -> (data: ByteStream, kind: Header<String>)
  @POST("/plain") func plain(data: Body<ByteStream>) async throws -> ByteStream
}

/// An endpoint of a request with a path.
@Request(.put, "/structs") @Checksum struct SealedUpload {
  typealias Response = Int
  @Body var data: ByteStream
}

@Request struct SealedBytes {
  @Body var data: ByteStream
}

/// An endpoint of a group.
@API final class Vaults: EndpointGroup {
  @PUT("/group") @Checksum var write: Endpoint<SealedBytes, Int>
}

struct VaultService: Vault {
  /// The end of the last upload: its error, or nil.
  let lastEnd = Lock<(any Error)?>(nil)
  /// Opened when an upload has ended.
  let hasEnded = Gate()

  func read(text: String) async throws -> ByteStream {
    if text == "broken" {
      let first = Lock<[UInt8]?>(Array("part".utf8))
      return ByteStream {
        if let part = first.withLock({ $0.take() }) { return part }
        throw ArchiveService.Undeclared()
      }
    }
    // The length is known, but is not sent.
    return ByteStream(Array(text.utf8), mediaType: .plainText)
  }

  func look(text: String) async throws {}

  func write(data: ByteStream) async throws -> Int {
    var count = 0
    defer { hasEnded.open() }
    do {
      for try await chunk in data { count += chunk.count }
    } catch {
      lastEnd.withLock { $0 = error }
      throw error
    }
    return count
  }

  func mirror(data: ByteStream) async throws -> ByteStream { data }
  func plain(data: ByteStream) async throws -> ByteStream { data }
  func described() async throws -> (data: ByteStream, kind: String) { (.crumbs(of: "described"), "a") }
}
