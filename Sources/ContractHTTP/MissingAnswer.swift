/// A route has returned without an answer.
package struct MissingAnswer: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "a route has returned without an answer; call `answer` or `fail` of its slot once" }
}
