// Names that only generated code uses.

/// ``APIFailure``, under a name that no type of a user hides.
///
/// Swift 6.3 looks up the protocol of a generated extension without its module selector, so that a type `APIFailure` of
/// the user's own would leave the enum without its conformance.
public typealias _ContractAPIFailure = APIFailure
