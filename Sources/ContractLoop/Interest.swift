internal import CPosix

/// What a registration asks epoll for. Level-triggered unless ``edgeTriggered`` is in it; hang-ups and errors are
/// always reported, even with an empty interest.
package struct Interest: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Bytes, a connection to accept, or the end of the stream (EPOLLIN).
  package static let read = Interest(rawValue: EPOLLIN.rawValue)
  /// Room to send (EPOLLOUT).
  package static let write = Interest(rawValue: EPOLLOUT.rawValue)
  /// The peer has finished sending (EPOLLRDHUP), noticed without reading.
  package static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
  /// Report changes only (EPOLLET): the handler must go on until the call would block.
  package static let edgeTriggered = Interest(rawValue: EPOLLET.rawValue)
  /// Wake few of the loops that share a listener, not all (EPOLLEXCLUSIVE). Goes with ``read``, ``write`` and
  /// ``edgeTriggered`` only; the kernel refuses ``peerClosed`` beside it.
  package static let exclusive = Interest(rawValue: EPOLLEXCLUSIVE.rawValue)
}

// The protocol's own are generic code of the standard library, which asks for types and witnesses with every call.
extension Interest {
  package static func == (left: Interest, right: Interest) -> Bool { left.rawValue == right.rawValue }

  package var isEmpty: Bool { rawValue == 0 }

  package func contains(_ other: Interest) -> Bool { rawValue & other.rawValue == other.rawValue }

  package func isSuperset(of other: Interest) -> Bool { contains(other) }

  package func union(_ other: Interest) -> Interest { Interest(rawValue: rawValue | other.rawValue) }
}

/// What epoll reported.
package struct ReadyEvents: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Bytes, a connection to accept, or the end of the stream.
  package static let read = ReadyEvents(rawValue: EPOLLIN.rawValue)
  /// Room to send.
  package static let write = ReadyEvents(rawValue: EPOLLOUT.rawValue)
  /// The peer has finished sending.
  package static let peerClosed = ReadyEvents(rawValue: EPOLLRDHUP.rawValue)
  /// Both directions are finished.
  package static let hangUp = ReadyEvents(rawValue: EPOLLHUP.rawValue)
  /// The socket has an error; the next call reports it.
  package static let error = ReadyEvents(rawValue: EPOLLERR.rawValue)
}

extension ReadyEvents {
  package var isEmpty: Bool { rawValue == 0 }

  package func contains(_ other: ReadyEvents) -> Bool { rawValue & other.rawValue == other.rawValue }
}

/// Something that a descriptor's readiness is reported to, on the loop's thread.
package protocol LoopHandler: AnyObject {
  func ready(_ events: ReadyEvents, on loop: ContractLoop)
}

/// A descriptor's place in a loop, from ``ContractLoop/register(_:_:handler:)`` to ``ContractLoop/deregister(_:)``.
package struct Registration: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
  /// The registered descriptor.
  package let descriptor: Int32

  /// What epoll carries: it comes back with every event, so one for a place since reused is recognised.
  var data: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
