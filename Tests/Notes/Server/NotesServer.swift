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
/// notes-server --document 3.1 [--yaml]
/// ```
@main
struct NotesServer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let version = value(of: "--document", in: arguments) {
      return try print(document(version, isYAML: arguments.contains("--yaml")), terminator: "")
    }
    let port = value(of: "--port", in: arguments).flatMap { Int($0) } ?? 0
    let server = Server(port: port) { NotesRoutes(NoteStore()) }
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

  private static func document(_ version: String, isYAML: Bool) throws -> String {
    let version = OpenAPIVersion.allCases.first { $0.rawValue.utf8.starts(with: version.utf8) } ?? .v31
    return try isYAML ? openAPI.yaml(version) : openAPI.json(version)
  }

  private static var openAPI: OpenAPI { OpenAPI(title: "Notes", version: "1.2.0", NotesEndpoints.all) }

  private static func value(of name: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
  }
}
