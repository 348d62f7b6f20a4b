import Contract
import ContractOpenAPI
import ContractServer
import NotesContract

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server of ``Notes`` in memory.
///
/// ```
/// notes-server [--port N]
/// notes-server --values COUNT [--seed SEED]
/// notes-server --fixtures FOLDER
/// notes-server --document [--openapi VERSION] [--yaml]
/// ```
@main
struct NotesServer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--document" { return print(try openAPI.exported(arguments.dropFirst()), terminator: "") }
    if let folder = value(of: "--fixtures", in: arguments) { return try FixtureDocuments.write(to: folder) }
    if let count = value(of: "--values", in: arguments).flatMap({ Int($0) }) {
      let seed = value(of: "--seed", in: arguments).flatMap { UInt64($0) } ?? 1
      return try ValueTrial(openAPI, count: count, seed: seed).run()
    }
    let port = value(of: "--port", in: arguments).flatMap { Int($0) } ?? 0
    let server = Server(port: port) {
      NotesRoutes(NoteStore())
      KindsRoutes(KindStore())
      Docs(title: "Notes", version: "1.2.0")
    }
    .authenticating(.bearer, as: String.self) { credentials in
      guard case .bearer(let token) = credentials else { return nil }
      switch token {
      case "writer": return Authenticated("writer", scopes: ["notes:read", "notes:write"])
      case "reader": return Authenticated("reader", scopes: ["notes:read"])
      default: return nil
      }
    }
    try await server.run { address in
      print("listening on \(address)")
      fflush(nil)
    }
  }

  private static var openAPI: OpenAPI {
    OpenAPI(title: "Notes", version: "1.2.0", NotesEndpoints.all, KindsEndpoints.all)
  }

  private static func value(of name: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
  }
}
