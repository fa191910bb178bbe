import FerryCore
import FerryEngine

/// The events and calls that a world has reached, and the events that came while a call for the same checkout was under way: the
/// name of each, and the number.
///
/// It is read from the timelines of the servers' store, which the checker never looks into.
struct Coverage {
  private(set) var counts: [String: Int] = [:]

  init(_ log: [LogRecord]) {
    var phases: [String: String] = [:]
    var events: [String: [(name: String, at: Moment)]] = [:]
    for record in log {
      let id = record.checkout.text
      switch record.entry.what {
      case .event(let name, let phase):
        events[id, default: []].append((name, record.entry.at))
        counts["event \(name) while \(phases[id] ?? "new")", default: 0] += 1
        phases[id] = phase
      case .call(let name, let result, let milliseconds):
        let began = record.entry.at - .milliseconds(milliseconds)
        for event in events[id] ?? [] where event.at > began {
          counts["event \(event.name) during \(name)", default: 0] += 1
        }
        events[id] = []
        counts["call \(name), \(phases[id] ?? "new"): \(result.prefix { $0 != ":" && $0 != "," })", default: 0] += 1
      case .webhook, .money, .action, .remark, .misconfigured: break
      }
    }
  }
}
