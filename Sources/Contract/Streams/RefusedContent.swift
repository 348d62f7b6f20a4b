/// An error of reading a streamed body that a route refuses, unless its response has begun.
package struct RefusedContent: Error, CustomStringConvertible {
  /// The response.
  package let problem: Problem

  package init(_ problem: Problem) { self.problem = problem }

  package var description: String { problem.detail ?? problem.title }
}
