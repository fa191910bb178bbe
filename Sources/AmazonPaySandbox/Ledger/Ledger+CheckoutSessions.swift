import FerryCore
import FerrySandbox

extension Ledger {
  mutating func createCheckoutSession(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let session = try newSession(request.body, of: request.owner, productType: .payAndShip, at: now)
    return (201, body(of: session, at: now))
  }

  /// Creates and stores a session. The body must have the shape of Create Checkout Session.
  mutating func newSession(
    _ body: JSONValue, of owner: Owner, productType: CheckoutSession.ProductType, at now: Moment
  ) throws(APIRefusal) -> CheckoutSession {
    let storeID = body["storeId"]?.text ?? ""
    try checkStore(storeID, owner)
    let named = (body["scopes"]?.elements ?? []).compactMap(\.text)
    let defaultScopes = productType == .payOnly ? rules.defaultPayOnlyScopes : rules.defaultScopes
    var session = newSession(
      of: owner, storeID: storeID, body["chargePermissionType"]?.text ?? "OneTime",
      scopes: named.isEmpty ? defaultScopes : Set(named), productType, at: now)
    session.echoed.deliverySpecifications = body["deliverySpecifications"] ?? .null
    session.processor = body["processorSpecifications"]?["name"]?.text
    session.echoed.paymentMethodOnFileMetadata = body["paymentMethodOnFileMetadata"] ?? .null
    try merge(body, into: &session)
    guard session.web.reviewReturnURL != nil || session.skipsReview else {
      throw .missingValue("webCheckoutDetails.checkoutReviewReturnUrl")
    }
    if let id = body["chargePermissionId"]?.text { try attach(id, to: &session) }
    if session.chargePermissionType == "Recurring", session.echoed.recurringMetadata.isNull {
      throw .missingValue("recurringMetadata")
    }
    if session.skipsReview {
      guard session.web.resultReturnURL != nil else {
        throw .missingValue("webCheckoutDetails.checkoutResultReturnUrl")
      }
      guard session.payment.intent != nil else { throw .missingValue("paymentDetails.paymentIntent") }
      guard session.payment.chargeAmount != nil || session.isSetupOnly else {
        throw .missingValue("paymentDetails.chargeAmount")
      }
      if productType == .payAndShip {
        guard let details = body["addressDetails"]?.unlessNull else { throw .missingValue("addressDetails") }
        session.address = try address(details)
      }
    }
    deadlines.add(.sessionExpires(session.id), at: session.expiresAt)
    deadlines.add(.sessionIsDeleted(session.id), at: session.deletedAt)
    store(session)
    return session
  }

  /// A session without content. The caller stores it.
  func newSession(
    of owner: Owner, storeID: String, _ permissionType: String = "OneTime", scopes: Set<String>,
    _ productType: CheckoutSession.ProductType, at now: Moment
  ) -> CheckoutSession {
    let expiry = now + rules.sessionLifetime
    return CheckoutSession(
      id: UUIDText.version4(randomness.bytes(16)), owner: owner, storeID: storeID, createdAt: now, expiresAt: expiry,
      deletedAt: expiry + rules.sessionRetention, chargePermissionType: permissionType, scopes: scopes, updatedAt: now,
      productType: productType)
  }

  func checkStore(_ id: String, _ owner: Owner) throws(APIRefusal) {
    guard merchant(of: owner)?.storeIDs.contains(id) == true else {
      throw .invalidValue("storeId", "the store is not one of the merchant's")
    }
  }

  /// Gives a session that pays with a saved wallet the buyer and card of its charge permission.
  private func attach(_ id: String, to session: inout CheckoutSession) throws(APIRefusal) {
    let permission = try permission(id, of: session.owner)
    guard permission.type == "PaymentMethodOnFile", session.chargePermissionType == permission.type else {
      throw .invalidCombination(
        "chargePermissionId is allowed with the charge permission type PaymentMethodOnFile only.")
    }
    try requireOpen(permission)
    session.chargePermissionID = id
    session.buyer = permission.buyer
    session.card = permission.card
    session.address = permission.address
  }

