import FerrySimulation
#if PostgreSQL
  import Synchronization

  /// Requests that must not be sent twice, and were: the provider had executed them, and refused to do it again.
  struct Repetitions: Sendable {
    private(set) var refused: Set<String> = []

    /// - Parameter requests: The last ones of each provider.
    mutating func note(_ requests: [ProviderBench: [CrashSandboxes.Request]]) {
      for (bench, requests) in requests {
        for request in requests where !request.struck && bench.refusesRepetition(request) {
          refused.insert("\(bench) \(request.number) \(request.operation ?? "")")
        }
      }
    }
  }

  extension ProviderBench {
    /// Returns true if the answer says that the request was executed before. Other providers answer a repetition as the first
    /// request, by its idempotency key, or do not say why they refuse it.
    fileprivate func refusesRepetition(_ request: CrashSandboxes.Request) -> Bool {
      let message = request.message ?? ""
      return switch self {
      // The order's id is used already.
      case .gmoPG, .gmoPGUnproven: message.hasPrefix("E01040010")
      // A repeated creation is safe, and another order is made under a new reference.
      case .swedbankPay: message.contains("has been used before") && request.operation != "createOrder"
      case .amazonPay, .placetoPay, .placetoPaySilent, .testBank: false
      }
    }
  }

  /// Reads the sandboxes' logs again and again: they hold the last requests only.
  final class RepetitionWatch: Sendable {
    private let sandboxes: CrashSandboxes
    private let found = Mutex(Repetitions())

    init(_ sandboxes: CrashSandboxes) { self.sandboxes = sandboxes }

    /// Reads until the task is cancelled.
    func run() async throws {
      while true {
        _ = try await all()
        try await Task.sleep(for: .seconds(1))
      }
    }

    /// All repetitions until now.
    func all() async throws -> Repetitions {
      let requests = try await sandboxes.requests()
      return found.withLock { found in
        found.note(requests)
        return found
      }
    }
  }
#endif
