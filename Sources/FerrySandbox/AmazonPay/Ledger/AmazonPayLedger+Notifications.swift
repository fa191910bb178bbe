import Crypto
import FerryCore

extension AmazonPayLedger {
  /// Plans the message that tells a merchant of a change, if he has an address for it.
  mutating func announce(
    _ object: AmazonPayNotificationObject, _ id: String, permissionID: String, state: String, of owner: Owner,
    at moment: Moment
  ) {
    guard merchant(of: owner)?.notificationURLs[owner.environment] != nil else { return }
    plan(
      .change(object: object, id: id, permissionID: permissionID), state: state, of: owner, at: moment,
      fault: notificationFaults.strike(object))
  }

  /// Asks every address that has not been asked yet.
  mutating func askForConfirmation(at now: Moment, _ randomness: some Randomness) {
    for merchant in merchants.values.sorted(by: { $0.id < $1.id }) {
      for (environment, url) in merchant.notificationURLs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let owner = Owner(merchantID: merchant.id, environment: environment)
        guard subscriptions[owner]?.url != url else { continue }
        let token = Hexadecimal.text(randomness.bytes(32))
        subscriptions[owner] = NotificationSubscription(owner: owner, url: url, token: token)
        changes.note(.subscription(owner))
        plan(.confirmation(token: token), state: nil, of: owner, at: now, fault: nil)
      }
    }
  }

  /// - Returns: whether there is a question with this token.
  mutating func confirmSubscription(token: String, at now: Moment) -> Bool {
    guard let owner = subscriptions.values.first(where: { $0.token == token })?.owner else { return false }
    if subscriptions[owner]?.confirmedAt == nil {
      subscriptions[owner]?.confirmedAt = now
      changes.note(.subscription(owner))
    }
    return true
  }

  private mutating func plan(
    _ subject: NotificationDelivery.Subject, state: String?, of owner: Owner, at moment: Moment,
    fault: AmazonPayNotificationFault.Kind?
  ) {
    let number = lastDelivery + 1
    let digest = Array(SHA256.hash(data: Array("\(number)\n\(subject)\n\(moment.milliseconds)".utf8)))
    var delivery = NotificationDelivery(
      number: number, owner: owner, subject: subject, announcedState: state,
      messageID: Self.uuid(digest[..<16]), notificationID: Self.uuid(digest[16...]),
      publishedAt: moment - clockOffset, isCopy: false, due: moment)
    var copies: [Moment] = []
    switch fault {
    case .lose: delivery.state = .lost
    case .delay(let duration): delivery.due = moment + duration
    case .duplicate(let count, let pause):
      var due = moment
      for _ in 1...max(1, min(count, 20)) {
        due = due + pause
        copies.append(due)
      }
    case nil: break
    }
    enter(delivery)
    for due in copies {
      var copy = NotificationDelivery(
        number: lastDelivery + 1, owner: owner, subject: subject, announcedState: state,
        messageID: delivery.messageID, notificationID: delivery.notificationID, publishedAt: delivery.publishedAt,
        isCopy: true, due: due)
      copy.state = .waiting
      enter(copy)
    }
  }

  private mutating func enter(_ delivery: NotificationDelivery) {
    lastDelivery = delivery.number
    store(delivery)
    if delivery.state == .waiting { deadlines.add(.deliveryIsDue(delivery.number), at: delivery.due) }
    forgetOldDeliveries()
  }

  private mutating func store(_ delivery: NotificationDelivery) {
    deliveries[delivery.number] = delivery
    changes.note(.delivery(delivery.number))
  }

  /// Keeps no more than the limit of messages that nothing more happens to.
  private mutating func forgetOldDeliveries() {
    while deliveries.count > deliveryLimit, oldestDelivery < lastDelivery {
      oldestDelivery += 1
      guard let delivery = deliveries[oldestDelivery], delivery.state != .waiting else { continue }
      deliveries[oldestDelivery] = nil
      changes.note(.delivery(oldestDelivery))
    }
  }

  mutating func deliveryIsDue(_ number: Int, at moment: Moment) {
    guard let delivery = deliveries[number], delivery.state == .waiting, delivery.due <= moment,
      !deliveriesUnderWay.contains(number), !readyDeliveries.contains(number)
    else { return }
    readyDeliveries.append(number)
  }

  /// Takes out what is to be sent now; what came of it must be noted.
  /// - Parameter limit: how many may be under way at once.
  mutating func takeReadyDeliveries(limit: Int) -> [NotificationDelivery] {
    let free = max(0, limit - deliveriesUnderWay.count)
    let taken = readyDeliveries.prefix(free).compactMap { deliveries[$0] }
    readyDeliveries.removeFirst(min(free, readyDeliveries.count))
    deliveriesUnderWay.formUnion(taken.map(\.number))
    return taken
  }

  /// What came of an attempt: the message has arrived, is refused for good, or is sent again later.
  mutating func note(
    _ outcome: NotificationDelivery.Outcome, of number: Int, retryPauses: [Duration], at now: Moment
  ) {
    deliveriesUnderWay.remove(number)
    guard var delivery = deliveries[number] else { return }
    delivery.attempts.append(NotificationDelivery.Attempt(at: now, outcome: outcome))
    switch outcome {
    case .status(200..<300): delivery.state = .delivered
    case .status(300..<500): delivery.state = .refused
    case .status, .noAnswer:
      let failures = delivery.attempts.count
      if failures <= retryPauses.count {
        delivery.due = now + retryPauses[failures - 1]
        deadlines.add(.deliveryIsDue(number), at: delivery.due)
      } else {
        delivery.state = .exhausted
      }
    }
    store(delivery)
  }

  /// Sends a message once more, now, whatever has become of it.
  /// - Returns: whether there is such a message.
  mutating func resend(_ number: Int, at now: Moment) -> Bool {
    guard var delivery = deliveries[number] else { return false }
    guard !deliveriesUnderWay.contains(number) else { return true }
    delivery.state = .waiting
    delivery.due = now
    store(delivery)
    deliveryIsDue(number, at: now)
    return true
  }

  /// The oldest first.
  var deliveryList: [NotificationDelivery] { deliveries.values.sorted { $0.number < $1.number } }

  /// A version 4 UUID (RFC 9562 §5.4) of 16 bytes, lower case.
  static func uuid(_ source: some Collection<UInt8>) -> String {
    var bytes = Array(source)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hexadecimal.text(bytes)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
