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
      // This server has no other media type for the manifest.
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
}
