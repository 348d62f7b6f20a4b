public import ContractClient

/// An OCI registry, such as Docker's.
///
/// ```swift
/// let registry = Registry(baseURL: "http://localhost:5000")
///
/// for try await name in registry.repositories() { print(name) }
/// let image = try await registry.manifest("library/ubuntu", "latest")
/// try await registry.download(image.manifest.layers[0], of: "library/ubuntu", to: "layer.tar.gz")
/// ```
public struct Registry: Sendable {
  /// The contract of the HTTP API.
  public let api: any RegistryV2
  /// The client of streams, and of calls at a location.
  let client: APIClient

  /// Creates a client with a timeout of 60 s for a call including its retries. Bodies of blobs may take longer.
  ///
  /// - Parameter baseURL: such as `http://localhost:5000`, without `/v2`.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL).retry())
  }

  /// Creates a client from an `APIClient` with other timeouts, credentials or middleware.
  public init(_ client: APIClient) {
    self.init(api: RegistryV2API(client), client: client)
  }

  /// Creates a client for tests, such as `Registry(api: RegistryV2Mock())`. `client` is for uploads, downloads and links.
  public init(api: any RegistryV2, client: APIClient = APIClient(baseURL: "")) {
    self.api = api
    self.client = client
  }

  /// Returns a client of the contract whose calls go to a location from a response.
  func at(_ location: String) -> RegistryV2API { RegistryV2API(client.at(location)) }
}

// MARK: - Lists

extension Registry {
  /// Returns the names of all repositories, which are requested page by page.
  ///
  /// - Parameter pageSize: the number of names in a page.
  public func repositories(pageSize: Int = 100) -> some AsyncSequence<String, any Error> & Sendable {
    Pages(next: { (page: (catalog: Catalog, response: HTTPResponse)) in page.response.link("next") }) { [self] link in
      guard let link else { return try await api.catalog(n: pageSize, last: nil) }
      return try await at(link).catalog(n: nil, last: nil)
    }.elements(\.catalog.repositories)
  }

  /// Returns all tags of a repository, which are requested page by page.
  public func tags(of name: String, pageSize: Int = 100) -> some AsyncSequence<String, any Error> & Sendable {
    Pages(next: { (page: (tags: TagList, response: HTTPResponse)) in page.response.link("next") }) { [self] link in
      guard let link else { return try await api.tags(name: name, n: pageSize, last: nil) }
      return try await at(link).tags(name: name, n: nil, last: nil)
    }.elements { $0.tags.tags ?? [] }
  }
}

// MARK: - Manifests

extension Registry {
  /// Returns a manifest and its digest.
  ///
  /// - Parameter reference: a tag or a digest.
  public func manifest(
    _ name: String, _ reference: String
  ) async throws(RegistryError) -> (manifest: Manifest, digest: String) {
    switch try await api.manifest(name: name, reference: reference, accept: Manifest.mediaTypes) {
    case .found(let manifest, let digest): (manifest, digest)
    }
  }

  /// Stores a manifest under a tag, and returns its digest. Its blobs must exist.
  @discardableResult
  public func put(_ manifest: Manifest, as tag: String, of name: String) async throws -> String {
    let bytes = try JSONWriter.bytes(of: manifest)
    let type = manifest.mediaType ?? Manifest.ociImage
    return try await api.putManifest(
      name: name, reference: tag, manifest: bytes, contentType: type
    ).digest
  }

  /// Deletes the manifest with a digest, and all of its tags.
  public func deleteManifest(_ digest: String, of name: String) async throws(RegistryError) {
    try await api.deleteManifest(name: name, reference: digest)
  }
}
