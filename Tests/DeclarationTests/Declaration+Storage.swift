/// Properties and initializers of types, in unusual forms.
extension Declaration {
  static let storage: [Declaration] = [
    Declaration(
      "several inputs in one declaration",
      """
      @Request struct R { @Query var page = 1, sort: String, after: Int? }
      func use() -> R { R(sort: "name", after: 3) }
      """,
      [])
  ]
}
