internal import ContractCoding
internal import ContractHTTP

/// A comparison of two documents.
struct DocumentComparison {
  let old: OpenAPIDocument
  let new: OpenAPIDocument
  var schemas: SchemaComparison
  private(set) var changes: [OpenAPIChange] = []
  /// The positions of changes that several operations share.
  private var positions: [OpenAPIChange: Int] = [:]

  init(_ old: OpenAPIDocument, _ new: OpenAPIDocument) {
    self.old = old
    self.new = new
    schemas = SchemaComparison(old, new)
  }

  /// Compares all parts of the documents.
  mutating func run() {
    if old.servers != new.servers {
      report(.serversChanged, at: "/servers", isInNew: !new.servers.isEmpty, "The servers changed")
    }
    if old.title != new.title || old.root["info"]?["description"]?.value != new.root["info"]?["description"]?.value {
      report(.descriptionChanged, at: "/info", isInNew: true, "The title or description of the API changed")
    }
    compareSecuritySchemes()
    let known = Dictionary(new.operations.map { ($0.key, $0) }) { first, _ in first }
    for operation in old.operations {
      if let newer = known[operation.key] {
        var comparison = OperationComparison(operation, newer)
        comparison.run(&schemas)
        for change in comparison.changes { add(change, of: operation.title) }
      } else {
        report(
          .operationRemoved, of: operation.title, at: operation.pointer, isInNew: false,
          "The operation is removed, so clients receive 404 or 405")
      }
    }
    let former = Set(old.operations.map(\.key))
    for operation in new.operations where !former.contains(operation.key) {
      report(.operationAdded, of: operation.title, at: operation.pointer, isInNew: true, "The operation is new")
    }
    compareCallbacks()
  }

  mutating func report(
    _ rule: DiffRule, of operation: String? = nil, at pointer: String, isInNew: Bool, _ difference: String
  ) {
    add(OpenAPIChange(rule, .request, at: pointer, isInNew: isInNew, difference), of: operation)
  }

  /// Adds a change, or adds the operation to an equal change.
  mutating func add(_ change: OpenAPIChange, of operation: String?) {
    let position = positions[change] ?? changes.count
    if position == changes.count {
      positions[change] = position
      changes.append(change)
    }
    if let operation, changes[position].operations.last != operation { changes[position].operations.append(operation) }
  }

  private mutating func compareSecuritySchemes() {
    for (name, scheme) in old.securitySchemes {
      guard let newer = new.securitySchemes.first(where: { $0.name == name })?.node else { continue }
      let isHeader = scheme.value["in"] == "header" && newer.value["in"] == "header"
      for keyword in ["type", "in", "name", "scheme"] {
        let (before, now) = (scheme.value[keyword], newer.value[keyword])
        // Names of schemes and headers are case-insensitive (RFC 9110 §5.1, §11.1).
        let hasCase = keyword != "scheme" && !(keyword == "name" && isHeader)
        let isEqual = hasCase ? before == now : before?.string?.lowercased() == now?.string?.lowercased()
        guard !isEqual else { continue }
        report(
          .securitySchemeChanged, at: "\(newer.pointer)/\(keyword)", isInNew: true,
          "`\(keyword)` of the security scheme `\(name)` is \(now?.description ?? "absent") instead of "
            + "\(before?.description ?? "absent"), so credentials of clients are refused")
      }
    }
  }
}

extension OpenAPIOperation {
  /// The method and path without the names of placeholders, used to match operations of two versions.
  var key: String {
    var path: [UInt8] = []
    var isName = false
    for byte in self.path.utf8 {
      if byte == UInt8(ascii: "}") { isName = false }
      if !isName { path.append(byte) }
      if byte == UInt8(ascii: "{") { isName = true }
    }
    return "\(method.rawValue) \(String(decoding: path, as: UTF8.self))"
  }

  /// The names of the placeholders, in order.
  var placeholders: [String] {
    path.split(atByte: "{").dropFirst().map { String($0.prefix(toByte: "}")) }
  }
}
