/// A command of the user.
enum Command: Hashable, Sendable {
  case add(title: String, tags: [String])
  case list(done: Bool?, tags: [String], limit: Int?)
  case show(id: Int)
  case finish(id: Int)
  case edit(id: Int, title: String?, tags: [String]?, done: Bool?)
  case remove(id: Int)
  case help
}
