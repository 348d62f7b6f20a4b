internal import ContractCoding

/// A generated request and the response that is expected for it.
struct TestCase: Sendable {
  /// The expected kind of response.
  enum Intent: Sendable, Equatable {
    /// A success, or a declared error that does not refuse the request as invalid.
    case accepted
    /// A refusal because of the request's values or body.
    case refused
    /// A 401.
    case unauthorized
  }

  var request: OperationRequest
  let intent: Intent
  /// Whether the operation's credentials are part of the request.
  let isAuthorized: Bool

  /// Returns simpler requests, the simplest first.
  func simpler() -> [TestCase] {
    var requests: [OperationRequest] = []
    for parameter in request.operation.parameters where parameter.location != .path {
      guard request[parameter] != nil else { continue }
      var smaller = request
      smaller[parameter] = nil
      requests.append(smaller)
    }
    if request.body != nil {
      var smaller = request
      smaller.body = nil
      requests.append(smaller)
    }
    for parameter in request.operation.parameters {
      for value in request[parameter]?.simpler ?? [] {
        var smaller = request
        smaller[parameter] = value
        requests.append(smaller)
      }
    }
    for value in request.body?.value?.simpler ?? [] {
      var smaller = request
      smaller.body?.content = .value(value)
      requests.append(smaller)
    }
    if case .bytes(let bytes)? = request.body?.content, bytes.count > 1 {
      var smaller = request
      smaller.body?.content = .bytes(Array(bytes.prefix(bytes.count / 2)))
      requests.append(smaller)
    }
    return requests.map { TestCase(request: $0, intent: intent, isAuthorized: isAuthorized) }
  }
}

extension JSONValue {
  /// Simpler values of the same type, the simplest first.
  var simpler: [JSONValue] {
    switch self {
    case .null: []
    case .bool(let flag): flag ? [false] : []
    case .number(let digits): Self.simpler(than: digits)
    case .string(let text): Self.simpler(than: text)
    case .array(let elements):
      (elements.isEmpty ? [] : [[]])
        + elements.indices.prefix(20).map { index in
          .array(elements.enumerated().filter { $0.offset != index }.map(\.element))
        }
        + elements.indices.prefix(20).flatMap { index in
          elements[index].simpler.map { value in
            var changed = elements
            changed[index] = value
            return .array(changed)
          }
        }
    case .object(let members):
      members.names.map { name in
        var changed = members
        changed[name] = nil
        return .object(changed)
      }
        + members.flatMap { name, value in
          value.simpler.map { value in
            var changed = members
            changed[name] = value
            return .object(changed)
          }
        }
    }
  }

  private static func simpler(than digits: JSONDigits) -> [JSONValue] {
    guard let number = digits.integer(as: Int64.self) else {
      guard let number = digits.double, let rounded = JSONDigits(number.rounded()) else { return [0] }
      return number.rounded().magnitude < number.magnitude ? [0, .number(rounded)] : [0]
    }
    let candidates = [0, 1, number / 10, number / 2, number > 0 ? number - 1 : number + 1]
    return candidates.filter { $0.magnitude < number.magnitude }.map { .number(JSONDigits($0)) }
  }

  private static func simpler(than text: String) -> [JSONValue] {
    let scalars = text.unicodeScalars
    guard !scalars.isEmpty else { return [] }
    let plain = String(repeating: "a", count: scalars.count)
    let parts = [
      scalars.prefix(scalars.count / 2), scalars.dropFirst(scalars.count / 2), scalars.dropLast(), scalars.dropFirst(),
    ]
    let shorter = (["", "a"] + parts.map { String($0) }).filter { $0.unicodeScalars.count < scalars.count }
    return (shorter + (plain == text ? [] : [plain])).map { .string($0) }
  }
}
