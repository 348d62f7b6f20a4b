import Contract
import ContractHTTP
import Testing

@testable import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Static files")
struct StaticFilesTests {
  /// A public folder next to a secret.
  private static func tree() -> FileTree {
    let tree = FileTree()
    tree.write("secret", to: "secret")
    for name in ["public", "public/sub", "public/bare", "public/.git", "public/a b"] { tree.folder(name) }
    for (name, text) in [
      ("index.html", "home"), ("a.css", "css"), ("sub/index.html", "sub"), ("sub/x.js", "x"), (".env", "env"),
      (".git/config", "git"), ("a b/index.html", "spaced"), ("bare/file", "bare"), ("grün.txt", "green"),
    ] {
      tree.write(text, to: "public/\(name)")
    }
    return tree
  }

  private static func fixture(_ files: StaticFiles...) throws -> MiddlewareFixture {
    var router = Router()
    router.on(.get, "/api/time") { _ in .text("now") }
    for routes in files { router.add(routes) }
    return try MiddlewareFixture([], router.routes)
  }

  static let rows: [(String, String)] = [
    ("/", "home"), ("/index.html", "home"), ("/a.css", "css"), ("/sub/", "sub"), ("/sub/x.js", "x"),
    ("/a.css?v=1", "css"),
    ("/a%20b/", "spaced"), ("/gr%C3%BCn.txt", "green"), ("/%61.css", "css"), ("/api/time", "now"),
    ("/sub", "→ sub/"), ("/sub?a=b", "→ sub/?a=b"), ("/a%20b", "→ a%20b/"), ("/bare", "404"), ("/bare/", "404"),
    ("/nothing", "404"), ("/sub/nothing", "404"), ("/a.css/", "404"), ("/a.css/x", "404"), ("/api/nothing", "404"),
    ("/.env", "404"), ("/%2eenv", "404"), ("/.git/config", "404"), ("/sub//x.js", "404"), ("//sub", "404"),
    ("//sub/", "404"), ("/../secret", "404"), ("/%2e%2e/secret", "404"), ("/..%2fsecret", "404"),
    ("/sub/../a.css", "404"),
    ("/sub/..%5c..%5csecret", "404"), ("/a.css%00", "404"), ("/A.CSS", "404"),
  ]

  @Test(
    "Files and indexes are served, folders redirect to their path with a slash, and the rest gets 404", arguments: rows
  )
  func table(target: String, expected: String) async throws {
    let tree = Self.tree()
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public")))
    let response = try await fixture.send(.get, target)
    switch response.status.code {
    case 200: #expect(try await response.text == expected)
    case 301: #expect("→ \(response.field(.location) ?? "")" == expected)
    default: #expect("\(response.status.code)" == expected)
    }
  }

  @Test("A prefix is removed from the path", arguments: ["/files", "/files/"])
  func prefix(prefix: String) async throws {
    let tree = Self.tree()
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public"), at: try PathTemplate(prefix)))
    for (target, expected) in [("/files/a.css", "css"), ("/files/", "home"), ("/files/sub/x.js", "x")] {
      #expect(try await fixture.send(.get, target).text == expected)
    }
    #expect(try await fixture.send(.get, "/files").field(.location) == "files/")
    #expect(try await fixture.send(.get, "/a.css").status == .notFound)
  }

  @Test("A mounted folder is served below the mount's path, followed by the folder's own path")
  func mounted() async throws {
    let tree = Self.tree()
    let fixture = try MiddlewareFixture(
      [], StaticFiles(tree.path(of: "public"), at: "/files").mounted(at: "/tenants/:tenant"))
    #expect(try await fixture.send(.get, "/tenants/7/files/sub/x.js").text == "x")
    #expect(try await fixture.send(.get, "/tenants/7/files/").text == "home")
    #expect(try await fixture.send(.get, "/tenants/7/files").field(.location) == "files/")
  }

  @Test("Static files are served only for GET and HEAD")
  func methods() async throws {
    let tree = Self.tree()
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public")))
    let head = try await fixture.send(.head, "/a.css")
    #expect(head.status == .ok && head.body.length == 3)
    let post = try await fixture.send(.post, "/a.css")
    #expect(post.status == .methodNotAllowed && post.field(.allow) == "GET, HEAD, OPTIONS")
  }

