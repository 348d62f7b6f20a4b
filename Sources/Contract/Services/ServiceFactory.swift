/// The routes of a service that is created for each request.
public struct ServiceFactory<Service: Sendable>: Sendable {
  private let needs: [ServiceNeed]
  private let make: @Sendable (ServerRequest) throws -> Service

  /// Creates a factory whose closure gets the values of the inputs.
  public init<each Value>(
    _ inputs: repeat ServiceInput<each Value>, service: @escaping @Sendable (repeat each Value) throws -> Service
  ) {
    var needs: [ServiceNeed] = []
    for input in repeat each inputs {
      if let need = input.need { needs.append(need) }
    }
    self.needs = needs
    self.make = { request in try service(repeat try (each inputs).read(request)) }
  }

  /// Returns routes that create a service for each request.
  ///
  /// - Parameter route: returns the route of an operation with its index for a service.
  public func routes(
    of operations: [APIOperation], route: @escaping @Sendable (Int, Service) -> Route
  ) -> [Route] {
    operations.enumerated().map { index, operation in
      var created = Route(operation: operation) { [make] request in
        try await route(index, make(request)).handler(request)
      }
      created.needs = needs
      return created
    }
  }
}
