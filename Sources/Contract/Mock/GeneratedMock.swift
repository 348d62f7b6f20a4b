/// A mock that `@Mock` generates.
///
/// The functions of a contract are in an extension of its protocol for these mocks only, as for ``_ContractClient``. The
/// functions use the mock of this contract, which may be a part of the mock of a refining contract.
public protocol _ContractMock: AnyObject, Sendable {
  /// The protocol that is mocked.
  associatedtype Service: Sendable

  /// The mocks of the protocols that the contract refines.
  var _parents: [any _ContractMock] { get }

  /// Creates a mock with a policy for functions that are not set.
  init(policy: MockPolicy<Service>)

  /// Creates a mock whose parents are shared with the other mocks of `assembly`.
  init(policy: MockPolicy<Service>, _sharing assembly: _MockAssembly)
}

extension _ContractMock {
  /// Returns an empty array.
  public var _parents: [any _ContractMock] { [] }

  /// Creates a mock without parents.
  public init(policy: MockPolicy<Service>, _sharing assembly: _MockAssembly) { self.init(policy: policy) }

  /// Returns the mock of a type: this mock, or one of its parents.
  public func _mock<Mock: _ContractMock>(_ type: Mock.Type) -> Mock {
    guard let mock = _find(type) else { preconditionFailure("\(Self.self) is not a mock that '@Mock' generated") }
    return mock
  }

  private func _find<Mock: _ContractMock>(_ type: Mock.Type) -> Mock? {
    if let own = self as? Mock { return own }
    for parent in _parents {
      if let mock = parent._find(type) { return mock }
    }
    return nil
  }
}

/// The mocks of a contract and of the contracts that it refines, one per type.
public final class _MockAssembly {
  private var mocks: [ObjectIdentifier: any _ContractMock] = [:]

  /// Creates an empty assembly.
  public init() {}

  /// Returns the mock of a type, which is created once.
  public func mock<Mock: _ContractMock>(policy: MockPolicy<Mock.Service>) -> Mock {
    if let known = mocks[ObjectIdentifier(Mock.self)] as? Mock { return known }
    let mock = Mock(policy: policy, _sharing: self)
    mocks[ObjectIdentifier(Mock.self)] = mock
    return mock
  }
}

extension MockPolicy {
  /// Returns the policy for a protocol that the service's protocol refines.
  public func _mapped<Parent>(_ upcast: (Service) -> Parent) -> MockPolicy<Parent> {
    switch kind {
    case .fail: .fail
    case .examples: .examples
    case .passThrough(let service): .passThrough(to: upcast(service))
    }
  }
}