  @Test("Options set indexes, dot files and Cache-Control")
  func options() async throws {
    let tree = Self.tree()
    let files = StaticFiles(
      tree.path(of: "public"), indexes: ["main.html", "x.js"], dotFiles: true, cacheControl: "max-age=60")
    let fixture = try Self.fixture(files)
    #expect(try await fixture.send(.get, "/.env").text == "env")
    #expect(try await fixture.send(.get, "/sub/").text == "x")
    #expect(try await fixture.send(.get, "/").status == .notFound)
    #expect(try await fixture.send(.get, "/..").status == .notFound)
    let response = try await fixture.send(.get, "/a.css")
    #expect(response.field("Cache-Control") == "max-age=60" && response.field("Vary") == nil)
  }

  static let encodings: [(String?, String?, String)] = [
    (nil, nil, "plain"), ("gzip", "gzip", "gz"), ("gzip, br", "br", "br"), ("br;q=0.1, gzip", "gzip", "gz"),
    ("identity", nil, "plain"), ("gzip;q=0", nil, "plain"), ("*", "br", "br"), ("x-gzip", "gzip", "gz"),
    ("deflate", nil, "plain"), ("zstd", "zstd", "zst"), ("ZSTD", "zstd", "zst"), ("gzip, zstd", "zstd", "zst"),
    ("zstd, br", "br", "br"), ("zstd, br;q=0.9", "zstd", "zst"), ("zstd;q=0.1, gzip", "gzip", "gz"),
    ("br;q=0, *", "zstd", "zst"), ("zstd;q=0", nil, "plain"), ("identity, zstd;q=0.5", nil, "plain"),
  ]

  @Test("A precompressed variant is chosen by Accept-Encoding", arguments: encodings)
  func precompressed(accepted: String?, coding: String?, text: String) async throws {
    let tree = Self.tree()
    for (name, text) in [("app.js", "plain"), ("app.js.gz", "gz"), ("app.js.zst", "zst"), ("app.js.br", "br")] {
      tree.write(text, to: "public/\(name)")
    }
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public"), precompressed: true))
    var fields: HTTPFields = [:]
    fields[.acceptEncoding] = accepted.map { HTTPFieldValue(unchecked: $0) }
    let response = try await fixture.send(.get, "/app.js", fields)
    #expect(response.status == .ok)
    #expect(try await response.text == text)
    #expect(response.field(.contentEncoding) == coding && response.field("Vary") == "Accept-Encoding")
    #expect(response.field(.contentType) == "text/javascript; charset=utf-8")
    // Each variant has its own tag.
    let plain = try await fixture.send(.get, "/app.js")
    #expect((plain.field("ETag") == response.field("ETag")) == (coding == nil))
    // A compressed variant is not served in place of a file that does not exist.
    for (name, type) in [("lone.js.gz", "application/gzip"), ("lone.js.zst", "application/zstd")] {
      tree.write("lone", to: "public/\(name)")
      #expect(try await fixture.send(.get, "/lone.js", [.acceptEncoding: "gzip, zstd"]).status == .notFound)
      let lone = try await fixture.send(.get, "/\(name)", [.acceptEncoding: "gzip, zstd"])
      #expect(lone.field(.contentType) == type && lone.field(.contentEncoding) == nil)
    }
  }

  @Test(
    "A file with the extension svgz is a picture with a content coding, whatever the client accepts",
    arguments: [nil, "gzip", "br", "identity"] as [String?])
  func codedPicture(accepted: String?) async throws {
    let tree = Self.tree()
    for name in ["a.svgz", "a.svgz.br", "b.SVGZ"] { tree.write(name, to: "public/\(name)") }
    var router = Router()
    router.on(.get, "/file") { try FileResponse(tree.path(of: "public/a.svgz")).response(to: $0) }
    router.on(.get, "/typed") { request in
      try FileResponse(tree.path(of: "public/a.svgz"), mediaType: .octetStream).response(to: request)
    }
    let fixture = try MiddlewareFixture(
      [Compression(minBytes: 0)], router.routes + StaticFiles(tree.path(of: "public"), precompressed: true).routes)
    var fields: HTTPFields = [:]
    fields[.acceptEncoding] = accepted.map { HTTPFieldValue(unchecked: $0) }
    for (target, text) in [("/a.svgz", "a.svgz"), ("/b.SVGZ", "b.SVGZ"), ("/file", "a.svgz")] {
      let response = try await fixture.send(.get, target, fields)
      #expect(response.field(.contentType) == "image/svg+xml" && response.field(.contentEncoding) == "gzip")
      #expect(try await response.text == text)
    }
    let typed = try await fixture.send(.get, "/typed", fields)
    #expect(typed.field(.contentType) == "application/octet-stream" && typed.field(.contentEncoding) == nil)
  }

