import ContractServer
import NotesContract

/// Returns what it gets.
struct KindStore: Kinds {
  func scalars(value: Scalars) async throws -> Scalars { value }
  func containers(value: Containers) async throws -> Containers { value }
  func bounded(value: Bounded) async throws -> Bounded { value }
  func step(value: Step) async throws -> Step { value }
  func row(value: Row) async throws -> Row { value }
  func plain(value: Plain) async throws -> Plain { value }
}
