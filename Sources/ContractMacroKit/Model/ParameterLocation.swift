/// The location of a parameter in a request, with the cases of the enumeration in `Contract`.
enum ParameterLocation: String {
  case path, query, header, cookie, body
}
