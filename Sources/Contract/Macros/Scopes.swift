/// What stands behind `@Query`, `@Header`, `@Field` and `@Body` on the parameters of a scope's functions; `@API` on a struct
/// names it there. The value is the parameter itself.
@propertyWrapper
public struct _ScopeParameter<Value> {
  /// The value.
  public var wrappedValue: Value

  /// A parameter whose name is its key.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// A parameter with another key.
  public init(wrappedValue: Value, _ name: StaticString) { self.wrappedValue = wrappedValue }
}

#if Macros
  /// Makes a struct with `@Path` a scope of the struct with `@API` around it; `@API` adds it.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope1() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Makes a struct with `@Path` a scope of the scope around it.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope2() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Makes a struct with `@Path` a scope of the scope around it.
  @attached(member, names: arbitrary)
  @attached(memberAttribute)
  public macro _Scope3() = #externalMacro(module: "ContractMacros", type: "ScopeMacro")

  /// Gives a function of a scope, which is called under a generated one of its name, something to compile.
  @attached(body)
  public macro _ScopeFunction() = #externalMacro(module: "ContractMacros", type: "ScopeFunctionMacro")
#endif
