/// The property wrapper of parameters with `@Query`, `@Header`, `@Field` and `@Body` in a scope's functions, added by
/// `@API` on a struct. The value is the parameter itself.
@propertyWrapper
public struct _ScopeParameter<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a parameter whose name is its key.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates a parameter with the key `name`.
  public init(wrappedValue: Value, _ name: StaticString) { self.wrappedValue = wrappedValue }
}

#if Macros
  /// Turns a struct with `@Path` into a scope of the enclosing struct with `@API`. Added by `@API`.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope1() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Turns a struct with `@Path` into a scope of the enclosing scope.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope2() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Turns a struct with `@Path` into a scope of the enclosing scope.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope3() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Adds a body to a function of a scope. Calls use the generated function of the same name instead.
  @attached(body)
  public macro _ScopeFunction() = #externalMacro(module: "ContractMacros", type: "ScopeFunctionMacro")
#endif
