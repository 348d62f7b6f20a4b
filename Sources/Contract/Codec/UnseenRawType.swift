// A check in generated code. In `enum Sort: Word`, only the compiler knows whether `Word` is a protocol or another name of a
// raw type, with which Codable would write raw values instead of cases.
//
// The check has two statements. In one, the compiler would prefer the overload whose function is available.

/// An enum without raw values.
public struct _ContractCases {
  /// Does nothing: the enum inherits protocols.
  public func rawType() {}
}

/// An enum with raw values whose type a macro does not see.
public struct _ContractRawCases {
  /// Unavailable: a macro must see the type of raw values. It is hidden by another name, or by a conformance to
  /// `RawRepresentable`.
  @available(
    *, unavailable,
    message: "a macro does not see the type of these raw values: write the type itself, such as `String` or `Int`"
  )
  public func rawType() { fatalError("unavailable") }
}

/// Returns the check of an enum without raw values.
public func _contractCases<T>(of type: T.Type) -> _ContractCases { _ContractCases() }

/// Returns the check of an enum with raw values.
public func _contractCases<T: RawRepresentable>(of type: T.Type) -> _ContractRawCases { _ContractRawCases() }
