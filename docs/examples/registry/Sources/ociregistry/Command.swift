internal import Glibc
internal import Registry

/// A command with its arguments.
enum Command: Equatable {
  case catalog
  case tags(String)
  case manifest(String, String)
  case push(String, tag: String, file: String)
  case pull(String, tag: String, file: String)
  case delete(String, tag: String)

  static let usage = """
    usage: ociregistry COMMAND

      catalog                    print all repositories
      tags NAME                  print the tags of a repository
      manifest NAME REFERENCE    print the digest and the layers of a manifest
      push NAME TAG FILE         store a file as the only layer of an artifact
      pull NAME TAG FILE         write the first layer to a file
      delete NAME TAG            delete a manifest and its tags

    REGISTRY_URL is the server, http://127.0.0.1:5000 by default.
    """

  init(_ arguments: [String]) throws(UsageError) {
    let name = arguments.first ?? ""
    let rest = Array(arguments.dropFirst())
    switch (name, rest.count) {
    case ("catalog", 0): self = .catalog
    case ("tags", 1): self = .tags(rest[0])
    case ("manifest", 2): self = .manifest(rest[0], rest[1])
    case ("push", 3): self = .push(rest[0], tag: rest[1], file: rest[2])
    case ("pull", 3): self = .pull(rest[0], tag: rest[1], file: rest[2])
    case ("delete", 2): self = .delete(rest[0], tag: rest[1])
    default: throw UsageError(message: name.isEmpty ? "no command" : "`\(name)` is unknown, or has other arguments")
    }
  }

  /// Executes the command and prints its result.
  func run(on registry: Registry) async throws {
    switch self {
    case .catalog: for try await name in registry.repositories() { print(name) }
    case .tags(let name): for try await tag in registry.tags(of: name) { print(tag) }
    case .manifest(let name, let reference):
      let (manifest, digest) = try await registry.manifest(name, reference)
      print(digest)
      for part in manifest.layers + (manifest.manifests ?? []) {
        print("\(part.digest)\t\(part.size)\t\(part.mediaType)")
      }
    case .push(let name, let tag, let file): print(try await Self.push(file, as: tag, of: name, to: registry))
    case .pull(let name, let tag, let file):
      guard let layer = try await registry.manifest(name, tag).manifest.layers.first else { throw NoLayer() }
      try await registry.download(layer, of: name, to: file, progress: Self.report("received"))
    case .delete(let name, let tag):
      try await registry.deleteManifest(try await registry.manifest(name, tag).digest, of: name)
    }
  }

  private static func push(
    _ file: String, as tag: String, of name: String, to registry: Registry
  ) async throws -> String {
    let layer = try await registry.upload(
      file: file, mediaType: "application/octet-stream", to: name, progress: report("sent"))
    let config = try await registry.upload(
      Array("{}".utf8), mediaType: "application/vnd.oci.empty.v1+json", to: name)
    return try await registry.put(Manifest(config: config, layers: [layer]), as: tag, of: name)
  }

  /// Returns a handler of progress, which rewrites one line of a terminal.
  private static func report(_ verb: String) -> @Sendable (Int64, Int64) -> Void {
    let isTerminal = isatty(STDERR_FILENO) == 1
    return { count, size in
      guard isTerminal || count == size else { return }
      OCIRegistry.write("\(isTerminal ? "\r" : "")\(verb) \(count) of \(size) bytes", to: STDERR_FILENO)
      if count == size { OCIRegistry.write("\n", to: STDERR_FILENO) }
    }
  }
}

/// A manifest without a layer, such as an index.
struct NoLayer: Error, CustomStringConvertible {
  var description: String { "the manifest has no layer" }
}
