import Contract
import ContractCoding
import ContractOpenAPI
import ContractServer
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server whose page `Scripts/check-docs-page` drives: `docs-server DOCUMENT…`.
///
/// Each document, in JSON, is served at `/0/docs`, `/1/docs` and so on, in addition to the server's own document at
/// `/docs`.
@main
struct DocsServer {
  static func main() async {
    do {
      var router = Router()
      router.add(ShopRoutes(ShopService()))
      router.add(Docs(at: "/docs", title: "Shop", version: "1.2.0", description: "A shop for trials."))
      for (number, path) in CommandLine.arguments.dropFirst().enumerated() {
        router.add(Docs(at: try PathTemplate("/\(number)/docs"), document: try document(path)))
      }
      let server = Server(port: 0, threads: 1, router: router)
        .authenticating(.bearer) { credentials in
          if case .bearer("secret") = credentials { Authenticated("Ada", scopes: ["articles:write"]) } else { nil }
        }
        .authenticating(.basic) { credentials in
          if case .basic("ada", "wonder") = credentials { Authenticated("Ada by password") } else { nil }
        }
        .authenticating(.apiKey(header: "X-API-Key")) { $0.matches(Secret("key")) ? Authenticated("Ada by key") : nil }
      try await server.run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      print("docs-server: \(error)")
      exit(1)
    }
  }

  private static func document(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: path))))
  }
}
