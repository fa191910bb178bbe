import FerryCore
import FerrySandbox
import Synchronization

/// The unexpected replies of receivers. A receiver accepts a result notification by the status 200 and the body `0`. The
/// sandbox repeats the notification after any other answer.
final class UnexpectedReplies: Sendable {
  /// A reply, for the console.
  struct Reply: Hashable, Sendable {
    let order: String
    let text: String
  }

  private let list = Mutex<[Reply]>([])

  /// The last ones, the newest first.
  var last: [Reply] { list.withLock { $0.reversed() } }

  /// The status of the delivery: 200 for the reply `0`, else one that is repeated.
  func status(_ status: Int, _ body: [UInt8], to notification: [UInt8]) -> Int {
    if status == 200, body == [UInt8(ascii: "0")] { return 200 }
    let order = ReceivedFields(form: notification)?["OrderID"]?.text ?? "–"
    let shown = String(decoding: body.prefix(40), as: UTF8.self)
    list.withLock { list in
      list.append(Reply(order: order, text: "\(status) “\(shown)”"))
      if list.count > 20 { list.removeFirst() }
    }
    // Statuses of 500 and more are repeated.
    return max(status, Self.repeated)
  }

  /// The console lists a reply other than `0` under this status.
  static let repeated = 500
}
