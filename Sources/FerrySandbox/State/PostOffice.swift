import Crypto
package import FerryCore

/// The content of a provider's notification. The provider's sandbox builds the message from it when it sends the notification.
package protocol NotificationSubject: Codable, Hashable, Sendable {
  /// The kind of message.
  var type: String { get }
  /// The kind of object of the message, by the name in notification faults.
  var object: String? { get }
  /// The object's name for people.
  var objectName: String? { get }
  var objectID: String? { get }
  /// An object of the members in `GET /control/notifications`, in their order.
  var members: JSONValue { get }
}

extension NotificationSubject {
  package var objectName: String? { object }
}

package enum DeliveryOutcome: Codable, Hashable, Sendable {
  case status(Int)
  case noAnswer
}

package struct DeliveryAttempt: Codable, Hashable, Sendable {
  package let at: Moment
  package let outcome: DeliveryOutcome
}

package enum DeliveryState: String, Codable, Sendable {
  /// Waits for its first attempt or a retry.
  case waiting
  /// Answered with 2xx.
  case delivered
  /// Answered with 3xx or 4xx, which are not retried.
  case refused
  /// The last attempt has failed.
  case exhausted
  /// Lost by a fault: it is never sent.
  case lost
}

/// One message to a merchant's notification URL, with its attempts.
package struct NotificationDelivery<Subject: NotificationSubject>: Codable, Hashable, Sendable {
  /// Messages are numbered from 1.
  package let number: Int
  package let subject: Subject
  /// The state of the object, for people. The provider decides if the message has it.
  package let announcedState: String?
  package let messageID: String
  package let notificationID: String
  /// By the true clock, like the times in messages.
  package let publishedAt: Moment
  /// The same by the sandbox's clock.
  let sandboxTime: Moment
  /// True if one with the same content was sent before.
  package let isCopy: Bool
  /// By the sandbox's clock.
  package var due: Moment
  package var state = DeliveryState.waiting
  package var attempts: [DeliveryAttempt] = []
}

