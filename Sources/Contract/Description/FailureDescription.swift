public import ContractCoding
internal import ContractHTTP

/// A declared failure, with the members of its body.
public struct FailureDescription: Sendable {
  /// The code and the status.
  public let failure: FailureCase
  /// The name of the type that declares the failure.
  public let typeName: String
  /// The name or the JSON Pointer of the member that carries the code, see ``APIFailure/codeMember``.
  public let codeMember: String
  /// The associated values.
  public let members: [JSONSchema.Property]

  /// Returns the failures of a type.
  ///
  /// - Parameter problems: receives the reasons why members cannot be described.
  static func all(of type: any APIFailure.Type, _ problems: inout [String]) -> [FailureDescription] {
    type.declaredCases.map { element in
      let recorder = MemberRecorder()
      do {
        _ = try type.decode(element.code, from: FailureDecoder(recorder: recorder))
      } catch {
        problems.append(
          "the values of `\(type)` with the code \(element.code) cannot be determined by decoding; add @Schema to the "
            + "type of the value `\(recorder.members.last?.name ?? "")`")
      }
      return FailureDescription(
        failure: element, typeName: JSONSchema(named: type).name ?? "\(type)", codeMember: type.codeMember,
        members: recorder.members)
    }
  }
}

/// A recorder of the associated values that a failure decodes.
final class MemberRecorder {
  private(set) var members: [JSONSchema.Property] = []

  func value<T: Decodable>(_ name: String, _ type: T.Type) throws -> T {
    let isOptional = T.self is any ExpressibleByNilLiteral.Type
    members.append(JSONSchema.Property(name, .of(T.self), isRequired: !isOptional))
    return try Placeholder.value(of: T.self)
  }
}

extension FailureDecoder {
  /// Creates a decoder of an object without members, which records those that are read.
  init(recorder: MemberRecorder) throws {
    let document = try JSONDocument(Array("{}".utf8))
    self.init(holder: document.root, path: [], options: JSONOptions(), recorder: recorder)
  }
}
