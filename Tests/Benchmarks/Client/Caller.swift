internal import BenchmarkTodos
internal import ContractClient
internal import Synchronization

/// Calls one endpoint many times.
struct Caller: Sendable {
  var todos: TodosAPI
  var creates: Bool

  /// Makes `count` calls, so many at a time.
  func call(_ count: Int, inFlight: Int) async throws {
    if inFlight == 1 {
      for _ in 0..<count { try await call() }
      return
    }
    let left = Counter(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<inFlight {
        group.addTask {
          while left.take() { try await call() }
        }
      }
      try await group.waitForAll()
    }
  }

  private func call() async throws {
    if creates {
      let new = Samples.newTodo
      let created = try await todos.create(title: new.title, done: new.done, tags: new.tags, owner: new.owner)
      guard created.id > 0 else { throw WrongAnswer() }
    } else {
      let list = try await todos.list(user: 7, limit: 20, done: true)
      guard list.count == 20, list[0].id > 0 else { throw WrongAnswer() }
    }
  }
}

/// How many calls are left, for tasks that share them.
private final class Counter: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) {
    left = Atomic(count)
  }

  func take() -> Bool {
    left.subtract(1, ordering: .relaxed).oldValue > 0
  }
}

private struct WrongAnswer: Error {}