  mutating func updateCheckoutSession(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var session = try session(request.id, of: request.owner)
    guard session.state == .open else {
      throw .invalidSessionStatus("The checkout session is \(session.state.rawValue) and cannot be changed.")
    }
    guard session.processing != .approved || rules.allowsUpdateAfterProcessing else {
      throw .invalidSessionStatus("The buyer has confirmed the payment; the checkout session cannot be changed.")
    }
    try merge(request.body, into: &session)
    session.processing = .notStarted
    session.updatedAt = now
    store(session)
    return (200, body(of: session, at: now))
  }

  /// Sets the members that Create and Update share, and checks the resulting session.
  private func merge(_ body: JSONValue, into session: inout CheckoutSession) throws(APIRefusal) {
    let web = body["webCheckoutDetails"]?.unlessNull
    session.web.reviewReturnURL = web.merged("checkoutReviewReturnUrl", session.web.reviewReturnURL)
    session.web.resultReturnURL = web.merged("checkoutResultReturnUrl", session.web.resultReturnURL)
    session.web.cancelURL = web.merged("checkoutCancelUrl", session.web.cancelURL)
    session.web.mode = web.merged("checkoutMode", session.web.mode)
    try checkURL(session.web.reviewReturnURL, "checkoutReviewReturnUrl", session.owner)
    try checkURL(session.web.resultReturnURL, "checkoutResultReturnUrl", session.owner)
    try checkURL(session.web.cancelURL, "checkoutCancelUrl", session.owner)
    session.merchantMetadata.merge(body["merchantMetadata"]?.unlessNull)
    let request: JSONValue? = body
    session.echoed.supplementaryData = request.merged("supplementaryData", session.echoed.supplementaryData)
    session.echoed.platformID = request.merged("platformId", session.echoed.platformID)
    session.echoed.providerReferenceID = body["providerMetadata"]?.unlessNull
      .merged("providerReferenceId", session.echoed.providerReferenceID)
    if let addresses = body["multiAddressesCheckoutMetadata"] {
      session.echoed.multiAddressesCheckoutMetadata = addresses.unlessNull
    }
    if let recurring = body["recurringMetadata"] {
      if let price = recurring["amount"]?.unlessNull {
        let field = "recurringMetadata.amount"
        try check(try Price.money(price, field).currency, "\(field).currencyCode", session.owner)
      }
      session.echoed.recurringMetadata = recurring
    }
    try merge(payment: body["paymentDetails"]?.unlessNull, into: &session)
  }

  func merge(payment body: JSONValue?, into session: inout CheckoutSession) throws(APIRefusal) {
    var payment = session.payment
    let isNew = payment == CheckoutSession.Payment()
    if let intent = body?["paymentIntent"] { payment.intent = intent.text.flatMap(CheckoutSession.Intent.init) }
    payment.canHandlePendingAuthorization =
      body.merged("canHandlePendingAuthorization", payment.canHandlePendingAuthorization) ?? false
    payment.softDescriptor = body.merged("softDescriptor", payment.softDescriptor)
    payment.allowOvercharge = body.merged("allowOvercharge", payment.allowOvercharge)
    payment.extendExpiration = body.merged("extendExpiration", payment.extendExpiration)
    if let currency = body?["presentmentCurrency"]?.unlessNull {
      let field = "paymentDetails.presentmentCurrency"
      guard let known = currency.text.flatMap({ Currency($0) }) else {
        throw .invalidValue(field, "an ISO 4217 currency code is expected")
      }
      try check(known, field, session.owner)
      guard isNew || known.code == payment.presentmentCurrency else {
        throw .invalidValue(field, "it is set with the checkout session only")
      }
      payment.presentmentCurrency = known.code
    }
    payment.chargeAmount = try amount("chargeAmount", body, payment.chargeAmount, session)
    payment.totalOrderAmount = try amount("totalOrderAmount", body, payment.totalOrderAmount, session)
    payment.estimateOrderTotal = try amount("estimateOrderTotal", body, payment.estimateOrderTotal, session)
    if let currency = payment.chargeAmount?.currency.code { payment.presentmentCurrency = currency }
    try check(payment)
    session.payment = payment
  }

