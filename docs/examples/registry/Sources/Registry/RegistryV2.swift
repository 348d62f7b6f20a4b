public import Contract

/// The API of an OCI registry: https://github.com/opencontainers/distribution-spec/blob/main/spec.md
///
/// Most programs call ``Registry``. Names of repositories contain slashes. A reference is a tag or a digest.
@API(prefix: "/v2") @Mock
public protocol RegistryV2: Sendable {
  /// Checks that the server is a registry and accepts the credentials.
  @GET("/") @Status(200)
  func version() async throws(CallFailure<RegistryRefusal>)

  /// Returns the names of repositories. `Link` refers to the next page.
  @GET("/_catalog")
  func catalog(
    n: Int?, last: String?
  ) async throws(CallFailure<RegistryRefusal>) -> (catalog: Catalog, response: HTTPResponse)

  /// Returns the tags of a repository. `Link` refers to the next page.
  @GET("/{name...}/tags/list")
  func tags(
    name: String, n: Int?, last: String?
  ) async throws(CallFailure<RegistryRefusal>) -> (tags: TagList, response: HTTPResponse)

  /// Returns a manifest.
  ///
  /// - Parameter accept: the media types that the caller can read.
  @GET("/{name...}/manifests/:reference")
  func manifest(
    name: String, reference: String, accept: Header<[String]>
  ) async throws(CallFailure<RegistryRefusal>) -> FoundManifest

  /// Stores a manifest, whose blobs must exist.
  @PUT("/{name...}/manifests/:reference")
  func putManifest(
    name: String, reference: String, manifest: Body<[UInt8]>, contentType: Header<String>
  ) async throws(CallFailure<RegistryRefusal>) -> Stored

  /// Deletes a manifest; the reference is its digest.
  @DELETE("/{name...}/manifests/:reference") @Status(202)
  func deleteManifest(name: String, reference: String) async throws(CallFailure<RegistryRefusal>)

  /// Checks that a blob exists.
  @HEAD("/{name...}/blobs/:digest")
  func checkBlob(name: String, digest: String) async throws(CallFailure<RegistryRefusal>) -> FoundBlob

  /// Returns a blob that fits into memory.
  @GET("/{name...}/blobs/:digest")
  func blob(name: String, digest: String) async throws(CallFailure<RegistryRefusal>) -> [UInt8]

  /// Begins the upload of a blob.
  @POST("/{name...}/blobs/uploads/")
  func startUpload(name: String) async throws(CallFailure<RegistryRefusal>) -> UploadSession

  /// Adds the last bytes to an upload and ends it. It is called at the location of the session, whose query has the state.
  @PUT("/{name...}/blobs/uploads/:id")
  func finishUpload(
    name: String, id: String, digest: Query<String>, content: Body<[UInt8]>
  ) async throws(CallFailure<RegistryRefusal>) -> Stored

  /// Gives up an upload.
  @DELETE("/{name...}/blobs/uploads/:id") @Status(204)
  func cancelUpload(name: String, id: String) async throws(CallFailure<RegistryRefusal>)
}
