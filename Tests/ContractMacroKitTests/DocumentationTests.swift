import SwiftParser
import SwiftSyntax
import Testing

@testable import ContractMacroKit

@Suite("Documentation comments")
struct DocumentationTests {
  private static let lines = """
    /// Finds todos.
    ///
    /// A list:
    /// - one
    ///   - nested
    ///
    ///       let code = 1
    ///
    /// - Parameters:
    ///   - limit: At most
    ///     this many.
    """

  @Test(
    "A block comment results in the same documentation as line comments",
    arguments: [
      """
      /**
       Finds todos.

       A list:
       - one
         - nested

             let code = 1

       - Parameters:
         - limit: At most
           this many.
       */
      """,
      """
      /** Finds todos.

          A list:
          - one
            - nested

                let code = 1

          - Parameters:
            - limit: At most
              this many. */
      """,
      """
        /**
         * Finds todos.
         *
         * A list:
         * - one
         *   - nested
         *
         *       let code = 1
         *
         * - Parameters:
         *   - limit: At most
         *     this many.
         */
      """,
      """
      /**
      \tFinds todos.

      \tA list:
      \t- one
      \t  - nested

      \t      let code = 1

      \t- Parameters:
      \t  - limit: At most
      \t    this many.
      */
      """,
    ])
  func block(_ comment: String) {
    #expect(Self.documentation(comment).lines == Self.lines.split(separator: "\n").map(String.init))
    #expect(Self.documentation(comment).text == Self.documentation(Self.lines).text)
  }

  @Test("Asterisks of a list are kept, unless every line begins with an asterisk")
  func asterisks() {
    #expect(
      Self.documentation("/** Finds:\n * one\n\n or\n * two */").lines == [
        "/// Finds:", "/// * one", "///", "/// or", "/// * two",
      ])
    #expect(Self.documentation("/** Finds:\n * one\n *\n **/").lines == ["/// Finds:", "/// one"])
  }

  private static func documentation(_ comment: String) -> Documentation {
    let tokens = Parser.parse(source: comment + "\nfunc a() {}").tokens(viewMode: .sourceAccurate)
    return Documentation(of: Array(tokens.prefix(1)))
  }
}
