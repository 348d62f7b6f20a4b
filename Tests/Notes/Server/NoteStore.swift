import ContractHTTP
import ContractServer
import FoundationEssentials
import NotesContract

/// Notes in memory.
final class NoteStore: Notes {
  private struct State {
    var notes: [UUID: Note] = [:]
    var serial: UInt64 = 0
  }

  private let state = Lock(State())

  func list(
    limit: Int, state wanted: NotesContract.State?, tags: [String], since: Date?, filter: Filter?,
    requestSource: String?
  ) async throws -> (notes: Page<Note>, totalCount: Int) {
    let all = state.withLock { $0.notes.values.sorted { $0.serial > $1.serial } }
    let found = all.filter { note in wanted.map { note.state == .known($0) } ?? true }
    return (Page(items: Array(found.prefix(limit)), next: found.count > limit ? "\(limit)" : nil), all.count)
  }

  func note(id: UUID) async throws -> Note {
    guard let note = state.withLock({ $0.notes[id] }) else { throw NoteError.notFound }
    return note
  }

  func create(title: String, text: String?, priority: Int, tags: [String], due: Date?) async throws -> Note {
    if tags.count > 100 { throw NoteError.tooMany(limit: 100) }
    return try state.withLock { state in
      if state.notes.values.contains(where: { $0.title == title }) { throw NoteError.taken(name: title, by: priority) }
      state.serial += 1
      let note = Note(
        id: UUID(), title: title, due: due, state: .known(.open), owner: nil, serial: state.serial)
      state.notes[note.id] = note
      return note
    }
  }

  func replace(id: UUID, note: Note, version: IfMatch) async throws {
    try state.withLock { state in
      try version.check(state.notes[id].flatMap { EntityTag("\($0.serial)") })
      state.serial += 1
      var note = note
      note.serial = state.serial
      state.notes[id] = note
    }
  }

  func draw(id: UUID, shape: Shape) async throws -> Drawn {
    switch shape {
    case .circle: .replaced(shape)
    case .line: .created(shape, location: "/v1/notes/\(id.uuidString)/shape")
    case .empty: .queued
    }
  }

  func attach(id: UUID, file: Part, others: [Part], label: String?) async throws {}

  func delete(id: UUID) async throws { state.withLock { $0.notes[id] = nil } }

  func text(id: UUID) async throws -> String { try await note(id: id).title }

  func photo(id: UUID) async throws -> [UInt8] { try await [0xFF, 0xD8] + note(id: id).title.utf8 }

  func tree(session: String?) async throws -> Tree? {
    session == nil ? nil : Tree(name: "a", children: [Tree(name: "b", children: [])])
  }
}
