import FerryCore
import FerrySandbox
import FerryWeb

/// The last page of the window that `renderJSButton` opens: it tells the shop's page the outcome, and closes when the shop has
/// paid ("Provide Event Handlers", Amazon Pay documentation).
struct WindowPage {
  static let link: Link = "/checkout/window"
  /// `amazonPayMFAReturnUrl`: a payment service provider leads to this page after its challenge.
  static let challengeReturn: Link = "/checkout/window/challenge"

  let session: CheckoutSession
  let shop: String
  /// The argument of `onCompleteCheckout`; null if the buyer has cancelled.
  let event: JSONValue

  var page: Page {
    var shell = session.shell()
    shell.script = .windowScript
    let told: JSONValue = ["outcome": event.isNull ? "cancel" : "complete", "event": event]
    return shell.page(
      "Back to the shop",
      """
      <div id="outcome" data-shop="\(shop)" data-told="\(String(decoding: told.bytes, as: UTF8.self))">\
      \(Spinner("The shop is finishing your order in its own window.").html)</div>
      <div id="refused" hidden>\(Notice(.error, "The shop could not complete the payment. Close this window and go back to the shop.").html)</div>
      <div class="actions"><button id="close" type="button" class="button secondary">Close the window</button></div>
      """)
  }
}

extension PageRequest<Sandbox> {
  /// Opens the window's pages. The configuration is not signed; the button's page has to be on a registered host.
  func openWindow(_ form: Fields) throws -> PageAnswer {
    let config = try form.required("checkoutSessionConfig") { try? JSONValue(parsing: Array($0.utf8)) }
    let merchantID = try form.required("merchantId")
    let page = try form.required("buttonPage")
    let button = ButtonPress(
      owner: Owner(merchantID: merchantID, environment: .sandbox), payload: config,
      productType: .payOnly, language: form["checkoutLanguage"], page: page)
    return begin(
      try change { ledger, now throws(APIRefusal) in try ledger.open(button, on: page, at: now) }, form)
  }

  func showWindow(_ query: Fields) throws -> PageAnswer {
    let id = try query.required(PageShell.idName)
    let signedIn = buyer
    let isCanceled = query["canceled"] != nil
    let (session, event) = try change { ledger, now throws(BuyerRefusal) in
      let session = try ledger.openedSession(id, at: now)
      let event: JSONValue = isCanceled ? .null : try ledger.complete(session, by: signedIn, at: now)
      return (session, event)
    }
    guard let shop = session.buttonPage.flatMap({ ReturnURL($0) })?.origin else { throw BuyerRefusal.unknownSession }
    return PageAnswer(WindowPage(session: session, shop: shop, event: event).page)
  }
}

extension Ledger {
  /// Creates the session of a button with event handlers, for goods without delivery.
  fileprivate mutating func open(
    _ button: ButtonPress, on page: String, at now: Moment
  ) throws(APIRefusal) -> CheckoutSession {
    let config = button.payload
    let payment = config["paymentDetails"]?.members ?? []
    let known = ["paymentIntent", "chargeAmount", "totalOrderAmount", "presentmentCurrency"]
    let body = JSONValue.object(all: [
      "webCheckoutDetails": ["checkoutReviewReturnUrl": .string(page)] as JSONValue, "storeId": config["storeId"],
      "scopes": config["scopes"] ?? [],
      "paymentDetails": JSONValue.object(payment.filter { known.contains($0.name) }),
      "deliverySpecifications": config["deliverySpecifications"],
      "processorSpecifications": config["processorSpecifications"],
    ])
    var session = try newSession(body, of: button.owner, productType: button.productType, at: now)
    guard session.payment.chargeAmount != nil else { throw .missingValue("paymentDetails.chargeAmount") }
    let own = "\(pagesOrigin)\(WindowPage.link.text)"
    session.web.reviewReturnURL = own
    session.web.cancelURL = "\(own)?canceled=yes&\(PageShell.idName)=\(session.id)"
    session.language = button.language
    session.buttonPage = page
    store(session)
    return session
  }

  /// Completes a session whose buyer has selected: it gets a charge permission, and the shop charges it.
  /// - Returns: The argument of `onCompleteCheckout`. Loading the page again gives the same one.
  fileprivate mutating func complete(
    _ opened: CheckoutSession, by signedIn: TestBuyer?, at now: Moment
  ) throws(BuyerRefusal) -> JSONValue {
    var session = opened
    guard let buyer = session.buyer, let card = session.card else { throw .notReady(session.constraints) }
    guard signedIn == buyer else { throw .otherBuyer }
    if session.state == .open {
      _ = try? conclude(&session, .confirm, buyer, card, total: nil, isForcedPending: false, at: now)
      settle(at: now)
    }
    guard let permission = session.chargePermissionID else { throw .unknownSession }
    let challenge = "\(pagesOrigin)\(WindowPage.challengeReturn.text)"
    return [
      "amazonChargePermissionId": .string(permission), "amazonPayCheckoutType": "ProcessOrder",
      "amazonPayMFAReturnUrl": .string("\(challenge)?\(PageShell.idName)=\(session.id)"),
      "buyer": buyerBody(buyer, session.scopes),
      "billingAddress": billingAddress(buyer, session.owner, session.productType, session.scopes),
      "paymentDescriptor": .string(card.descriptor),
    ]
  }
}
