import ContractMacroKit
import Testing

@Suite("Empty expansions")
struct EmptyExpansionTests {
  /// A request of the compiler, and whether its expansion is empty.
  struct Request: Sendable, CustomTestStringConvertible {
    var macro = "EndpointAttributeMacro"
    var role = "peer"
    var attribute = "@GET(\"/todos\")"
    var parent = "@API public protocol Todos: Sendable {}"
    let isEmpty: Bool

    var testDescription: String { "\(role) of \(attribute) in \(parent)" }
  }

  @Test(
    "An expansion is empty only if @API reports the errors of the attribute",
    arguments: [
      Request(isEmpty: true),
      Request(attribute: "/// Lists @GET todos.\n  // All.\n  @Default(\"limit\", 20)", isEmpty: true),
      Request(attribute: "@Throws(TodoError.self)", isEmpty: true),
      Request(attribute: "@Throws()", isEmpty: false),
      Request(attribute: "@Throws( )", isEmpty: false),
      Request(attribute: "@Throws", isEmpty: false),
      Request(attribute: "@Contract.GET(\"/todos\")", isEmpty: false),
      Request(attribute: "/* @GET */ @Paged(next: \"x\")", isEmpty: false),
      Request(attribute: "@Paged(next: \"x\")", isEmpty: false),
      Request(attribute: "", isEmpty: false),
      Request(attribute: "/", isEmpty: false),
      Request(parent: "@Contract.API protocol Todos: Sendable {}", isEmpty: true),
      Request(parent: "public protocol Todos: Sendable {}", isEmpty: false),
      Request(parent: "@API struct Todos {}", isEmpty: false),
      Request(parent: "@API final class Todos: EndpointGroup {}", isEmpty: false),
      Request(parent: "", isEmpty: false),
      Request(macro: "ValidateMacro", attribute: "@Validate(\"limit\", 1...9)", isEmpty: false),
      Request(macro: "APIMacro", role: "memberAttribute", attribute: "@API", isEmpty: true),
      Request(
        macro: "APIMacro", role: "memberAttribute", attribute: "@API", parent: "@API struct Todos {}", isEmpty: false),
      Request(
        macro: "APIMacro", role: "memberAttribute", attribute: "@API",
        parent: "@API final class Todos: EndpointGroup {}", isEmpty: false),
      Request(macro: "APIMacro", role: "member", attribute: "@API", isEmpty: false),
      Request(macro: "RequestMacro", role: "memberAttribute", attribute: "@Request", isEmpty: false),
    ])
  func emptiness(_ request: Request) {
    let isEmpty = EmptyExpansion.isEmpty(
      macro: request.macro, role: request.role, attribute: request.attribute, parent: request.parent)
    #expect(isEmpty == request.isEmpty, "the expansion \(request.isEmpty ? "is" : "may not be") empty")
  }
}
