import FerryCore
import FerryEngine

/// Something that a world has reached.
package enum CoveragePoint: Hashable, Sendable {
  /// An event came while the checkout was in a phase.
  case event(String, phase: String)
  /// An event came while a call for the same checkout was under way.
  case eventDuringCall(String, call: String)
  /// A call of a provider had a result.
  case call(String, phase: String, result: String)
}

/// The points that a world has reached, and how often.
///
/// They are read from the timelines of the servers' store, which the checker never looks into.
package struct Coverage: Sendable {
  package private(set) var counts: [CoveragePoint: Int] = [:]

  package init() {}

  init(_ log: [LogRecord]) {
    var phases: [String: String] = [:]
    var events: [String: [(name: String, at: Moment)]] = [:]
    for record in log {
      let id = record.checkout.text
      let phase = phases[id] ?? "new"
      switch record.entry.what {
      case .event(let text, let next):
        let name = Self.kind(text)
        events[id, default: []].append((name, record.entry.at))
        counts[.event(name, phase: phase), default: 0] += 1
        phases[id] = next
      case .call(let name, let result, let milliseconds):
        let began = record.entry.at - .milliseconds(milliseconds)
        for event in events[id] ?? [] where event.at > began {
          counts[.eventDuringCall(event.name, call: name), default: 0] += 1
        }
        events[id] = []
        let result = String(result.prefix { $0 != ":" && $0 != "," })
        counts[.call(name, phase: phase, result: result), default: 0] += 1
      case .webhook, .money, .action, .remark, .misconfigured: break
      }
    }
  }

  /// An event of the timeline without ids and amounts: "dispute 1: won, 10.06 EUR" is "dispute won".
  private static func kind(_ text: String) -> String {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return text }
    let detail = parts[1].drop { $0 == " " }
    if text.hasPrefix("dispute ") { return "dispute \(detail.prefix { $0 != "," })" }
    if text.hasPrefix("person ") { return "\(parts[0]): \(detail.prefix { $0 != " " })" }
    return String(parts[0])
  }

  package mutating func add(_ other: Coverage) { counts.merge(other.counts) { $0 + $1 } }

  /// Events by phase, calls by result, and calls by the events that came meanwhile, as tables of Markdown.
  package var tables: String {
    var events: [String: [String: Int]] = [:]
    var calls: [String: [String: Int]] = [:]
    var meanwhile: [String: [String: Int]] = [:]
    for (point, count) in counts {
      switch point {
      case .event(let name, let phase): events[name, default: [:]][phase, default: 0] += count
      case .call(let name, _, let result): calls[name, default: [:]][result, default: 0] += count
      case .eventDuringCall(let event, let call): meanwhile[event, default: [:]][call, default: 0] += count
      }
    }
    return [("Event", events), ("Call", calls), ("During", meanwhile)].map { Self.table($0, $1) }.joined(
      separator: "\n")
  }

  private static func table(_ title: String, _ rows: [String: [String: Int]]) -> String {
    let columns = Set(rows.values.flatMap(\.keys)).sorted()
    let lines = rows.sorted { $0.key < $1.key }.map { name, counts in
      "| \(name) | " + columns.map { counts[$0].map(String.init) ?? "" }.joined(separator: " | ") + " |"
    }
    let head = "| \(title) | " + columns.joined(separator: " | ") + " |"
    return ([head, "|---" + columns.map { _ in "|--:" }.joined() + "|"] + lines).joined(separator: "\n") + "\n"
  }
}
