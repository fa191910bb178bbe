import AsyncHTTPClient
import DemoShop
import FerryCore
import Histogram
import Synchronization

/// Buyers who pay one order after another, each as fast as the answers come.
struct CheckoutLoad: Sendable {
  let target: ScriptedCheckout.Target
  let client: HTTPClient
  private let transport: any ShopTransport

  /// - Parameter transport: Carries the buyers' requests; straight to their addresses unless given.
  init(target: ScriptedCheckout.Target, client: HTTPClient, transport: (any ShopTransport)? = nil) {
    self.target = target
    self.client = client
    self.transport = transport ?? NetworkTransport(client: client)
  }

  /// Pays a number of orders.
  /// - Returns: The time that it took.
  func pay(_ count: Int, buyers: Int, times: StepTimes = StepTimes()) async throws -> Duration {
    try await repeated(count, by: buyers) { reference in
      let checkout = try await scripted().run(reference: reference) { times.record($0, $1) }
      guard checkout.phase == .paid else {
        throw Unexpected("A checkout ended as \(checkout.phase.rawValue) instead of paid.")
      }
    }
  }

  /// Stores checkouts that are created and cancelled at once.
  func store(_ count: Int, workers: Int) async throws -> Duration {
    let scripted = scripted()
    return try await repeated(count, by: workers) { reference in
      _ = try await scripted.cancel(try await scripted.create(reference).id)
    }
  }

  /// A buyer with a browser of their own.
  func scripted() -> ScriptedCheckout { ScriptedCheckout(target, transport: transport) }

  /// Does something a number of times, so many at once.
  func repeated(
    _ count: Int, by workers: Int, _ work: @escaping @Sendable (_ reference: String) async throws -> Void
  ) async throws -> Duration {
    let run = SystemRandomness().token(bytes: 8)
    let turns = Turns(count)
    return try await ContinuousClock().measure {
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<workers {
          group.addTask {
            while let number = turns.next() { try await work("\(run)-\(number)") }
          }
        }
      }
    }
  }
}

/// The durations of the steps of checkouts.
final class StepTimes: Sendable {
  private let histograms = Mutex<[ScriptedCheckout.Step: Histogram<UInt64>]>([:])

  func record(_ step: ScriptedCheckout.Step, _ duration: Duration) {
    let microseconds = UInt64(max(0, duration / .microseconds(1)))
    histograms.withLock { histograms in
      _ = histograms[step, default: Histogram(numberOfSignificantValueDigits: .three)].record(microseconds)
    }
  }

  /// In milliseconds; nil if no checkout had the step.
  func milliseconds(_ step: ScriptedCheckout.Step, percentile: Double) -> Double? {
    histograms.withLock { histograms in
      histograms[step].map { Double($0.valueAtPercentile(percentile)) / 1000 }
    }
  }
}

/// Hands out numbers from 0, each once, to workers that share some work.
final class Turns: Sendable {
  private let last = Atomic<Int>(0)
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  /// Numbers handed out so far.
  var count: Int { min(limit, last.load(ordering: .relaxed)) }

  /// The next number; nil when all are handed out.
  func next() -> Int? {
    let number = last.add(1, ordering: .relaxed).oldValue
    return number < limit ? number : nil
  }
}
