/// An error in a streamed body. The route responds with ``problem``, unless the response has begun.
package struct RefusedContent: Error, CustomStringConvertible {
  /// The response.
  package let problem: Problem

  package init(_ problem: Problem) { self.problem = problem }

  package var description: String { problem.detail ?? problem.title }
}
