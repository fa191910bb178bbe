public import CoreMetrics
import Synchronization

/// The metrics of this process in Prometheus' text exposition format 0.0.4.
public final class PrometheusMetrics: MetricsFactory {
  private let registry = Mutex<[SeriesName: Series]>([:])

  public init() {}

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter)
  }

  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    series(label, dimensions, aggregate ? .summary : .gauge)
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label + "_seconds", dimensions, .summary)
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge)
  }

  // Series stay for the life of the process, as Prometheus expects of counters.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}

  /// All metrics as text.
  public var text: String {
    let series = registry.withLock { $0 }.sorted { $0.key < $1.key }
    var text = ""
    var metric = ""
    for (name, series) in series {
      if name.metric != metric {
        metric = name.metric
        text += "# TYPE \(metric) \(series.kind.rawValue)\n"
      }
      text += series.lines(name)
    }
    return text
  }

  private func series(_ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind) -> Series {
    let name = SeriesName(label, dimensions)
    return registry.withLock { registry in
      if let known = registry[name] { return known }
      let series = Series(kind)
      registry[name] = series
      return series
    }
  }
}

/// A metric with its labels.
private struct SeriesName: Hashable, Comparable {
  let metric: String
  /// Written out: `a="b",c="d"`.
  let labels: String

  init(_ label: String, _ dimensions: [(String, String)]) {
    metric = Self.identifier(label)
    labels = dimensions.map { "\(Self.identifier($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.metric, left.labels) < (right.metric, right.labels)
  }

  func line(_ suffix: String, _ value: Double) -> String {
    "\(metric)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
  }

  private static func identifier(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// The value of one metric with one set of labels.
private final class Series: CounterHandler, RecorderHandler, TimerHandler, MeterHandler {
  enum Kind: String {
    case counter
    case gauge
    case summary
  }

  let kind: Kind
  private let state = Mutex((sum: 0.0, count: 0.0))

  init(_ kind: Kind) { self.kind = kind }

  func lines(_ name: SeriesName) -> String {
    let (sum, count) = state.withLock { $0 }
    switch kind {
    case .counter, .gauge: return name.line("", sum)
    case .summary: return name.line("_sum", sum) + name.line("_count", count)
    }
  }

  func increment(by amount: Int64) { state.withLock { $0.sum += Double(amount) } }
  func increment(by amount: Double) { state.withLock { $0.sum += amount } }
  func decrement(by amount: Double) { state.withLock { $0.sum -= amount } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.sum = value } }
  func reset() { state.withLock { $0 = (0, 0) } }
  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    state.withLock { state in state = kind == .gauge ? (value, 1) : (state.sum + value, state.count + 1) }
  }
}
