import FerryCore
import FerrySandbox

extension Ledger {
  /// The API's answer about a checkout session, members in the documented order. Only an open session has the buyer's data;
  /// a completed one has references only.
  func body(of session: CheckoutSession, at now: Moment) -> JSONValue {
    let isOpen = session.state == .open
    let isCompleted = session.state == .completed
    let isShown = isOpen && session.hasBuyer
    let body: JSONValue = [
      "checkoutSessionId": .string(session.id),
      "webCheckoutDetails": isCompleted ? .null : webCheckoutDetails(session),
      "productType": .string(session.productType.rawValue),
      "paymentDetails": isCompleted ? .null : paymentDetails(session.payment),
      "chargePermissionType": .string(session.chargePermissionType),
      "orderType": nil,
      "recurringMetadata": session.echoed.recurringMetadata,
      "paymentMethodOnFileMetadata": session.echoed.paymentMethodOnFileMetadata,
      "merchantDetails": nil,
      "merchantMetadata": isCompleted ? .null : session.merchantMetadata.body,
      "supplementaryData": JSONValue(session.echoed.supplementaryData),
      "buyer": isShown ? buyerBody(session.buyer, session.scopes) : .null,
      "billingAddress": isShown
        ? billingAddress(session.buyer, session.owner, session.productType, session.scopes) : .null,
      "paymentPreferences": paymentPreferences(isShown ? session.card : nil),
      "statusDetails": statusDetails(session.state.rawValue, session.reason, session.updatedAt),
      "shippingAddress": isShown ? shippingAddress(session.address, session.productType) : .null,
      "platformId": JSONValue(session.echoed.platformID),
      "chargePermissionId": JSONValue(session.chargePermissionID),
      "chargeId": JSONValue(session.chargeID),
      "constraints": .array(
        session.constraints.map {
          ["constraintId": .string($0.rawValue), "description": .string($0.description)]
        }),
      "creationTimestamp": .string(AmazonTimestamp.text(session.createdAt)),
      "expirationTimestamp": .string(AmazonTimestamp.text(session.expiresAt)),
      "storeId": .string(session.storeID),
      "providerMetadata": ["providerReferenceId": JSONValue(session.echoed.providerReferenceID)],
      "releaseEnvironment": .string(environmentName(session.owner)),
      "checkoutButtonText": nil,
      "deliverySpecifications": session.echoed.deliverySpecifications,
      "tokens": nil,
    ]
    // Only sessions for several addresses have this member.
    guard let addresses = session.echoed.multiAddressesCheckoutMetadata, let members = body.members else { return body }
    return .object(members + [JSONValue.Member(name: "multiAddressesCheckoutMetadata", value: addresses)])
  }

  private func webCheckoutDetails(_ session: CheckoutSession) -> JSONValue {
    let isReady = session.state == .open && session.constraints.isEmpty
    return [
      "checkoutReviewReturnUrl": JSONValue(session.web.reviewReturnURL),
      "checkoutResultReturnUrl": JSONValue(session.web.resultReturnURL),
      "amazonPayRedirectUrl": JSONValue(isReady ? processingURL(session.id) : nil),
      "checkoutCancelUrl": JSONValue(session.web.cancelURL),
      "checkoutMode": JSONValue(session.web.mode),
    ]
  }

  func processingURL(_ id: String) -> String { "\(pagesOrigin)/checkout/processing?amazonCheckoutSessionId=\(id)" }

  private func paymentDetails(_ payment: CheckoutSession.Payment) -> JSONValue {
    [
      "paymentIntent": JSONValue(payment.intent?.rawValue),
      "canHandlePendingAuthorization": .bool(payment.canHandlePendingAuthorization),
      "chargeAmount": Price.body(payment.chargeAmount),
      "totalOrderAmount": Price.body(payment.totalOrderAmount),
      "softDescriptor": JSONValue(payment.softDescriptor),
      "presentmentCurrency": JSONValue(payment.presentmentCurrency),
      "allowOvercharge": JSONValue(payment.allowOvercharge),
      "extendExpiration": JSONValue(payment.extendExpiration),
      "estimateOrderTotal": Price.body(payment.estimateOrderTotal),
    ]
  }

  /// The billing address, for accounts in Europe, for sessions without shipping, and for those with its scope.
  func billingAddress(
    _ buyer: TestBuyer?, _ owner: Owner, _ productType: CheckoutSession.ProductType, _ scopes: Set<String>
  ) -> JSONValue {
    let isShown =
      merchant(of: owner)?.region == .europe || productType == .payOnly || scopes.contains("billingAddress")
    guard isShown, let buyer else { return nil }
    return addressBook(of: owner).first?.postal(for: buyer).body ?? .null
  }

  /// The addresses of every test buyer in the merchant's region; the first one is also the billing address.
  func addressBook(of owner: Owner) -> [TestAddress] { TestAddress.book(of: merchant(of: owner)?.region ?? .japan) }

  func buyerBody(_ buyer: TestBuyer?, _ scopes: Set<String>) -> JSONValue {
    guard let buyer else { return nil }
    return [
      "buyerId": .string(buyer.id),
      "name": JSONValue(scopes.contains("name") ? buyer.name : nil),
      "email": JSONValue(scopes.contains("email") ? buyer.email : nil),
      "phoneNumber": JSONValue(scopes.contains("phoneNumber") ? buyer.phoneNumber : nil),
      "primeMembershipTypes": nil,
    ]
  }

  /// The shipping address, of sessions with shipping; the scopes do not matter.
  func shippingAddress(_ address: PostalAddress?, _ productType: CheckoutSession.ProductType) -> JSONValue {
    guard productType == .payAndShip, let address else { return nil }
    return address.body
  }

  /// The card; `[null]` without one. In Amazon's own sandbox the text fits any card.
  func paymentPreferences(_ card: TestCard?) -> JSONValue {
    guard let card else { return [nil] }
    return [["paymentDescriptor": .string(card.descriptor)]]
  }
}
