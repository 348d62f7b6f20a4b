internal import CPosix

/// A binding of a task-local object between two statements of an asynchronous function.
///
/// `TaskLocal.withValue` runs a closure instead, whose frames check the executor two more times, at a cost of about 1,000
/// instructions. This type calls the two functions of the Swift runtime that the inlined `withValue` calls.
package struct TaskLocalBinding<Object: AnyObject & Sendable>:
  // SAFETY: both pointers are addresses of objects that are never released, and are not read here.
  @unchecked Sendable
{
  private let key: UnsafeRawPointer
  private let type: UnsafeRawPointer

  /// Creates the binding of a task-local property; nil if this runtime does not bind `probe` as expected. Use `withValue` then.
  package init?(of property: TaskLocal<Object?>, probe: Object) {
    // SAFETY: a property wrapper in a static property is never released.
    key = UnsafeRawPointer(Unmanaged.passUnretained(property).toOpaque())
    // SAFETY: a metatype is the address of its metadata.
    type = unsafeBitCast(Object?.self, to: UnsafeRawPointer.self)
    let outer = property.get()
    bind(probe)
    let isBound = property.get() === probe
    unbind()
    guard isBound, property.get() === outer else { return nil }
  }

  /// Binds `object` until ``unbind()``, which the same function must call.
  package func bind(_ object: Object) {
    // SAFETY: the runtime consumes the reference that `passRetained` adds.
    contract_task_local_push(key, Unmanaged.passRetained(object).toOpaque(), type)
  }

  /// Ends the last binding.
  package func unbind() { contract_task_local_pop() }
}
