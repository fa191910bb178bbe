public import FerryCore
package import FerrySandbox
import HTTPTypes

/// The names of the control API below `/control/amazon-pay`, for clients and for help texts.
public enum ControlNames {
  /// The values of a fault's `operation`.
  public static let operations = APIOperation.allCases.map(\.rawValue)

  /// The values of a notification fault's `object`.
  public static let notificationObjects = NotificationObject.allCases.map(\.rawValue)

  /// The values of a buyer's `action` on a checkout session.
  public static let buyerActions = [
    "select", "changeAddress", "changePayment", "cancelSelection", "cancelChange", "approve", "cancelPayment",
  ]

  /// The values of a buyer's `card`: its last four digits.
  public static let cards = TestCard.allCases.map(\.rawValue)

  /// The values of a buyer's `address`. The first one is the default.
  public static func addresses(in region: MerchantRegion) -> [String] { TestAddress.book(of: region).map(\.id) }
}

// MARK: Pages and buyers of every provider

extension Sandbox {
  public static let laterDecision: (card: String, capture: CapturePolicy)? = (
    TestCard.authorizedLater0701.rawValue, .manual
  )
  public static let amountOperation: String? = APIOperation.getCharge.rawValue

  package func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage {
    switch action {
    case .script(let arguments):
      if let id = arguments.last?["amazonCheckoutSessionId"]?.text {
        let change = arguments.last?["changeAction"]?.text
        return try page(id, order: order, change == nil ? .pay : .change, change: change)
      }
      guard let options = arguments.first, let config = options["createCheckoutSessionConfig"] else {
        throw .invalid("nextAction", "a call of renderButton, initCheckout or bindChangeAction")
      }
      return try page(try press(config, options), order: order, .select)
    case .redirect(let url):
      guard let id = url.firstMatch(of: /[?&]amazonCheckoutSessionId=([^&]*)/)?.output.1 else {
        throw .invalid("nextAction", "the address of a page of this sandbox")
      }
      return try page(String(id), order: order, .pay)
    case .form: throw .invalid("nextAction", "a script or a redirect")
    }
  }

  /// An opened page, which is found by the order number from now on.
  private func page(
    _ id: String, order: String?, _ place: OpenedPage.Place, change: String? = nil
  ) throws(ControlRefusal) -> OpenedPage {
    let session = try asBuyer { ledger, now throws(BuyerRefusal) in
      var session = try ledger.openedSession(id, at: now)
      if let order, session.openedForOrder != order {
        session.openedForOrder = order
        ledger.store(session)
      }
      return session
    }
    let url = place == .pay ? session.web.resultReturnURL : session.web.reviewReturnURL
    return OpenedPage(
      id: id, place: place,
      returnURL: url.flatMap { ReturnURL($0) }?.adding("amazonCheckoutSessionId", id),
      cancelURL: session.web.cancelURL, change: change)
  }

  /// The newest open session of an order. The number is the one that opened its page, or the merchant's. A browser's session
  /// has no number before the merchant's first update. The sandbox finds it if it is the only one without a number.
  package func page(of order: String) -> String? {
    let open = state.advanced().0.sessions.values.filter { $0.state == .open }
    let known = open.filter { $0.openedForOrder == order || $0.merchantMetadata.merchantReferenceId == order }
    if let newest = known.max(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) { return newest.id }
    let unnamed = open.filter { $0.openedForOrder == nil && $0.merchantMetadata.merchantReferenceId == nil }
    return unnamed.count == 1 ? unnamed.first?.id : nil
  }

  package func act(_ act: BuyerAct, on page: String, details: [String: String]) throws(ControlRefusal) -> BuyerStep {
    let details = try BuyerDetails(details, allowed: ["address", "card", "change", "email"])
    let change = try details.value("change", "changeAddress or changePayment") { ChangeAction(rawValue: $0) }
    let buyer = try buyer(details["email"])
    let (address, card) = (details["address"], details["card"])
    let step = try asBuyer { ledger, now throws(BuyerRefusal) -> PageStep? in
      let isReady = try ledger.openedSession(page, at: now).constraints.isEmpty
      return switch act {
      case .select: try ledger.selectUsual(page, by: buyer, addressID: address, ending: card, change: change, at: now)
      case .decline: try ledger.process(page, by: buyer, ending: card ?? TestCard.declined3434.rawValue, at: now)
      case .cancel where isReady: try ledger.abandonProcessing(page, by: buyer, at: now)
      case .cancel: try ledger.cancelSelection(page, at: now)
      case .approve: try ledger.process(page, by: buyer, ending: card, at: now)
      case .leave: nil
      }
    }
    return step.map { BuyerStep($0) } ?? BuyerStep("left")
  }

  private func buyer(_ email: String?) throws(ControlRefusal) -> TestBuyer {
    guard let buyer = TestBuyer(email: email ?? TestBuyer.ready[0].email) else {
      throw .invalid("email", "an e-mail address")
    }
    return buyer
  }

