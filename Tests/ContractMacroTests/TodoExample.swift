public import protocol Contract.Mockable
public import struct ContractMacroFixtures.Todo

/// An example that the module with the contract and its mock does not know.
extension Todo: Mockable {
  /// The example.
  public static var mock: Todo { Todo(id: 7, title: "Buy milk") }
}
