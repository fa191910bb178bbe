import FerryCore
public import FerrySandbox
import FerryWeb

/// `POST /control/amazon-pay/{charges|refunds|disputes|chargePermissions}/{id}/console`: changes of a payment outside the API.
extension Sandbox {
  public static let dispute: Dispute? = Dispute(body: ["action": "chargeback"]) { "\(id)/charges/\($0)/console" }

  func perform(_ action: ConsoleAction, on object: ConsoleObject) throws(APIRefusal) -> JSONValue {
    try state.change { ledger, now throws(APIRefusal) in try ledger.perform(action, on: object, at: now) }
  }

  /// Performs the action that a request asks for; nil for objects of another kind.
  func performConsoleAction(
    _ request: ControlRequest, _ kind: String, _ id: String
  ) throws(ControlRefusal) -> JSONValue? {
    guard let kind = ConsoleObject.Kind(rawValue: kind), !kind.verbs.isEmpty else { return nil }
    let party = RequestShape.choice(ConsoleAction.Party.allCases.map(\.rawValue))
    let lateDecline = RequestShape.choice(Ledger.lateDeclineReasons)
    let more: RequestShape =
      switch kind {
      case .charge:
        [
          "amount": .amount, "by": party, "reasonCode": lateDecline,
          "filingReason": .choice(Chargeback.filingReasons), "responseSeconds": .count,
        ]
      case .dispute: ["responseSeconds": .count]
      case .permission:
        ["by": party, "cancelPendingCharges": .flag, "reasonCode": .choice(Ledger.blockingReasons)]
      case .refund, .session: ["reasonCode": lateDecline]
      }
    let verbs: RequestShape = ["action": .required(.choice(kind.verbs.map(\.rawValue)))]
    let body = try request.json(verbs.with(more))
    guard let verb = body["action"]?.text.flatMap(ConsoleAction.Verb.init) else { return nil }
    let reason = body[verb == .chargeback ? "filingReason" : "reasonCode"]?.text
    let action = ConsoleAction(
      verb: verb, amount: try request.amount(),
      party: body["by"]?.text.flatMap(ConsoleAction.Party.init) ?? .merchant, reason: reason,
      cancelsCharges: body["cancelPendingCharges"]?.flag ?? false,
      // A hundred years at most, as for the clock.
      responseTime: body["responseSeconds"]?.wholeNumber.map { .seconds(min($0, 3_155_760_000)) })
    return try perform(action, on: ConsoleObject(kind: kind, id: id))
  }
}

/// A button of the console, which performs an action on an object.
enum ConsoleAct: String {
  case refund, declineRefundLate, capture, chargeback
  case cancelByMerchant, cancelByBuyer, cancelByAmazon
  case approve, decline
  case closeByMerchant, closeByBuyer, closeByAmazon
  case expireCard, renewCard
  case reviewDispute, winDispute, loseDispute, endDispute, reopenDispute

  var takesAmount: Bool { [.refund, .capture, .chargeback].contains(self) }

  var content: (title: String, action: ConsoleAction) {
    switch self {
    case .refund: ("Refund", ConsoleAction(verb: .refund))
    case .declineRefundLate: ("Refund, declined in the end", ConsoleAction(verb: .refund, reason: "AmazonRejected"))
    case .capture: ("Capture", ConsoleAction(verb: .capture))
    case .chargeback: ("Open a dispute", ConsoleAction(verb: .chargeback))
    case .cancelByMerchant: ("Cancel, as merchant", ConsoleAction(verb: .cancel, party: .merchant))
    case .cancelByBuyer: ("Cancel, as buyer", ConsoleAction(verb: .cancel, party: .buyer))
    case .cancelByAmazon: ("Cancel, as Amazon", ConsoleAction(verb: .cancel, party: .amazon))
    case .approve: ("Let it succeed now", ConsoleAction(verb: .approve))
    case .decline: ("Decline it now", ConsoleAction(verb: .decline))
    case .closeByMerchant: ("Close, as merchant", ConsoleAction(verb: .close, party: .merchant))
    case .closeByBuyer: ("Close, as buyer", ConsoleAction(verb: .close, party: .buyer))
    case .closeByAmazon: ("Close, as Amazon", ConsoleAction(verb: .close, party: .amazon))
    case .expireCard: ("Let the card expire", ConsoleAction(verb: .block, reason: "PaymentMethodExpired"))
    case .renewCard: ("Give a valid card", ConsoleAction(verb: .unblock))
    case .reviewDispute: ("Answer it, for review", ConsoleAction(verb: .review))
    case .winDispute: ("Decide for the merchant", ConsoleAction(verb: .win))
    case .loseDispute: ("Decide for the buyer", ConsoleAction(verb: .lose))
    case .endDispute: ("Decide for neither", ConsoleAction(verb: .noFault))
    case .reopenDispute: ("Open it again", ConsoleAction(verb: .reopen))
    }
  }

  static func acts(_ charge: Charge) -> [ConsoleAct] {
    switch charge.state {
    case .authorizationInitiated: [.approve, .decline, .cancelByMerchant, .cancelByBuyer, .cancelByAmazon]
    case .authorized: [.capture, .cancelByMerchant, .cancelByBuyer, .cancelByAmazon]
    case .captureInitiated: [.approve, .decline]
    case .captured: [.refund, .declineRefundLate, .chargeback]
    case .canceled, .declined: []
    }
  }

  static func acts(_ refund: Refund) -> [ConsoleAct] { refund.state == .refundInitiated ? [.approve, .decline] : [] }

  static func acts(_ chargeback: Chargeback) -> [ConsoleAct] {
    let decisions: [ConsoleAct] = [.winDispute, .loseDispute, .endDispute]
    return switch chargeback.state {
    case .actionRequired: [.reviewDispute] + decisions
    case .underReview: decisions
    case .resolved, .closed: [.reopenDispute]
    }
  }

  static func acts(_ permission: ChargePermission) -> [ConsoleAct] {
    guard permission.closed == nil else { return [] }
    return [.closeByMerchant, .closeByBuyer, .closeByAmazon, permission.blocked == nil ? .expireCard : .renewCard]
  }
}

extension ConsoleObject {
  init?(_ segments: [String]) {
    guard segments.count == 2, let kind = Kind(rawValue: segments[0]) else { return nil }
    self.init(kind: kind, id: segments[1])
  }

  var link: Link { "/console/\(kind.rawValue)/\(id)" }
}
