/// Properties, cases and coding keys that a macro cannot read.
extension Mistake {
  static let storages: [Mistake] = [
    .member(
      "tuple-pattern", "@Query var ▶(a, b): (Int, Int)",
      "A macro does not see the types of '(a, b)'; declare each property by itself."),
    .member(
      "tuple-pattern", "@Query var limit: Int; var ▶(a, b) = (1, 2); let (c, d) = (1, 2); static var (e, f) = (1, 2)",
      "A macro does not see the types of '(a, b)'; declare each property by itself."),
  ]
}
