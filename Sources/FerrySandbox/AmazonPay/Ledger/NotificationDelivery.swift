import FerryCore

/// One message to a merchant's notification address: what it says, when it is due, and what came of each attempt.
struct NotificationDelivery: Codable, Hashable {
  enum Subject: Codable, Hashable {
    case change(object: AmazonPayNotificationObject, id: String, permissionID: String)
    /// The question whether the address wants the topic's messages.
    case confirmation(token: String)

    var messageType: String {
      switch self {
      case .change: "Notification"
      case .confirmation: "SubscriptionConfirmation"
      }
    }
  }

  enum State: String, Codable {
    /// To be sent when it is due, for the first time or again.
    case waiting
    /// Answered with 2xx.
    case delivered
    /// Answered with something that is not repeated: 3xx and 4xx.
    case refused
    /// The last attempt has failed.
    case exhausted
    /// Never sent, because a fault said so.
    case lost
  }

  enum Outcome: Codable, Hashable {
    case status(Int)
    case noAnswer
  }

  struct Attempt: Codable, Hashable {
    let at: Moment
    let outcome: Outcome
  }

  /// One more than the last message's.
  let number: Int
  let owner: Owner
  let subject: Subject
  /// The state that is announced. People read it; the message does not tell it.
  let announcedState: String?
  let messageID: String
  let notificationID: String
  /// By the true clock, as messages state it.
  let publishedAt: Moment
  /// Whether another one with the same content was sent before it.
  let isCopy: Bool
  /// By the sandbox's clock.
  var due: Moment
  var state = State.waiting
  var attempts: [Attempt] = []
}

/// An address that was asked if it wants the messages.
struct NotificationSubscription: Codable, Hashable {
  let owner: Owner
  let url: String
  let token: String
  var confirmedAt: Moment?
}
