internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The state of an export that all parts of the document share.
final class ExportContext {
  let version: OpenAPIVersion
  /// The statuses with which middleware responds, by the ids of operations.
  let refusals: [String: [HTTPStatus]]
  private var definitions = JSONSchemaDefinitions(at: "#/components/schemas/")
  /// The schemas without a Swift type, by their names.
  private(set) var ownSchemas: [String: JSONValue] = [:]
  private(set) var responses: [String: JSONValue] = [:]
  /// The security schemes with their names in contracts, by their names in the document.
  private var declaredSchemes: [String: (declared: String, value: JSONValue)] = [:]
  private var ownOmissions: [String] = []
  /// The elements of ``ownOmissions``. A document may have one for each operation.
  private var knownOmissions: Set<String> = []
  private var ownProblems: [String] = []

  /// - Parameter refusals: the statuses with which middleware responds, by operation.
  init(version: OpenAPIVersion, refusals: [String: [HTTPStatus]] = [:]) {
    self.version = version
    self.refusals = refusals
    definitions.hasDiscriminators = true
    // A number is appended to the name of a contract's type with this name.
    definitions.reserve("Problem")
  }

  /// The security schemes by their names in the document.
  var securitySchemes: [String: JSONValue] { declaredSchemes.mapValues(\.value) }

  /// The parts of the contract that cannot be described.
  var problems: [String] { ownProblems + definitions.problems }

  /// The facts that this version of OpenAPI cannot express.
  var omissions: [String] { ownOmissions + definitions.missingDiscriminators.sorted() }

  func add(problem: String) {
    if !ownProblems.contains(problem) { ownProblems.append(problem) }
  }

  /// Records a fact that this version of OpenAPI cannot express.
  func omit(_ sentence: String) {
    if knownOmissions.insert(sentence).inserted { ownOmissions.append(sentence) }
  }

  /// Returns a schema as a value of the document.
  ///
  /// - Parameter isForm: true for a value of a form or a parameter, which cannot be null.
  func schema(_ schema: JSONSchema, _ options: JSONOptions, isForm: Bool = false) -> JSONValue {
    definitions.admitsNull = !isForm
    var writer = JSONWriter(options: options)
    definitions.write(schema, to: &writer)
    return value(writer)
  }

  /// Adds a schema under a name, once. If a different schema has the name already, the new name ends in a number.
  ///
  /// - Returns: a reference to it.
  func define(_ wanted: String, _ schema: JSONValue) -> JSONValue {
    var name = wanted
    var number = 2
    while ownSchemas[name] != schema {
      if definitions.reserve(name) {
        ownSchemas[name] = schema
        break
      }
      name = "\(wanted)\(number)"
      number += 1
    }
    return ["$ref": .string("#/components/schemas/" + name)]
  }

  /// Adds the schema of the problems that the server itself responds with, once.
  ///
  /// - Returns: a reference to it.
  func defineProblem() -> JSONValue {
    ownSchemas["Problem"] = ProblemSchema.value
    return ["$ref": "#/components/schemas/Problem"]
  }

  /// Adds a response to the components under a name, once.
  ///
  /// - Returns: a reference to it.
  func define(response name: String, _ make: () -> JSONValue) -> JSONValue {
    if responses[name] == nil { responses[name] = make() }
    return ["$ref": .string("#/components/responses/" + name)]
  }

  /// Adds a security scheme, once.
  ///
  /// - Returns: its name in the document. Characters that OpenAPI does not allow in names of components are replaced.
  func define(securityScheme declared: String, _ value: JSONValue) -> String {
    let name = String(declared.unicodeScalars.map { Self.isAllowedInName($0) ? Character($0) : "-" })
    if let (first, known) = declaredSchemes[name] {
      if first != declared {
        add(
          problem: "the security schemes `\(first)` and `\(declared)` are both called `\(name)` in documents; "
            + "give one of them another name")
      } else if known != value {
        add(problem: "two security schemes are called `\(declared)`; give one of them another name")
      }
    } else {
      declaredSchemes[name] = (declared, value)
    }
    return name
  }

  /// Returns true for a letter, a digit, `.`, `-` and `_` (OpenAPI 3.1.1 §4.8.7.1).
  private static func isAllowedInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
    default: false
    }
  }

  /// Returns all schemas, sorted by name.
  func allSchemas() -> JSONValue {
    var writer = JSONWriter()
    definitions.writeAll(to: &writer)
    let all = (try? JSONValue(parsing: writer.bytes))?.object ?? JSONObject()
    var members = all.map { ($0.name, downgraded($0.value)) }
    for (name, schema) in ownSchemas { members.append((name, schema)) }
    return .object(JSONObject(members.sorted { $0.0 < $1.0 }))
  }

  private func value(_ writer: JSONWriter) -> JSONValue {
    (try? JSONValue(parsing: writer.bytes)).map(downgraded) ?? .object(JSONObject())
  }

  private func downgraded(_ schema: JSONValue) -> JSONValue {
    version == .v30 ? SchemaDowngrade(report: omit).schema(schema) : schema
  }
}

extension JSONValue {
  /// Returns an object of the members that are present, in order.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(JSONObject(members.compactMap { member in member.value.map { (member.key, $0) } }))
  }
}
