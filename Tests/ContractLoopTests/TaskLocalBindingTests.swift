import ContractLoop
import Testing

@Suite("Bindings of task-local values")
struct TaskLocalBindingTests {
  final class Value: Sendable {}

  @TaskLocal static var current: Value?

  @Test("An object is bound until the binding ends, and tasks that start meanwhile keep it")
  func binds() async throws {
    let binding = try #require(TaskLocalBinding(of: Self.$current, probe: Value()))
    let (outer, inner) = (Value(), Value())
    binding.bind(outer)
    binding.bind(inner)
    let first = Self.current
    let started = Task {
      await Task.yield()
      return Self.current
    }
    binding.unbind()
    let second = Self.current
    binding.unbind()
    #expect(first === inner && second === outer && Self.current == nil)
    #expect(await started.value === inner)
  }

  @Test("An object is released when its binding ends")
  func releases() throws {
    let binding = try #require(TaskLocalBinding(of: Self.$current, probe: Value()))
    weak var released: Value?
    do {
      let value = Value()
      released = value
      binding.bind(value)
    }
    let isKept = released != nil
    binding.unbind()
    #expect(isKept && released == nil)
  }
}
