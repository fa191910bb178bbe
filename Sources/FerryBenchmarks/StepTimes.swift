import FerryScriptedBuyer
import Histogram
import Synchronization

/// How long the steps of checkouts took, in microseconds.
final class StepTimes: Sendable {
  private let histograms = Mutex<[ScriptedCheckout.Step: Histogram<UInt64>]>([:])

  func record(_ step: ScriptedCheckout.Step, _ duration: Duration) {
    let microseconds = UInt64(max(0, duration / .microseconds(1)))
    histograms.withLock { histograms in
      _ = histograms[step, default: Histogram(numberOfSignificantValueDigits: .three)].record(microseconds)
    }
  }

  /// In milliseconds; nil when the step was never taken.
  func milliseconds(_ step: ScriptedCheckout.Step, percentile: Double) -> Double? {
    histograms.withLock { histograms in
      histograms[step].map { Double($0.valueAtPercentile(percentile)) / 1000 }
    }
  }
}
