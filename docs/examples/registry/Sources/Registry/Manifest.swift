public import Contract

/// A manifest of an image or artifact, or an index of manifests for several platforms.
@Schema
public struct Manifest: Hashable, Sendable {
  /// The version of the format.
  public var schemaVersion: Int = 2
  /// The media type; nil for an OCI manifest that omits it.
  public var mediaType: String?
  /// The configuration; nil for an index.
  public var config: Descriptor?
  /// The layers; empty for an index.
  public var layers: [Descriptor] = []
  /// The manifests of an index; nil for an image, because registries refuse a manifest that has both.
  public var manifests: [Descriptor]?
  /// Values for tools and people.
  public var annotations: [String: String]?

  /// The media types that this type can read.
  public static let mediaTypes = [
    ociImage, "application/vnd.docker.distribution.manifest.v2+json", "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
  ]

  /// The media type of an OCI image.
  public static let ociImage = "application/vnd.oci.image.manifest.v1+json"

  /// Creates the manifest of an OCI image.
  public init(config: Descriptor, layers: [Descriptor]) {
    self.mediaType = Self.ociImage
    self.config = config
    self.layers = layers
  }
}

/// A reference to a blob or manifest.
@Schema
public struct Descriptor: Hashable, Sendable {
  /// The media type of the referenced content.
  public var mediaType: String
  /// The size of the content in bytes.
  public var size: Int64
  /// The digest of the content, such as `sha256:` and 64 hexadecimal digits.
  public var digest: String

  /// Creates a reference.
  public init(mediaType: String, size: Int64, digest: String) {
    self.mediaType = mediaType
    self.size = size
    self.digest = digest
  }
}
