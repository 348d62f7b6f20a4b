internal import CPosix

/// The processors that this process may use, respecting its affinity (`taskset`, `cpuset`).
enum Processors {
  static var count: Int { max(1, Int(contract_processor_count())) }
}
