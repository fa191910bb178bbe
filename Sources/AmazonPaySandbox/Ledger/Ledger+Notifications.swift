import FerryCore
package import FerrySandbox

/// The kind of object of a notification, by its name in the message.
public enum NotificationObject: String, Codable, Hashable, Sendable, CaseIterable {
  case chargePermission = "CHARGE_PERMISSION"
  case charge = "CHARGE"
  case refund = "REFUND"
  case chargeback = "CHARGEBACK"
}

/// The content of a message of Amazon SNS.
package struct SNSSubject: NotificationSubject {
  enum Kind: Codable, Hashable {
    case change(object: NotificationObject, id: String, permissionID: String)
    case confirmation(token: String)
  }

  let owner: Owner
  let kind: Kind

  package var type: String {
    switch kind {
    case .change: "Notification"
    case .confirmation: "SubscriptionConfirmation"
    }
  }

  package var object: String? { if case .change(let object, _, _) = kind { object.rawValue } else { nil } }

  package var objectID: String? { if case .change(_, let id, _) = kind { id } else { nil } }

  package var members: JSONValue {
    let permissionID: String? = if case .change(_, _, let id) = kind { id } else { nil }
    return .object(present: [
      "merchantId": owner.merchantID, "objectType": object, "objectId": objectID, "chargePermissionId": permissionID,
    ])
  }
}

struct NotificationSubscription: Codable, Hashable {
  let owner: Owner
  let url: String
  let token: String
  var confirmedAt: Moment?

  var body: JSONValue {
    .object(all: [
      "merchantId": owner.merchantID, "environment": owner.environment.rawValue, "url": url,
      "confirmedAt": confirmedAt?.iso8601,
    ])
  }
}

extension Ledger {
  var sortedSubscriptions: [NotificationSubscription] { subscriptions.values.sorted { $0.url < $1.url } }

  /// Plans the notification of a change, if the merchant has a URL for it.
  mutating func announce(
    _ kind: NotificationObject, _ object: some OwnedObject, of permissionID: String, _ state: String, at moment: Moment
  ) {
    let owner = object.owner
    guard merchant(of: owner)?.notificationURLs[owner.environment] != nil else { return }
    post.send(
      SNSSubject(owner: owner, kind: .change(object: kind, id: object.id, permissionID: permissionID)),
      announcing: state, at: moment)
  }

  /// Asks every URL that has not been asked yet to confirm its subscription.
  mutating func askForConfirmation(at now: Moment) {
    for merchant in merchants.values.sorted(by: { $0.id < $1.id }) {
      for (environment, url) in merchant.notificationURLs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let owner = Owner(merchantID: merchant.id, environment: environment)
        guard subscriptions[owner]?.url != url else { continue }
        let token = Hexadecimal.text(randomness.bytes(32))
        subscriptions[owner] = NotificationSubscription(owner: owner, url: url, token: token)
        post.send(SNSSubject(owner: owner, kind: .confirmation(token: token)), announcing: nil, at: now)
      }
    }
  }

  /// - Returns: True if a URL was asked with this token.
  mutating func confirmSubscription(token: String, at now: Moment) -> Bool {
    guard let owner = subscriptions.values.first(where: { $0.token == token })?.owner else { return false }
    if subscriptions[owner]?.confirmedAt == nil { subscriptions[owner]?.confirmedAt = now }
    return true
  }
}
