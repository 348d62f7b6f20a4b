internal import ChatContract
internal import ContractServer

/// The members of all rooms, in memory. A room exists while it has members.
public final class ChatRooms: Sendable {
  private let rooms = Lock<[String: [String: Member]]>([:])
  private let maxWaiting: Int

  /// Creates rooms without members.
  ///
  /// - Parameter maxWaiting: the number of messages that may wait for a slow member.
  public init(maxWaiting: Int = 100) { self.maxWaiting = maxWaiting }

  /// The rooms with their members, in alphabetical order.
  var all: [Room] {
    let members = rooms.withLock { $0.mapValues { $0.keys.sorted() } }
    return members.map { Room(name: $0.key, members: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Throws if a member of the room has the name.
  func check(_ name: String, in room: String) throws(ChatError) {
    if rooms.withLock({ $0[room]?[name] != nil }) { throw .nameTaken(name: name) }
  }

  /// Adds a member, and notifies the others.
  func join(_ name: String, _ room: String) throws(ChatError) -> Member {
    let member = Member(name: name, maxWaiting: maxWaiting)
    let isNew = rooms.withLock { rooms in
      var members = rooms[room] ?? [:]
      guard members[name] == nil else { return false }
      // Messages are posted under the lock, so all members get them in the same order.
      for other in members.values { other.post(.joined(name: name)) }
      members[name] = member
      member.post(.welcome(Room(name: room, members: members.keys.sorted())))
      rooms[room] = members
      return true
    }
    if !isNew { throw .nameTaken(name: name) }
    return member
  }

  /// Removes a member, and notifies the others. Has no effect for a member that has left.
  func leave(_ member: Member, _ room: String) {
    rooms.withLock { rooms in
      guard rooms[room]?[member.name] === member else { return }
      rooms[room]?[member.name] = nil
      for other in rooms[room, default: [:]].values { other.post(.left(name: member.name)) }
      if rooms[room]?.isEmpty == true { rooms[room] = nil }
    }
  }

  /// Passes on a message of a member.
  func pass(_ message: ClientMessage, from member: Member, in room: String) {
    rooms.withLock { rooms in
      let members = rooms[room] ?? [:]
      switch message {
      case .say(let line):
        for other in members.values { other.post(.said(by: member.name, text: line.text)) }
      case .whisper(let whisper):
        guard let target = members[whisper.to] else {
          return member.post(.refused(reason: "\(whisper.to) is not in the room"))
        }
        let message = ServerMessage.whispered(by: member.name, to: whisper.to, text: whisper.text)
        target.post(message)
        if target !== member { member.post(message) }
      }
    }
  }
}
