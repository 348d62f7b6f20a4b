/// Errors in `@Security`.
extension Mistake {
  static let securities: [Mistake] = [
    .function(
      "security-none", "@GET(\"/todos\") ▶@Security(.none) @Security(.bearer) func list() async throws",
      "'@Security(.none)' allows every request, so the other '@Security' has no effect; remove one of the two."),
    Mistake(
      "security-none", "@API @Security(.basic) ▶@Security(.none) protocol Todos: Sendable {}",
      "'@Security(.none)' allows every request, so the other '@Security' has no effect; remove one of the two."),
    Mistake(
      "unread-attribute", "▶@Security(.bearer) protocol Todos: Sendable {}",
      "'@Security' has no effect without '@API'; add '@API' to 'Todos'."),
    Mistake(
      "wrong-declaration", "▶@Security(.bearer) enum Todos {}",
      "'@Security' belongs on an '@API' protocol or on one of its functions, and this is an enum; "
        + "move it there or remove it."),
  ]
}
