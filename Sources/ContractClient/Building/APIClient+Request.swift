public import Contract
public import ContractCoding

extension APIClient {
  // MARK: Query

  /// Adds a query parameter; nil adds none. ``wire(_:)`` sets the format of arrays and objects.
  ///
  /// Every request of the client sends the parameter, including requests of contracts. Repeated calls with one name add
  /// values.
  public func query<T: Encodable & Sendable>(_ name: String, _ value: T?) -> APIClient {
    guard let value else { return self }
    return addingQuery { try $0.append(value, named: name, to: &$1) }
  }

  /// Adds an enumeration's raw value to the query; nil adds none.
  public func query<T: RawRepresentable & Encodable & Sendable>(_ name: String, _ value: T?) -> APIClient
  where T.RawValue: Encodable & Sendable {
    query(name, value?.rawValue)
  }

  /// Adds query parameters: `.query(["name": "John", "limit": limit])`. Members that are nil are omitted.
  public func query(_ members: ObjectLiteral) -> APIClient {
    addingQuery { encoder, bytes in
      for member in members.members { try encoder.append(member.value, named: member.name, to: &bytes) }
    }
  }

  /// Adds the members of a dictionary to the query, sorted by name.
  @_disfavoredOverload
  public func query<T: Encodable & Sendable>(_ members: [String: T]) -> APIClient { query(ObjectLiteral(members)) }

  /// Adds the members of a value to the query.
  @_disfavoredOverload
  public func query<T: Encodable & Sendable>(_ value: T) -> APIClient {
    addingQuery { try $0.append(value, to: &$1) }
  }

  /// Removes all query parameters added so far.
  public func removingQuery() -> APIClient {
    changed { $0.draft.queries = [] }
  }

  private func addingQuery(_ append: @escaping @Sendable (URLFormEncoder, inout [UInt8]) throws -> Void) -> APIClient {
    changed { $0.draft.queries.append(.value(append)) }
  }

  // MARK: Headers

  /// Sets a header for every request that does not set it itself, replacing an earlier value.
  ///
  /// - Parameter value: A string without control characters and without leading or trailing white space; otherwise the
  ///   first call throws.
  public func header(_ name: HTTPFieldName, _ value: String) -> APIClient {
    settingField(name, value, replaces: true) { $0[name] = $1 }
  }

  /// Adds a header to every request that does not set it itself, keeping earlier values of the same name.
  public func addingHeader(_ name: HTTPFieldName, _ value: String) -> APIClient {
    settingField(name, value) { $0.append(name, $1) }
  }

  /// Sets headers for every request that does not set them itself, replacing earlier values of the same names.
  public func headers(_ fields: HTTPFields) -> APIClient {
    changed { values in
      for name in Set(fields.map(\.name)) { values.forget(name) }
      for field in fields { values.configuration.fields.append(field.name, field.value) }
    }
  }

  /// Removes a header from the client. A request can still set it.
  public func removingHeader(_ name: HTTPFieldName) -> APIClient {
    changed { $0.forget(name) }
  }

  private func settingField(
    _ name: HTTPFieldName, _ value: String, replaces: Bool = false, _ set: (inout HTTPFields, HTTPFieldValue) -> Void
  ) -> APIClient {
    changed { values in
      guard let value = HTTPFieldValue(value) else {
        values.fieldErrors[name] = ClientSettings.Values.invalidSetting(
          "the value for `\(name)` has control characters or white space at its ends")
        return
      }
      if replaces { values.fieldErrors[name] = nil }
      set(&values.configuration.fields, value)
    }
  }

  // MARK: Changes

  /// Compresses bodies in memory of at least `count` bytes, unless they already have a content coding.
  ///
  /// The server must accept compressed requests, as this package's server does with the middleware
  /// `RequestDecompression`.
  public func compressingBodies(_ format: CompressionFormat = .gzip, from count: Int = 1024) -> APIClient {
    modifyRequest { request, _ in
      guard case .bytes(let bytes) = request.body, bytes.count >= count, !request.fields.contains(.contentEncoding)
      else { return }
      request.body = .bytes(Deflater.deflate(bytes, format))
      request.fields[.contentEncoding] = format == .gzip ? "gzip" : "deflate"
    }
  }

  /// Changes every request before it is sent, using the final configuration of the call.
  ///
  /// The closures run once per call, before middleware, in the order of the modifiers. Target and authority are
  /// complete; credentials are not added yet. Resumed downloads and uploads of files consist of several requests, and
  /// the closures run for each. To resume a download or an upload, a later call must have the same URL before these
  /// changes.
  public func modifyRequest(
    _ change: @escaping @Sendable (inout HTTPRequest, ClientConfiguration) throws -> Void
  ) -> APIClient {
    changed { $0.draft.changes.append(change) }
  }
}
