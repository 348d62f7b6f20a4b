import Contract
import ContractTesting
import FoundationEssentials
import Registry
import Testing

@Suite("The client")
struct ClientTests {
  private static let digest = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  private static let digestValue: HTTPFieldValue =
    "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  @Test("The contract is valid")
  func contract() {
    #expect(RegistryV2Endpoints.all.verify().isEmpty)
  }

  @Test("An upload follows the locations of the registry")
  func upload() async throws {
    let transport = ScriptedTransport { request in
      switch request.method {
      case .head: HTTPResponse(.notFound)
      case .post:
        HTTPResponse(
          .accepted, fields: [.location: "/v2/a/b/blobs/uploads/7?_state=x%3D", "Docker-Upload-UUID": "7"])
      default: HTTPResponse(.created, fields: ["Docker-Content-Digest": Self.digestValue])
      }
    }
    let registry = Registry(APIClient(baseURL: "http://registry").transport(transport))
    let blob = try await registry.upload(Array("hello".utf8), mediaType: "text/plain", to: "a/b")
    #expect(blob == Descriptor(mediaType: "text/plain", size: 5, digest: Self.digest))
    let escaped = Self.digest.replacing(":", with: "%3A")
    #expect(
      transport.requests.map { "\($0.method) \($0.target)" } == [
        "HEAD /v2/a/b/blobs/\(escaped)", "POST /v2/a/b/blobs/uploads/",
        "PUT /v2/a/b/blobs/uploads/7?_state=x%3D&digest=\(escaped)",
      ])
  }

  @Test("A blob that exists is not uploaded")
  func exists() async throws {
    let mock = RegistryV2Mock()
    mock.mockCheckBlob { _, digest in .found(dockerContentDigest: digest) }
    #expect(try await Registry(api: mock).upload(Array("hello".utf8), mediaType: "a/b", to: "x").digest == Self.digest)
    #expect(mock.checkBlobCalls.map(\.name) == ["x"])
  }

  @Test("A manifest is stored with its media type")
  func manifest() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(.created, fields: ["Docker-Content-Digest": Self.digestValue])
    }
    let registry = Registry(APIClient(baseURL: "http://registry").transport(transport))
    let config = Descriptor(mediaType: "a/b", size: 2, digest: Self.digest)
    #expect(try await registry.put(Manifest(config: config, layers: []), as: "one", of: "x/y") == Self.digest)
    let request = try #require(transport.requests.first)
    #expect(request.target == "/v2/x/y/manifests/one")
    #expect(request.fields[.contentType] == "application/vnd.oci.image.manifest.v1+json")
  }

  @Test("Both ends of the contract agree")
  func bothEnds() async throws {
    let mock = RegistryV2Mock()
    let index = Manifest(config: Descriptor(mediaType: "a/b", size: 1, digest: Self.digest), layers: [])
    mock.mockManifest { name, reference, _ in
      guard name == "a/b/c" else { throw RegistryRefusal.nameUnknown(message: name) }
      return .found(index, dockerContentDigest: reference)
    }
    try await withServer(RegistryV2Routes(mock)) { client in
      // This server sends the manifest only as `application/json`.
      let api = RegistryV2API(client)
      switch try await api.manifest(name: "a/b/c", reference: Self.digest, accept: ["application/json"]) {
      case .found(let manifest, let digest): #expect(manifest == index && digest == Self.digest)
      }
      do throws(RegistryError) {
        _ = try await api.manifest(name: "other", reference: "x", accept: ["application/json"])
        Issue.record("an unknown repository has a manifest")
      } catch {
        guard case .declared(.nameUnknown(message: "other")) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test(
    "An upload continues at the registry's offset after a lost connection, and restarts if the registry lost it",
    arguments: [
      (1000, ["PATCH 7 0-999", "PATCH 7 1000-1999", "GET 7 ", "PATCH 7 1000-1999", "PATCH 7 2000-2499", "PUT 7 "]),
      (500, ["PATCH 7 0-999", "PATCH 7 1000-1999", "GET 7 ", "PATCH 7 500-1499", "PATCH 7 1500-2499", "PUT 7 "]),
      (
        nil,
        [
          "PATCH 7 0-999", "PATCH 7 1000-1999", "GET 7 ", "POST / ", "PATCH 7 0-999", "PATCH 7 1000-1999",
          "PATCH 7 2000-2499", "PUT 7 ",
        ]
      ),
    ])
  func resumed(survivors: Int?, expected: [String]) async throws {
    let server = Failing(survivors: survivors)
    let registry = Registry(
      APIClient(baseURL: "http://registry").transport(ScriptedTransport { try await server.respond(to: $0) }))
    let path = FileManager.default.temporaryDirectory.appending(path: "registry-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await ByteStream([UInt8](repeating: 7, count: 2500)).write(to: path)
    let steps = Lock<[Int64]>([])
    let blob = try await registry.upload(file: path, mediaType: "a/b", to: "a", chunkBytes: 1000) { sent, _ in
      steps.withLock { $0.append(sent) }
    }
    #expect(blob.size == 2500)
    let log = server.log.withLock { $0 }.filter { !$0.hasPrefix("HEAD") }
    #expect(log == ["POST / "] + expected)
    #expect(steps.withLock { $0.last } == 2500)
  }

  @Test(
    "A download requests the rest of a blob, and restarts if the server sends all of it", arguments: [true, false])
  func resumedDownload(hasRanges: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "registry-\(UUID())").path
    defer { for name in [path, path + ".part"] { try? FileManager.default.removeItem(atPath: name) } }
    try await ByteStream(Array("he".utf8)).write(to: path + ".part")
    let transport = ScriptedTransport { request in
      #expect(request.fields["Range"] == "bytes=2-")
      guard hasRanges else { return HTTPResponse(.ok, body: .bytes(Array("hello".utf8))) }
      return HTTPResponse(.partialContent, fields: ["Content-Range": "bytes 2-4/5"], body: .bytes(Array("llo".utf8)))
    }
    let registry = Registry(APIClient(baseURL: "http://registry").transport(transport))
    let blob = Descriptor(mediaType: "a/b", size: 5, digest: Self.digest)
    try await registry.download(blob, of: "a", to: path)
    #expect(try await ByteStream(file: path).collect(upTo: 100) == Array("hello".utf8))
    #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    await #expect(throws: DigestMismatch.self) {
      let transport = ScriptedTransport([HTTPResponse(.ok, body: .bytes(Array("hellp".utf8)))])
      let registry = Registry(APIClient(baseURL: "http://registry").transport(transport))
      try await registry.download(blob, of: "a", to: path + "2")
    }
    #expect(!FileManager.default.fileExists(atPath: path + "2.part"))
  }

  /// A registry that loses its connection once in the middle of an upload, and then has fewer bytes of the upload.
  private struct Failing: Sendable {
    let stored = Lock(0)
    let failures = Lock(0)
    let log = Lock<[String]>([])
    /// The number of bytes after the failure; nil if the upload is lost.
    let survivors: Int?

    func respond(to request: HTTPRequest) async throws -> HTTPResponse {
      let name = request.target.split(separator: "?").first.map(String.init) ?? ""
      let range = request.fields["Content-Range"]?.rawValue ?? ""
      log.withLock { $0.append("\(request.method) \(name.suffix(1)) \(range)") }
      let session: HTTPFields = [.location: "/v2/a/blobs/uploads/7", "Docker-Upload-UUID": "7"]
      switch request.method {
      case .head: return HTTPResponse(.notFound)
      case .get:
        guard let survivors else {
          return HTTPResponse(
            .notFound, fields: [.contentType: "application/json"],
            body: .bytes(Array(#"{"errors":[{"code":"BLOB_UPLOAD_INVALID","message":"x"}]}"#.utf8)))
        }
        stored.withLock { $0 = survivors }
        var fields = session
        fields["Range"] = HTTPFieldValue("0-\(max(0, survivors - 1))")
        return HTTPResponse(.noContent, fields: fields)
      case .post:
        stored.withLock { $0 = 0 }
        return HTTPResponse(.accepted, fields: session)
      case .patch:
        let count = try await request.body.collect(upTo: 32 << 20).count
        let start = stored.withLock { $0 }
        let failure = failures.withLock { failures in
          if start > 0 { failures += 1 }
          return failures
        }
        if start > 0, failure == 1 {
          throw ClientError(.lostConnection, stage: .exchange, "lost")
        }
        stored.withLock { $0 += count }
        return HTTPResponse(.accepted, fields: session)
      default: return HTTPResponse(.created, fields: ["Docker-Content-Digest": ClientTests.digestValue])
      }
    }
  }
}