/// Plans and retries the notifications of a sandbox. It is a value, and part of the provider's ledger.
package struct PostOffice<Subject: NotificationSubject>: Sendable {
  package typealias Delivery = NotificationDelivery<Subject>

  /// The changes in one line of the journal.
  package struct Entry: Codable, Sendable {
    var deliveries: [Delivery]?
    var deleted: [Int]?
  }

  package var faults = FaultPlan<PostFault>()
  package internal(set) var clock = SandboxClock()
  private let limit: Int
  private var deliveries = ObjectTable<Int, Delivery>()
  private var lastNumber = 0
  /// Messages up to this number were removed, unless they are still to be sent.
  private var oldestNumber = 0
  private var deadlines = DeadlineQueue<Int>()
  /// The numbers of due messages that are not taken yet.
  private var ready: [Int] = []
  private var underWay: Set<Int> = []

  /// - Parameter limit: The number of messages that are kept for display.
  package init(limit: Int = 500) { self.limit = max(1, limit) }

  /// The oldest first.
  package var list: [Delivery] { deliveries.values.sorted { $0.number < $1.number } }

  package var count: Int { deliveries.count }

  /// The due time of the next message, by the sandbox's clock.
  var nextDeadline: Moment? { deadlines.earliest }

  // MARK: Planning

  /// Plans a message, unless a fault loses it.
  package mutating func send(_ subject: Subject, announcing state: String?, at moment: Moment) {
    let digest = Array(SHA256.hash(data: Array("\(lastNumber + 1)\n\(subject)\n\(moment.milliseconds)".utf8)))
    func delivery(number: Int, due: Moment, isCopy: Bool) -> Delivery {
      Delivery(
        number: number, subject: subject, announcedState: state, messageID: UUIDText.version4(digest[..<16]),
        notificationID: UUIDText.version4(digest[16...]), publishedAt: clock.date(of: moment),
        sandboxTime: moment, isCopy: isCopy, due: due)
    }
    var original = delivery(number: lastNumber + 1, due: moment, isCopy: false)
    var copies: [Moment] = []
    switch subject.object.flatMap({ faults.strike($0) }) {
    case .lose: original.state = .lost
    case .delay(let duration): original.due = moment + duration
    case .duplicate(let count, let pause):
      var due = moment
      for _ in 1...max(1, min(count, 20)) {
        due = due + pause
        copies.append(due)
      }
    case nil: break
    }
    enter(original)
    for due in copies { enter(delivery(number: lastNumber + 1, due: due, isCopy: true)) }
  }

  private mutating func enter(_ delivery: Delivery) {
    lastNumber = delivery.number
    store(delivery)
    if delivery.state == .waiting { deadlines.add(delivery.number, at: delivery.due) }
    forgetOldDeliveries()
  }

  private mutating func store(_ delivery: Delivery) { deliveries[delivery.number] = delivery }

  private mutating func forgetOldDeliveries() {
    while deliveries.count > limit, oldestNumber < lastNumber {
      oldestNumber += 1
      guard let delivery = deliveries[oldestNumber], delivery.state != .waiting else { continue }
      deliveries[oldestNumber] = nil
    }
  }

  // MARK: Sending

  /// Marks the messages that are due as ready.
  mutating func advance(to now: Moment) {
    while let (number, moment) = deadlines.next(until: now) { makeReady(number, at: moment) }
  }

  private mutating func makeReady(_ number: Int, at moment: Moment) {
    guard let delivery = deliveries[number], delivery.state == .waiting, delivery.due <= moment,
      !underWay.contains(number), !ready.contains(number)
    else { return }
    ready.append(number)
  }

  /// Takes the messages to be sent now. The caller must note the outcome of each.
  mutating func drainReady(limit: Int) -> [Delivery] {
    let free = max(0, limit - underWay.count)
    let taken = ready.prefix(free).compactMap { deliveries[$0] }
    ready.removeFirst(min(free, ready.count))
    underWay.formUnion(taken.map(\.number))
    return taken
  }

  /// Records an attempt: the message is delivered, is refused, or is retried later.
  mutating func note(_ outcome: DeliveryOutcome, of number: Int, rules: DeliveryRules, at now: Moment) {
    underWay.remove(number)
    guard var delivery = deliveries[number] else { return }
    delivery.attempts.append(DeliveryAttempt(at: now, outcome: outcome))
    switch outcome {
    case .status(200..<300): delivery.state = .delivered
    case .status(300..<500) where !rules.retriesRefusals: delivery.state = .refused
    case .status, .noAnswer:
      let failures = delivery.attempts.count
      if failures <= rules.retryPauses.count {
        delivery.due = now + rules.retryPauses[failures - 1]
        deadlines.add(number, at: delivery.due)
      } else {
        delivery.state = .exhausted
      }
    }
    store(delivery)
  }

  /// Sends a message once more, now, whatever its state is.
  /// - Returns: False if there is no such message.
  package mutating func resend(_ number: Int, at now: Moment) -> Bool {
    guard var delivery = deliveries[number] else { return false }
    guard !underWay.contains(number) else { return true }
    delivery.state = .waiting
    delivery.due = now
    store(delivery)
    makeReady(number, at: now)
    return true
  }

  // MARK: Journal

  /// The changes since the last call, or nil.
  mutating func drainEntry() -> Entry? {
    guard deliveries.hasChanges else { return nil }
    let (stored, deleted) = deliveries.drainChanges()
    return Entry(deliveries: stored, deleted: deleted)
  }

  mutating func restore(_ entry: Entry) {
    for delivery in entry.deliveries ?? [] {
      deliveries[delivery.number] = delivery
      lastNumber = max(lastNumber, delivery.number)
    }
    for number in entry.deleted ?? [] {
      deliveries[number] = nil
      oldestNumber = max(oldestNumber, number)
    }
  }

  /// Plans the messages that are still to be sent, after `restore`.
  mutating func scheduleAll() {
    for delivery in list where delivery.state == .waiting { deadlines.add(delivery.number, at: delivery.due) }
  }

  var wholeEntry: Entry { Entry(deliveries: list) }
}

package enum UUIDText {
  /// A version 4 UUID (RFC 9562 §5.4) of 16 bytes, lower case.
  package static func version4(_ source: some Collection<UInt8>) -> String {
    var bytes = Array(source)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, digit) in Hexadecimal.text(bytes).enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
