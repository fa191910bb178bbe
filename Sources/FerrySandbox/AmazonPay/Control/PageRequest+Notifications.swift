import FerryCore
import FerryWeb
import HTTPTypes

extension PageRequest {
  /// What the stand-in for Amazon SNS answers: its certificate, and whoever confirms a subscription; nil for anything else.
  mutating func answerAsNotificationService(_ path: String) throws -> PageAnswer? {
    guard let signer = sandbox.signer, request.method == .get else { return nil }
    switch path {
    case signer.certificatePath:
      return PageAnswer(.document(.ok, "application/x-pem-file", Array(signer.certificatePEM.utf8)))
    case "/sns/root.pem":
      guard let authority = sandbox.notificationAuthority else { return nil }
      return PageAnswer(.document(.ok, "application/x-pem-file", Array(authority.rootPEM.utf8)))
    case "/" where request.queryText.contains("Action=ConfirmSubscription"):
      let fields = try query()
      let token = fields["Token"] ?? ""
      let isTopic = fields["TopicArn"] == sandbox.configuration.notifications.topicARN
      let isKnown = change { ledger, now in isTopic && ledger.confirmSubscription(token: token, at: now) }
      let answer = isKnown ? Self.confirmed : Self.unknownToken
      return PageAnswer(.document(isKnown ? .ok : .badRequest, "text/xml", Array(answer.utf8)))
    default: return nil
    }
  }

  private static let confirmed = """
    <ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ConfirmSubscriptionResult/>\
    </ConfirmSubscriptionResponse>
    """

  private static let unknownToken = """
    <ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type>\
    <Code>InvalidParameter</Code><Message>Invalid token</Message></Error></ErrorResponse>
    """

  /// `/control/notifications`: what was sent and what came of it, what shall go wrong, and sending again.
  mutating func answerNotifications(_ segments: [String]) throws -> (Int, JSONValue) {
    switch (request.method, segments.count, segments.count > 1 ? segments[1] : "") {
    case (.get, 1, _):
      let deliveries = change { ledger, now in
        ledger.advance(to: now)
        return (ledger.deliveryList, ledger.subscriptions.values.sorted { $0.url < $1.url })
      }
      return (200, ControlBodies.notifications(deliveries.0, deliveries.1))
    case (.get, 2, "faults"): return (200, notificationFaults)
    case (.post, 2, "faults"):
      sandbox.plan(try AmazonPayNotificationFault(try json(AmazonPayNotificationFault.shape)))
      return (201, notificationFaults)
    case (.delete, 2, "faults"):
      sandbox.clearNotificationFaults()
      return (200, notificationFaults)
    case (.post, 3, let number) where segments[2] == "resend":
      guard let number = Int(number), change({ ledger, now in ledger.resend(number, at: now) }) else {
        throw AmazonPayRefusal.notFound("notification")
      }
      return (202, [:])
    default: throw AmazonPayRefusal.notFound("control")
    }
  }

  private var notificationFaults: JSONValue {
    ["faults": .array(sandbox.plannedNotificationFaults.map(\.body))]
  }
}