  private func check(_ payment: CheckoutSession.Payment) throws(APIRefusal) {
    if payment.canHandlePendingAuthorization, payment.intent == .authorizeWithCapture {
      throw .invalidCombination(
        "canHandlePendingAuthorization must not be true with the payment intent AuthorizeWithCapture.")
    }
    if payment.softDescriptor != nil, let intent = payment.intent, intent != .authorizeWithCapture {
      throw .invalidCombination("softDescriptor is allowed with the payment intent AuthorizeWithCapture only.")
    }
    if let total = payment.totalOrderAmount, let charge = payment.chargeAmount {
      guard total.currency == charge.currency, total.minorUnits >= charge.minorUnits else {
        throw .invalidCombination("totalOrderAmount must not be below chargeAmount, and in its currency.")
      }
    }
  }

  private func amount(
    _ name: String, _ body: JSONValue?, _ present: Money?, _ session: CheckoutSession
  ) throws(APIRefusal) -> Money? {
    guard let price = body?[name] else { return present }
    guard !price.isNull else { return nil }
    let field = "paymentDetails.\(name)"
    let money = try Price.money(price, field)
    try check(money.currency, "\(field).currencyCode", session.owner)
    return money
  }

  /// Only accounts in Europe may use other currencies than the ledger's, and not all of them.
  private func check(_ currency: Currency, _ field: String, _ owner: Owner) throws(APIRefusal) {
    guard let region = merchant(of: owner)?.region, currency != region.currency else { return }
    guard region == .europe else { throw .invalidValue(field, "\(region.currency) is the account's currency") }
    let others = ["AUD", "CHF", "DKK", "EUR", "GBP", "HKD", "JPY", "NOK", "NZD", "SEK", "USD", "ZAR"]
    guard others.contains(currency.code) else { throw .invalidValue(field, "\(currency.code) is not supported") }
  }

  func checkURL(_ text: String?, _ name: String, _ owner: Owner) throws(APIRefusal) {
    guard let text else { return }
    try checkURL(text, field: "webCheckoutDetails.\(name)", owner)
  }

  func checkURL(_ text: String, field: String, _ owner: Owner) throws(APIRefusal) {
    guard let url = ReturnURL(text) else { throw .invalidValue(field, "an absolute URL is expected") }
    guard url.scheme == "https" || owner.environment == .sandbox else {
      throw .invalidValue(field, "https is required in live")
    }
    if let hosts = merchant(of: owner)?.returnHosts, !hosts.contains(url.host) {
      throw .invalidValue(field, "the domain is not registered for the merchant account")
    }
  }

  /// The address that the merchant sends ("Additional payment button – address formatting and validation" in the
  /// Amazon Pay documentation).
  private func address(_ details: JSONValue) throws(APIRefusal) -> PostalAddress {
    let address = PostalAddress(details)
    for (name, part) in [
      ("name", address.name), ("addressLine1", address.addressLine1), ("postalCode", address.postalCode),
      ("phoneNumber", address.phoneNumber),
    ] where part == nil { throw .missingValue("addressDetails.\(name)") }
    if address.countryCode != "JP", address.city == nil { throw .missingValue("addressDetails.city") }
    switch address.countryCode {
    case "JP", "US": if address.stateOrRegion == nil { throw .missingValue("addressDetails.stateOrRegion") }
    case "UK", "GB", "SG", "AE", "MX":
      if address.stateOrRegion != nil {
        throw .invalidValue("addressDetails.stateOrRegion", "it is not supported for this countryCode")
      }
    default: break
    }
    return address
  }
}
