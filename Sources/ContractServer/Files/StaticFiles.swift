public import Contract
internal import ContractLoop

/// Routes that serve the files of a folder.
///
/// ```swift
/// Server(port: 8080) {
///   TodosRoutes(service)
///   StaticFiles("public")                                   // GET /style.css → public/style.css
///   StaticFiles("dist/assets", at: "/assets", cacheControl: "public, max-age=31536000, immutable")
/// }
/// ```
///
/// Files are served as with ``FileResponse``. Other routes take precedence. Only regular files below the folder are served: a path
/// with `..`, and a symbolic link that leaves the folder or is absolute, result in 404.
public struct StaticFiles: RouteCollection {
  private let folder: String
  private let path: PathTemplate
  private let settings: Settings

  private struct Settings: Sendable {
    var indexes: [String]
    var isPrecompressed: Bool
    var dotFiles: Bool
    var cacheControl: HTTPFieldValue?
  }

  /// Creates routes that serve the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder. It is opened for each request, so it may be replaced while the server runs.
  ///   - prefix: the path below which the files are served, without a multi-segment placeholder.
  ///   - indexes: the names of index files. A path with a final slash denotes the first that exists. Default: `index.html`.
  ///   - precompressed: true to send `app.js.br`, `app.js.zst` or `app.js.gz` instead of `app.js` to clients that
  ///     accept it. The server looks for each of these files on each request. Default: false.
  ///   - dotFiles: true to serve files and folders whose names begin with a dot. Default: false.
  ///   - cacheControl: the `Cache-Control` header. Default: none.
  public init(
    _ folder: String, at prefix: PathTemplate = "/", indexes: [String] = ["index.html"], precompressed: Bool = false,
    dotFiles: Bool = false, cacheControl: HTTPFieldValue? = nil
  ) {
    self.folder = folder
    let text = prefix.description
    path = PathTemplate(stringLiteral: text.ends(withBytes: "/") ? "\(text){file...}" : "\(text)/{file...}")
    self.settings = Settings(
      indexes: indexes, isPrecompressed: precompressed, dotFiles: dotFiles, cacheControl: cacheControl)
  }

  /// One route for GET and HEAD.
  public var routes: [Route] {
    var router = Router()
    router.on(.get, path) { try respond(to: $0) }
    return router.routes
  }

  // MARK: Responses

  private func respond(to request: ServerRequest) throws -> HTTPResponse {
    // The segments are those of the request's operation, because the route may be mounted below another path.
    let rest = request.head.pathRest(from: request.operation.path.segments.count - 1)
    let hasSlash = request.head.path.ends(withBytes: "/")
    guard let path = StaticPath(rest, hasSlash: hasSlash, dotFiles: settings.dotFiles) else {
      return FileResponse.missing
    }
    let folder = try ServedFolder(folder)
    if path.isFolder {
      guard let (file, name) = try index(of: path, in: folder) else { return FileResponse.missing }
      return try respond(to: request, file, name, in: folder)
    }
    if !path.segments.isEmpty {
      switch try folder.open(path.text) {
      case .file(let file): return try respond(to: request, file, path.text, in: folder)
      case .missing: return FileResponse.missing
      case .folder: break
      }
    }
    return try index(of: path, in: folder) == nil ? FileResponse.missing : Self.redirect(request.head)
  }

  /// Opens the index of a folder; nil if it has none.
  private func index(of path: StaticPath, in folder: borrowing ServedFolder) throws -> (ServedFile, String)? {
    for name in settings.indexes {
      let path = path.appending(name)
      if case .file(let file) = try folder.open(path) { return (file, path) }
    }
    return nil
  }

  private func respond(
    to request: ServerRequest, _ file: ServedFile, _ path: String, in folder: borrowing ServedFolder
  ) throws -> HTTPResponse {
    var fields: HTTPFields = [:]
    fields["Cache-Control"] = settings.cacheControl
    var sent = file
    // Variants of a coded file would be coded twice.
    if settings.isPrecompressed, FileMediaTypes.codedType(of: path) == nil {
      fields["Vary"] = "Accept-Encoding"
      if let variant = try Precompressed.best(of: path, for: request.head, in: folder) {
        sent = variant.file
        fields[.contentEncoding] = HTTPFieldValue(unchecked: variant.coding)
      }
    }
    return try FileRepresentation(sent, at: path, fields).response(to: request.head)
  }

  /// Redirects from a folder to its path with a slash, so that relative links in its index work.
  ///
  /// The target is relative and consists of one encoded segment, so it cannot lead to another server.
  private static func redirect(_ head: RequestHead) -> HTTPResponse {
    let last = head.path.split(atByte: "/").last ?? ""
    let name = PercentEncoding.decode(ArraySlice(last.utf8)).map { PercentEncoding.encoded($0, for: .component) } ?? ""
    let target = "\(name)/" + (head.query.map { "?\($0)" } ?? "")
    guard let location = HTTPFieldValue(target) else { return FileResponse.missing }
    return HTTPResponse(.movedPermanently, fields: [.location: location])
  }
}
