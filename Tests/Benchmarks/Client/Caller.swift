internal import BenchmarkTodos
internal import ContractClient

/// Calls one endpoint many times.
struct Caller: Sendable {
  var todos: TodosAPI
  var creates: Bool

  /// Makes `inFlight` calls at a time until the time is over, and returns the number of calls.
  func call(for milliseconds: Int, inFlight: Int) async throws -> Int {
    let end = ProcessorTime.onTheClock() + milliseconds * 1_000_000
    if inFlight == 1 { return try await call(until: end) }
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<inFlight {
        group.addTask { try await call(until: end) }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Makes calls one after another.
  private func call(until end: Int) async throws -> Int {
    var count = 0
    while ProcessorTime.onTheClock() < end {
      try await call()
      count += 1
    }
    return count
  }

  /// Makes `count` calls, `inFlight` at a time.
  func call(times count: Int, inFlight: Int) async throws {
    try await withThrowingTaskGroup { group in
      for index in 0..<inFlight {
        group.addTask {
          for _ in stride(from: index, to: count, by: inFlight) { try await call() }
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

private struct WrongAnswer: Error {}
