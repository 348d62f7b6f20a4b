/// An error for a route that returned without a response.
package struct MissingAnswer: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "the route returned without a response; call `answer` or `fail` on its slot once" }
}
