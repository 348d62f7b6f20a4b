/// Repeated attributes, of which only the first one would have an effect.
extension Mistake {
  static let repeatedAttributes: [Mistake] = [
    Mistake(
      "repeated-attribute", "@Schema @Tagged(\"type\") ▶@Tagged(\"kind\") enum Shape { case circle(radius: Int) }",
      "'@Tagged' is repeated here; remove one of the two."),
    Mistake(
      "repeated-attribute", "@Schema @Positional ▶@Positional struct Point { var x: Int }",
      "'@Positional' is repeated here; remove one of the two."),
    Mistake(
      "repeated-attribute",
      "@Contract.API struct Store {\n@_Scope1 @Path(\"a\") ▶@Path(\"b\") struct Pets { @GET func list() {} }\n}",
      "'@Path' is repeated here; remove one of the two."),
  ]
}
