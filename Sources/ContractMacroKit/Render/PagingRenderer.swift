/// A renderer of the extension with functions that request all pages. Clients, mocks and services have these functions.
struct PagingRenderer {
  let contract: ContractModel
  /// The endpoints without errors.
  let endpoints: [EndpointModel]
  var locations = SourceLocations.none

  /// Returns the extension of `type`; nil without `@Paged`.
  func render(extending type: String) -> String? {
    let functions = endpoints.compactMap { PagedFunction($0, in: contract) }
    guard !functions.isEmpty else { return nil }
    var writer = SourceWriter(locations: locations)
    writer.attributes(contract.availability)
    writer.block("extension \(type)") { writer in
      for (index, function) in functions.enumerated() {
        if index > 0 { writer.gap() }
        function.render(into: &writer)
      }
    }
    return writer.text
  }
}
