/// Properties and initializers of types, in unusual forms.
extension Declaration {
  static let storage: [Declaration] = [
    Declaration(
      "several inputs in one declaration",
      """
      @Request struct R { @Query var page = 1, sort: String, after: Int? }
      func use() -> R { R(sort: "name", after: 3) }
      """,
      []),
    Declaration(
      "a tuple of inputs", generatesCode: true,
      """
      @Request struct R { @Query var limit: Int; var (a, b): (Int, Int) }
      """,
      ["2:48 error: A macro does not see the types of '(a, b)'; declare each property by itself."]),
  ]
}
