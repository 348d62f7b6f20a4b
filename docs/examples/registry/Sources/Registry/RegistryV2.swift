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

  /// Returns a blob, or a part of it, while it arrives.
  ///
  /// - Parameter range: such as `bytes=1000-`; nil for the whole blob.
  /// - Returns: the bytes, and the response: 206 with a `Content-Range` for a part.
  @GET("/{name...}/blobs/:digest")
  func blob(
    name: String, digest: String, range: Header<String?>
  ) async throws(CallFailure<RegistryRefusal>) -> (content: ByteStream, response: HTTPResponse)

  /// Begins the upload of a blob.
  @POST("/{name...}/blobs/uploads/")
  func startUpload(name: String) async throws(CallFailure<RegistryRefusal>) -> UploadSession

  // Clients call the following functions at the location of the session, because its query has the state of the upload.

  /// Returns the progress of an upload.
  @GET("/{name...}/blobs/uploads/:id")
  func uploadState(name: String, id: String) async throws(CallFailure<RegistryRefusal>) -> UploadState

  /// Adds bytes to an upload.
  ///
  /// - Parameter contentRange: the range that the bytes have in the blob, such as `0-999`.
  @PATCH("/{name...}/blobs/uploads/:id")
  func appendUpload(
    name: String, id: String, contentRange: Header<String>, content: Body<ByteStream>
  ) async throws(CallFailure<RegistryRefusal>) -> UploadSession

  /// Adds the last bytes to an upload and ends it.
  @PUT("/{name...}/blobs/uploads/:id")
  func finishUpload(
    name: String, id: String, digest: Query<String>, content: Body<[UInt8]>
  ) async throws(CallFailure<RegistryRefusal>) -> Stored

  /// Cancels an upload.
  @DELETE("/{name...}/blobs/uploads/:id") @Status(204)
  func cancelUpload(name: String, id: String) async throws(CallFailure<RegistryRefusal>)
}
