import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// What has come together in each queue: the commands are counted in an index that has all that is asked for.
  func backlog(at now: Moment) throws -> [Backlog] {
    var queues: [CommandQueue: Backlog] = [:]
    let commands = try rows(
      "SELECT provider, mode, count(*), min(created_at), min(not_before) FROM commands GROUP BY provider, mode")
    for row in commands {
      let queue = try Self.queue(row)
      queues[queue] = Backlog(
        queue: queue, commands: row[2], oldest: Moment(milliseconds: row[3]), firstDue: Moment(milliseconds: row[4]))
    }
    let held = try rows(
      "SELECT provider, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY provider, mode")
    for row in held {
      let queue = try Self.queue(row)
      queues[queue, default: Backlog(queue: queue)].held = row[2]
    }
    let overdue = try rows(
      """
      SELECT provider, mode, count(*) FROM (
        SELECT id, provider, mode FROM checkouts WHERE overdue_at <= ?
        UNION SELECT checkout, provider, mode FROM commands WHERE created_at <= ?
      ) GROUP BY provider, mode
      """, [now.milliseconds, (now - Checkout.patience).milliseconds])
    for row in overdue {
      let queue = try Self.queue(row)
      queues[queue, default: Backlog(queue: queue)].overdue = row[2]
    }
    for count in try inboxCounts() {
      switch count.state {
      case .unmatched: queues[count.queue, default: Backlog(queue: count.queue)].unmatched += count.count
      case .expired: queues[count.queue, default: Backlog(queue: count.queue)].expired += count.count
      case .new, .worked: break
      }
    }
    return queues.values.sorted { $0.queue < $1.queue }
  }

  private static func queue(_ row: Row) throws -> CommandQueue {
    guard let mode = Mode(rawValue: row[1]) else { throw DamagedRow("an unknown mode") }
    return CommandQueue(provider: ProviderID(row[0]), mode: mode)
  }
}
