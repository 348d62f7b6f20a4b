extension Route {
  /// The route with responses that announce the deprecation of its operation; unchanged if it is not deprecated.
  package var announcingDeprecation: Route {
    guard let fields = operation.deprecation?.fields, !fields.isEmpty else { return self }
    let respond = respond
    return responding { request in
      var response = try await respond(request)
      for field in fields where !response.fields.contains(field.name) {
        response.fields.append(field.name, field.value)
      }
      return response
    }
  }
}
