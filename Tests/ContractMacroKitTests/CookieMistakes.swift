/// Errors in the names of cookies.
extension Mistake {
  static let cookies: [Mistake] = [
    .function(
      "cookie-name", "@GET(\"/todos\") @Name(\"x\", ▶\"a;b\") func list(x: Cookie<Int>) async throws",
      "'a;b' cannot be the name of a cookie; use ASCII letters, digits and hyphens."),
    .scope(
      "cookie-name", "@GET func list(@Cookie(\"a;b\") ▶x: Int) {}",
      "'a;b' cannot be the name of a cookie; use ASCII letters, digits and hyphens."),
    .scope(
      "cookie-name", "@GET func list(@Cookie ▶größe: Int) {}",
      "'größe' cannot be the name of a cookie; use ASCII letters, digits and hyphens."),
    Mistake(
      "cookie-name", "@Request struct Find { @Cookie(▶\"a;b\") var x: Int }",
      "'a;b' cannot be the name of a cookie; use ASCII letters, digits and hyphens."),
  ]
}
