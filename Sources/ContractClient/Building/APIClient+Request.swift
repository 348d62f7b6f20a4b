public import Contract
public import ContractCoding

extension APIClient {
  // MARK: Query

  /// Adds a member to the query; nil is left out. Arrays and objects are spelled as ``wire(_:)`` says.
  ///
  /// Every request of the client has it, those of contracts too. Calls with the same name add up.
  public func query<T: Encodable & Sendable>(_ name: String, _ value: T?) -> APIClient {
    guard let value else { return self }
    return addingQuery { try $0.append(value, named: name, to: &$1) }
  }

  /// Adds an enumeration's raw value to the query; nil is left out.
  public func query<T: RawRepresentable & Encodable & Sendable>(_ name: String, _ value: T?) -> APIClient
  where T.RawValue: Encodable & Sendable {
    query(name, value?.rawValue)
  }

  /// Adds members to the query: `.query(["name": "John", "limit": limit])`. Those that are nil are left out.
  public func query(_ members: ObjectLiteral) -> APIClient {
    addingQuery { encoder, bytes in
      for member in members.members { try encoder.append(member.value, named: member.name, to: &bytes) }
    }
  }

  /// Adds the members of a dictionary to the query, in the order of their names.
  @_disfavoredOverload
  public func query<T: Encodable & Sendable>(_ members: [String: T]) -> APIClient { query(ObjectLiteral(members)) }

  /// Adds the members of a value to the query.
  @_disfavoredOverload
  public func query<T: Encodable & Sendable>(_ value: T) -> APIClient {
    addingQuery { try $0.append(value, to: &$1) }
  }

  /// Removes what the client has been given as a query so far.
  public func removingQuery() -> APIClient {
    changed { $0.draft.queries = [] }
  }

  private func addingQuery(_ append: @escaping @Sendable (URLFormEncoder, inout [UInt8]) throws -> Void) -> APIClient {
    changed { $0.draft.queries.append(.value(append)) }
  }

  // MARK: Fields

  /// Sends this field with every request that does not set it itself; it replaces an earlier value.
  ///
  /// - Parameter value: text without control characters and without white space at its ends; the first call throws
  ///   otherwise.
  public func header(_ name: HTTPFieldName, _ value: String) -> APIClient {
    settingField(name, value, replaces: true) { $0[name] = $1 }
  }

  /// Sends this field, beside earlier values of the same name, with every request that does not set it itself.
  public func addingHeader(_ name: HTTPFieldName, _ value: String) -> APIClient {
    settingField(name, value) { $0.append(name, $1) }
  }

  /// Sends these fields with every request that does not set them itself; they replace earlier values of their names.
  public func headers(_ fields: HTTPFields) -> APIClient {
    changed { values in
      for name in Set(fields.map(\.name)) { values.forget(name) }
      for field in fields { values.configuration.fields.append(field.name, field.value) }
    }
  }

  /// Sends this field no more, unless a request sets it itself.
  public func removingHeader(_ name: HTTPFieldName) -> APIClient {
    changed { $0.forget(name) }
  }

  private func settingField(
    _ name: HTTPFieldName, _ value: String, replaces: Bool = false, _ set: (inout HTTPFields, HTTPFieldValue) -> Void
  ) -> APIClient {
    changed { values in
      guard let value = HTTPFieldValue(value) else {
        values.fieldMistakes[name] = ClientSettings.Values.mistake(
          "the value for `\(name)` has control characters or white space at its ends")
        return
      }
      if replaces { values.fieldMistakes[name] = nil }
      set(&values.configuration.fields, value)
    }
  }

  // MARK: Anything else

  /// Compresses content that is in memory and has at least so many bytes; content that has a coding already stays.
  ///
  /// Not every server takes that; the one of this package does with its middleware `RequestDecompression`.
  public func compressingBodies(_ format: CompressionFormat = .gzip, from count: Int = 1024) -> APIClient {
    modifyRequest { request, _ in
      guard case .bytes(let bytes) = request.body, bytes.count >= count, !request.fields.contains(.contentEncoding)
      else { return }
      request.body = .bytes(Deflater.deflate(bytes, format))
      request.fields[.contentEncoding] = format == .gzip ? "gzip" : "deflate"
    }
  }

  /// Changes every request before it is sent, with the configuration that the call has in the end.
  ///
  /// It runs once for a call, before middleware, in the order in which such modifiers were added. The target and the
  /// authority are complete already; credentials are not there.
  public func modifyRequest(
    _ change: @escaping @Sendable (inout HTTPRequest, ClientConfiguration) throws -> Void
  ) -> APIClient {
    changed { $0.draft.changes.append(change) }
  }
}
