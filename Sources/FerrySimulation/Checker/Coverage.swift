import FerryCore
import FerryEngine

/// The events and calls that a world has reached: the name of each, and the number.
///
/// It is read from the timelines of the servers' store, which the checker never looks into.
struct Coverage {
  private(set) var counts: [String: Int] = [:]

  init(_ log: [LogRecord]) {
    var phases: [String: String] = [:]
    for record in log {
      let id = record.checkout.text
      switch record.entry.what {
      case .event(let name, let phase):
        counts["event \(name) while \(phases[id] ?? "new")", default: 0] += 1
        phases[id] = phase
      case .call(let name, let result, _):
        counts["call \(name), \(phases[id] ?? "new"): \(result.prefix { $0 != ":" && $0 != "," })", default: 0] += 1
      case .webhook, .money, .action, .remark, .misconfigured: break
      }
    }
  }
}