  /// Creates the session for a click on the button, as `checkout.js` does.
  /// - Parameter signed: The payload with its signature.
  private func press(_ signed: JSONValue, _ options: JSONValue) throws(ControlRefusal) -> String {
    let payload = signed["payloadJSON"]?.text ?? ""
    let owner: Owner
    do throws(Authenticator.InvalidButtonSignature) {
      owner = try authenticator.owner(
        ofPayload: payload, signature: signed["signature"]?.text ?? "",
        publicKeyID: signed["publicKeyId"]?.text ?? "", algorithm: signed["algorithm"]?.text,
        merchantID: options["merchantId"]?.text ?? "", sandbox: options["sandbox"]?.flag ?? true)
    } catch {
      throw ControlRefusal(400, "InvalidSignatureError", "Expected string to sign: \(error.expected)")
    }
    let button = ButtonPress(
      owner: owner, payload: try JSONValue(parsing: Array(payload.utf8), "The payload"),
      productType: options["productType"]?.text == "PayOnly" ? .payOnly : .payAndShip,
      language: options["checkoutLanguage"]?.text, page: options["buttonPage"]?.text)
    return try state.change { ledger, now throws(APIRefusal) in try ledger.press(button, at: now).id }
  }
}

// MARK: Amazon Pay's own control requests

extension Sandbox {
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    let segments = request.segments
    switch (request.method, segments.first, segments.count) {
    case (.post, "checkoutSessions", 1): return (201, ["checkoutSessionId": .string(try pressButton(request))])
    case (.post, "checkoutSessions", 3) where segments[2] == "buyer":
      return (200, BuyerStep(try actAsBuyer(request, segments[1])).body)
    case (.get, "subscriptions", 1):
      return (200, ["subscriptions": .array(state.reading { $0.sortedSubscriptions.map(\.body) })])
    case (.post, let kind?, 3) where segments[2] == "console":
      return try performConsoleAction(request, kind, segments[1]).map { (200, $0) }
    default: return nil
    }
  }

  private func pressButton(_ request: ControlRequest) throws(ControlRefusal) -> String {
    let body = try request.json(
      [
        "payloadJSON": .required(.text(65_536)), "signature": .required(.text(2048)),
        "publicKeyId": .required(.text(128)), "merchantId": .required(.text(128)), "algorithm": .text(64),
        "sandbox": .flag, "productType": .choice(["PayAndShip", "PayOnly"]), "checkoutLanguage": .text(16),
        "buttonPage": .text(2048),
      ])
    return try press(body, body)
  }

  /// One form of the hosted pages, for a buyer.
  private func actAsBuyer(_ request: ControlRequest, _ id: String) throws(ControlRefusal) -> PageStep {
    let body = try request.json(
      [
        "action": .required(.choice(ControlNames.buyerActions)), "email": .text(254), "address": .text(32),
        "card": .choice(ControlNames.cards),
      ])
    let buyer = try buyer(body["email"]?.text)
    let action = body["action"]?.text ?? ""
    let (address, card) = (body["address"]?.text, body["card"]?.text)
    return try asBuyer { ledger, now throws(BuyerRefusal) in
      switch action {
      case "cancelSelection": try ledger.cancelSelection(id, at: now)
      case "cancelChange": try ledger.cancelChange(id, at: now)
      case "approve": try ledger.process(id, by: buyer, ending: card, at: now)
      case "cancelPayment": try ledger.abandonProcessing(id, by: buyer, at: now)
      case "select": try ledger.selectUsual(id, by: buyer, addressID: address, ending: card, change: nil, at: now)
      default:
        try ledger.select(
          id, by: buyer, addressID: address, ending: card, change: ChangeAction(rawValue: action), at: now)
      }
    }
  }
}

extension BuyerStep {
  init(_ step: PageStep) {
    switch step {
    case .leave(let url): self.init("leave", url: url)
    case .signIn: self.init("signIn")
    case .select: self.init("select")
    case .process: self.init("process")
    case .declined: self.init("declined")
    case .ended(let reason): self.init("ended", reason: reason)
    }
  }
}

extension ControlRequest {
  func json(_ shape: RequestShape) throws(ControlRefusal) -> JSONValue {
    let value = try json()
    try shape.check(value)
    return value
  }
}

extension BuyerRefusal: BuyerError {
  var isUnknownPage: Bool { self == .unknownSession }

  var message: String {
    switch self {
    case .unknownSession: "There is no checkout session with this id. Create one with POST /control/pages."
    case .otherBuyer: "Another buyer has signed in to this checkout session. Send the email of the first one."
    case .unknownAddress(let known): "The buyer has no such address. Send one of \(known.joined(separator: ", "))."
    case .unknownCard: "The buyer has no such card. Send one of \(ControlNames.cards.joined(separator: ", "))."
    case .addressNotAllowed:
      "The deliverySpecifications of the checkout session exclude this address. Send another one."
    case .notReady(let constraints):
      """
      The buyer cannot pay yet: \(constraints.map(\.description).joined(separator: " ")) Select for the buyer, or update \
      the checkout session.
      """
    }
  }
}
