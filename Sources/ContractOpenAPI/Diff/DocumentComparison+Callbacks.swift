// Webhooks and callbacks.
extension DocumentComparison {
  mutating func compareCallbacks() {
    let (before, now) = (old.callbacks(), new.callbacks())
    if old.root.value != new.root.value {
      for (problems, isInNew) in [(before.problems, false), (now.problems, true)] {
        for problem in problems {
          report(
            .incomparable, at: problem.pointer, isInNew: isInNew,
            "The webhook or callback cannot be compared: \(problem.message)")
        }
      }
    }
    let known = Dictionary(now.callbacks.map { ($0.key, $0) }) { first, _ in first }
    let former = Dictionary(before.callbacks.map { ($0.key, $0) }) { first, _ in first }
    // A missing operation is itself reported, but not its callbacks.
    let owners = (Set(old.operations.map(\.key)), Set(new.operations.map(\.key)))
    for callback in before.callbacks where callback.owner.map({ owners.1.contains($0.key) }) ?? true {
      if let newer = known[callback.key] {
        var comparison = OperationComparison(callback.operation, newer.operation, isCallback: true)
        comparison.run(&schemas)
        for change in comparison.changes { add(change, of: callback.title) }
      } else {
        report(
          callback, .operationRemoved, isInNew: false, "The \(callback.kind) is removed",
          .breaking("receivers are no longer called"))
      }
    }
    for callback in now.callbacks where callback.owner.map({ owners.0.contains($0.key) }) ?? true {
      guard former[callback.key] == nil else { continue }
      report(
        callback, .operationAdded, isInNew: true, "The \(callback.kind) is new",
        .safe("only receivers that ask for it are called"))
    }
  }

  private mutating func report(
    _ callback: OpenAPICallback, _ rule: DiffRule, isInNew: Bool, _ difference: String, _ effect: OpenAPIChange.Effect
  ) {
    add(
      OpenAPIChange(
        callback: rule, .request, at: callback.operation.pointer, isInNew: isInNew, difference, effect),
      of: callback.title)
  }
}

extension OpenAPICallback {
  fileprivate var kind: String { owner == nil ? "webhook" : "callback" }
}
