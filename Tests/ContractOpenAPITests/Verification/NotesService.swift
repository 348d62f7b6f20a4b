import Contract
import Foundation
import NotesContract

/// An implementation of the contract ``Notes`` with one note.
struct NotesService: Notes {
  static let id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()

  private func note(_ id: UUID, _ title: String = "Buy milk") -> Note {
    Note(
      id: id, title: title, due: Date(timeIntervalSince1970: 1_767_323_045), state: .known(.open),
      owner: nil, serial: 7)
  }

  func list(
    limit: Int, state: State?, tags: [String], since: Date?, filter: Query<Filter?>, requestSource: Header<String?>
  ) async throws -> (notes: Page<Note>, totalCount: Header<Int>) {
    (Page(items: [note(Self.id)], next: nil), 1)
  }

  func note(id: UUID) async throws -> Note {
    guard id == Self.id else { throw NoteError.notFound }
    return note(id)
  }

  func create(title: String, text: String?, priority: Int, tags: [String], due: Date?) async throws -> Note {
    if tags.count > 3 { throw NoteError.tooMany(limit: 3) }
    if title == "taken" { throw NoteError.taken(name: title, by: nil) }
    return note(Self.id, title)
  }

  func replace(id: UUID, note: Body<Note>, version: IfMatch) async throws {}

  func draw(id: UUID, shape: Body<Shape>) async throws -> Drawn {
    switch shape {
    case .circle: .replaced(shape)
    case .line: .created(shape, location: "/shapes/1")
    case .empty: .queued
    }
  }

  func attach(id: UUID, file: Part, others: [Part], label: String?) async throws {}
  func delete(id: UUID) async throws {}
  func text(id: UUID) async throws -> String { "the words" }
  func photo(id: UUID) async throws -> [UInt8] { [1, 2, 3] }
  func tree(session: Cookie<String?>) async throws -> Tree? { Tree(name: "root", children: []) }
}
