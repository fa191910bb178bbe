import FerryCore
import FerrySandbox

extension Ledger {
  /// The API's answer about a checkout session, members in the documented order. Only an open session has the buyer's data;
  /// a completed one has references only.
  func body(of session: CheckoutSession, at now: Moment) -> JSONValue {
    let isOpen = session.state == .open
    let isCompleted = session.state == .completed
    let isShown = isOpen && session.hasBuyer
    let echoed = session.echoed
    let beginning = JSONValue.object(all: [
      "checkoutSessionId": session.id, "webCheckoutDetails": isCompleted ? nil : webCheckoutDetails(session),
      "productType": session.productType.rawValue,
      "paymentDetails": isCompleted ? nil : paymentDetails(session.payment),
      "chargePermissionType": session.chargePermissionType, "orderType": nil,
      "recurringMetadata": echoed.recurringMetadata, "paymentMethodOnFileMetadata": echoed.paymentMethodOnFileMetadata,
      "merchantDetails": nil, "merchantMetadata": isCompleted ? nil : session.merchantMetadata.body,
      "supplementaryData": echoed.supplementaryData,
    ])
    let buyer = JSONValue.object(all: [
      "buyer": isShown ? buyerBody(session.buyer, session.scopes) : nil,
      "billingAddress": isShown
        ? billingAddress(session.buyer, session.owner, session.productType, session.scopes) : nil,
      "paymentPreferences": paymentPreferences(isShown ? session.card : nil),
      "statusDetails": statusDetails(session.state.rawValue, session.reason, session.updatedAt),
      "shippingAddress": isShown ? shippingAddress(session.address, session.productType) : nil,
    ])
    let end = JSONValue.object(all: [
      "platformId": echoed.platformID, "chargePermissionId": session.chargePermissionID, "chargeId": session.chargeID,
      "constraints": session.constraints.map { constraint -> JSONValue in
        .object(all: ["constraintId": constraint.rawValue, "description": constraint.description])
      },
      "creationTimestamp": AmazonTimestamp.text(session.createdAt),
      "expirationTimestamp": AmazonTimestamp.text(session.expiresAt), "storeId": session.storeID,
      "providerMetadata": .object(all: ["providerReferenceId": echoed.providerReferenceID]) as JSONValue,
      "releaseEnvironment": environmentName(session.owner), "checkoutButtonText": nil,
      "deliverySpecifications": echoed.deliverySpecifications, "tokens": nil,
    ])
    // Only sessions for several addresses have this member.
    let several = JSONValue.object(present: ["multiAddressesCheckoutMetadata": echoed.multiAddressesCheckoutMetadata])
    return beginning.appending(buyer).appending(end).appending(several)
  }

  private func webCheckoutDetails(_ session: CheckoutSession) -> JSONValue {
    let isReady = session.state == .open && session.constraints.isEmpty
    return .object(all: [
      "checkoutReviewReturnUrl": session.web.reviewReturnURL, "checkoutResultReturnUrl": session.web.resultReturnURL,
      "amazonPayRedirectUrl": isReady ? processingURL(session.id) : nil, "checkoutCancelUrl": session.web.cancelURL,
      "checkoutMode": session.web.mode,
    ])
  }

  func processingURL(_ id: String) -> String { "\(pagesOrigin)/checkout/processing?amazonCheckoutSessionId=\(id)" }

  private func paymentDetails(_ payment: CheckoutSession.Payment) -> JSONValue {
    .object(all: [
      "paymentIntent": payment.intent?.rawValue, "canHandlePendingAuthorization": payment.canHandlePendingAuthorization,
      "chargeAmount": payment.chargeAmount, "totalOrderAmount": payment.totalOrderAmount,
      "softDescriptor": payment.softDescriptor, "presentmentCurrency": payment.presentmentCurrency,
      "allowOvercharge": payment.allowOvercharge, "extendExpiration": payment.extendExpiration,
      "estimateOrderTotal": payment.estimateOrderTotal,
    ])
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
    return .object(all: [
      "buyerId": buyer.id, "name": scopes.contains("name") ? buyer.name : nil,
      "email": scopes.contains("email") ? buyer.email : nil,
      "phoneNumber": scopes.contains("phoneNumber") ? buyer.phoneNumber : nil, "primeMembershipTypes": nil,
    ])
  }

  /// The shipping address, of sessions with shipping; the scopes do not matter.
  func shippingAddress(_ address: PostalAddress?, _ productType: CheckoutSession.ProductType) -> JSONValue {
    productType == .payAndShip ? address?.body ?? .null : .null
  }

  /// The card; `[null]` without one. In Amazon's own sandbox the text fits any card.
  func paymentPreferences(_ card: TestCard?) -> JSONValue {
    guard let card else { return [nil] }
    return [["paymentDescriptor": .string(card.descriptor)]]
  }
}