  @Test(
    "An accepted variant that does not exist is skipped",
    arguments: [
      ("zstd", nil, "plain"), ("br, zstd", nil, "plain"), ("zstd, gzip;q=0.5", "gzip", "gz"), ("*", "gzip", "gz"),
      ("br, zstd;q=0.9, gzip;q=0.1", "gzip", "gz"),
    ] as [(String, String?, String)])
  func missingVariants(accepted: String, coding: String?, text: String) async throws {
    let tree = Self.tree()
    for (name, text) in [("app.js", "plain"), ("app.js.gz", "gz")] { tree.write(text, to: "public/\(name)") }
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public"), precompressed: true))
    let fields: HTTPFields = [.acceptEncoding: HTTPFieldValue(unchecked: accepted)]
    let response = try await fixture.send(.get, "/app.js", fields)
    #expect(try await response.text == text)
    #expect(response.field(.contentEncoding) == coding && response.field("Vary") == "Accept-Encoding")
  }

  /// The targets of links, and the confinements that follow them.
  static let links: [(target: String, followers: [ServedFolder.Confinement])] = [
    ("a.css", [.usual, .checked]), ("sub/x.js", [.usual, .checked]), ("sub/../a.css", [.usual, .checked]),
    ("./a.css", [.usual, .checked]), ("../secret", []), ("sub/../../secret", []), ("/etc/passwd", []),
    ("/proc/self/root/etc/passwd", []), ("/proc/self/environ", []), ("..", []), ("nowhere", []), ("link", []),
    ("/dev/null", []), ("../public/a.css", [.checked]),
    // An absolute path inside the folder.
    ("@/a.css", [.checked]),
  ]

  @Test("A symbolic link is followed only within the folder", arguments: links)
  func symbolicLink(target: String, followers: [ServedFolder.Confinement]) throws {
    let tree = Self.tree()
    tree.link("public/link", to: target.replacingBytes("@", with: tree.path(of: "public")))
    for confinement in [ServedFolder.Confinement.usual, .checked] {
      let folder = try ServedFolder(tree.path(of: "public"), confinement)
      let opening = try folder.open("link")
      guard case .file = opening else {
        #expect(!followers.contains(confinement), "\(confinement)")
        continue
      }
      #expect(followers.contains(confinement), "\(confinement)")
    }
  }

  @Test(
    "A link to a folder is followed if its target is within the folder",
    arguments: [ServedFolder.Confinement.usual, .checked])
  func linkedFolder(confinement: ServedFolder.Confinement) throws {
    let tree = Self.tree()
    tree.folder("other")
    tree.write("other", to: "other/file")
    tree.folder("public-other")
    tree.write("other", to: "public-other/file")
    tree.link("public/inside", to: "sub")
    tree.link("public/outside", to: "../other")
    tree.link("public/similar", to: "../public-other")
    tree.link("current", to: "public")
    let folder = try ServedFolder(tree.path(of: "current"), confinement)
    for (path, isServed) in [
      (path: "inside/x.js", isServed: true), (path: "outside/file", isServed: false),
      (path: "similar/file", isServed: false), (path: "../secret", isServed: false),
      (path: "sub/../../secret", isServed: false),
    ] {
      let opening = try folder.open(path)
      if case .file = opening { #expect(isServed, "\(path)") } else { #expect(!isServed, "\(path)") }
    }
  }

  @Test("Pipes, devices and overlong names get 404 at once", .timeLimit(.minutes(1)))
  func specialFiles() async throws {
    let tree = Self.tree()
    tree.pipe("public/pipe")
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "public")), StaticFiles("/dev", at: "/dev"))
    for target in ["/pipe", "/dev/null", "/dev/zero", "/dev/tty", "/" + String(repeating: "a", count: 300)] {
      #expect(try await fixture.send(.get, target).status == .notFound)
    }
  }

  @Test("The folder may be replaced while the server runs, and a missing folder is an error of the server")
  func replacement() async throws {
    let tree = Self.tree()
    tree.link("current", to: "public")
    let fixture = try Self.fixture(StaticFiles(tree.path(of: "current")))
    #expect(try await fixture.send(.get, "/a.css").text == "css")
    tree.folder("next")
    tree.write("new", to: "next/a.css")
    rename(tree.path(of: "current"), tree.path(of: "before"))
    #expect(try await fixture.send(.get, "/a.css").status == .internalServerError)
    tree.link("current", to: "next")
    #expect(try await fixture.send(.get, "/a.css").text == "new")
  }
}
