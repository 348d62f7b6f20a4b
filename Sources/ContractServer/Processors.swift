internal import CPosix

/// The processors this process may use: those it is bound to (`taskset`, `cpuset`), of those that are there.
enum Processors {
  static var count: Int { max(1, Int(contract_processor_count())) }
}
