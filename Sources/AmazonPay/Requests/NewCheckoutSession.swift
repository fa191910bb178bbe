public import FerryCore
public import FerryHTTP

/// The values of a new session ("Checkout Session", Amazon Pay documentation), for a button's signed payload and for
/// Create Checkout Session.
public struct NewCheckoutSession: Hashable, Sendable {
  public var storeId: String
  /// Amazon sends the buyer here after they chose address and payment method, and appends `amazonCheckoutSessionId` to
  /// the query. At most 512 characters. Required unless the checkout has no review.
  public var checkoutReviewReturnUrl: String?
  /// Amazon sends the buyer here after a payment, a cancellation or a decline. At most 512 characters.
  public var checkoutResultReturnUrl: String?
  /// Amazon sends the buyer here if they cancel; nil for the page with the button.
  public var checkoutCancelUrl: String?
  /// `processOrder` for the additional payment button: without a review, so all values are required here.
  public var checkoutMode: CheckoutMode?
  /// The buyer's data that the merchant asks for; empty for Amazon's default.
  public var scopes: [ButtonPayload.Scope] = []
  /// Nil for a one-time purchase.
  public var chargePermissionType: ChargePermissionType?
  /// Required for `recurring`, not allowed otherwise.
  public var recurringMetadata: RecurringMetadata?
  /// For `paymentMethodOnFile` only.
  public var paymentMethodOnFileMetadata: PaymentMethodOnFileMetadata?
  /// The charge permission of a saved payment method.
  public var chargePermissionId: String?
  /// The addresses that the merchant delivers to; nil for all.
  public var deliverySpecifications: DeliverySpecifications?
  /// The buyer's address, if the shop already has it. For `processOrder` only.
  public var addressDetails: AddressDetails?
  /// The `paymentDetails`; a checkout with a review sets them later.
  public var payment: RequestedPayment?
  public var merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public var providerMetadata: ProviderMetadata?
  /// The payment service provider that processes the payment; nil for Amazon.
  public var processorSpecifications: ProcessorSpecifications?
  /// For merchants that have agreed on its content with Amazon.
  public var supplementaryData: String?
  /// The id of the solution provider.
  public var platformId: String?
  /// Members without a typed property, such as those for several addresses. For a member with one, the property is
  /// written.
  public var additional: [String: UntypedJSON] = [:]

  /// A checkout with a review in the shop.
  public init(storeId: String, checkoutReviewReturnUrl: String, checkoutCancelUrl: String? = nil) {
    self.storeId = storeId
    self.checkoutReviewReturnUrl = checkoutReviewReturnUrl
    self.checkoutCancelUrl = checkoutCancelUrl
  }

  /// A checkout without a review: the buyer chooses a payment method and confirms the payment at Amazon.
  /// - Parameter addressDetails: The shipping address; nil without a delivery.
  public init(
    storeId: String, processOrder payment: RequestedPayment, addressDetails: AddressDetails? = nil,
    checkoutResultReturnUrl: String, checkoutCancelUrl: String? = nil
  ) {
    self.storeId = storeId
    self.checkoutMode = .processOrder
    self.payment = payment
    self.addressDetails = addressDetails
    self.checkoutResultReturnUrl = checkoutResultReturnUrl
    self.checkoutCancelUrl = checkoutCancelUrl
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.require(storeId, "storeId")
    try checkReturns(limits)
    try checkKind(limits)
    try limits.check(deliverySpecifications)
    if addressDetails != nil, checkoutMode != .processOrder {
      throw InvalidField(field: "addressDetails", .onlyWith("checkoutMode ProcessOrder"))
    }
    try limits.check(addressDetails)
    try payment?.check(limits)
    try limits.check(merchantMetadata)
    if let processorSpecifications { try limits.require(processorSpecifications.name, "processorSpecifications.name") }
    if let chargePermissionId, !AmazonPayCall.isWellFormed(chargePermissionId) {
      throw InvalidField(field: "chargePermissionId", .characters(allowed: "A-Z a-z 0-9 -"))
    }
  }

  private func checkReturns(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(address: checkoutReviewReturnUrl, "webCheckoutDetails.checkoutReviewReturnUrl")
    try limits.check(address: checkoutResultReturnUrl, "webCheckoutDetails.checkoutResultReturnUrl")
    try limits.check(address: checkoutCancelUrl, "webCheckoutDetails.checkoutCancelUrl")
    switch checkoutMode {
    case nil: try limits.require(checkoutReviewReturnUrl, "webCheckoutDetails.checkoutReviewReturnUrl")
    case .processOrder:
      try limits.require(checkoutResultReturnUrl, "webCheckoutDetails.checkoutResultReturnUrl")
      guard payment?.paymentIntent != nil else {
        throw InvalidField(field: "paymentDetails.paymentIntent", .missing)
      }
      guard payment?.chargeAmount != nil else {
        throw InvalidField(field: "paymentDetails.chargeAmount", .missing)
      }
    }
  }

  private func checkKind(_ limits: FieldLimits) throws(InvalidField) {
    switch (chargePermissionType, recurringMetadata) {
    case (.recurring, nil): throw InvalidField(field: "recurringMetadata", .missing)
    case (.recurring, let metadata?): try limits.check(metadata)
    case (_, nil): break
    case (_, _?): throw InvalidField(field: "recurringMetadata", .onlyWith("chargePermissionType Recurring"))
    }
    if paymentMethodOnFileMetadata != nil, chargePermissionType != .paymentMethodOnFile {
      throw InvalidField(field: "paymentMethodOnFileMetadata", .onlyWith("chargePermissionType PaymentMethodOnFile"))
    }
  }
}

extension NewCheckoutSession: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    let web = RequestedReturns(
      checkoutReviewReturnUrl: checkoutReviewReturnUrl, checkoutResultReturnUrl: checkoutResultReturnUrl,
      checkoutCancelUrl: checkoutCancelUrl, checkoutMode: checkoutMode)
    try object.write(web, "webCheckoutDetails")
    try object.write(storeId, "storeId")
    try object.write(list: scopes, "scopes")
    try object.write(chargePermissionType, "chargePermissionType")
    try object.write(recurringMetadata, "recurringMetadata")
    try object.write(paymentMethodOnFileMetadata, "paymentMethodOnFileMetadata")
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(deliverySpecifications, "deliverySpecifications")
    try object.write(addressDetails, "addressDetails")
    try object.write(payment, "paymentDetails")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(providerMetadata, "providerMetadata")
    try object.write(processorSpecifications, "processorSpecifications")
    try object.write(supplementaryData, "supplementaryData")
    try object.write(platformId, "platformId")
  }
}

/// The `paymentDetails` that a request sets ("Checkout Session", Amazon Pay documentation).
public struct RequestedPayment: Hashable, Sendable, Encodable {
  /// The effect of completing the session.
  public var paymentIntent: PaymentIntent?
  /// True if Amazon may decide later. Not with `authorizeWithCapture`.
  public var canHandlePendingAuthorization: Bool?
  /// The amount to confirm, reserve or capture, as the intent says.
  public var chargeAmount: Money?
  /// The total of the order, if more charges follow.
  public var totalOrderAmount: Money?
  /// The currency of all amounts, if no amount names it. It may differ from the ledger currency in Europe only.
  public var presentmentCurrency: Currency?
  /// At most 16 bytes on the buyer's statement; only with `authorizeWithCapture`, and not in Japan.
  public var softDescriptor: String?
  /// True if charges may exceed the total of the order.
  public var allowOvercharge: Bool?
  /// True if the charge permission lasts 13 months instead of 180 days.
  public var extendExpiration: Bool?
  /// An estimate of the total, shown before the total is known.
  public var estimateOrderTotal: Money?

  public init(
    _ paymentIntent: PaymentIntent? = nil,
    _ chargeAmount: Money? = nil,
    canHandlePendingAuthorization: Bool? = nil,
    totalOrderAmount: Money? = nil,
    presentmentCurrency: Currency? = nil,
    softDescriptor: String? = nil,
    allowOvercharge: Bool? = nil,
    extendExpiration: Bool? = nil,
    estimateOrderTotal: Money? = nil
  ) {
    self.paymentIntent = paymentIntent
    self.chargeAmount = chargeAmount
    self.canHandlePendingAuthorization = canHandlePendingAuthorization
    self.totalOrderAmount = totalOrderAmount
    self.presentmentCurrency = presentmentCurrency
    self.softDescriptor = softDescriptor
    self.allowOvercharge = allowOvercharge
    self.extendExpiration = extendExpiration
    self.estimateOrderTotal = estimateOrderTotal
  }

  private enum CodingKeys: String, MemberKey {
    case paymentIntent, canHandlePendingAuthorization, chargeAmount, totalOrderAmount, presentmentCurrency
    case softDescriptor, allowOvercharge, extendExpiration, estimateOrderTotal
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(chargeAmount, "paymentDetails.chargeAmount")
    try limits.check(total: totalOrderAmount, "paymentDetails.totalOrderAmount", ofCharge: chargeAmount)
    try limits.check(estimateOrderTotal, "paymentDetails.estimateOrderTotal")
    try limits.check(currency: presentmentCurrency, "paymentDetails.presentmentCurrency")
    if let chargeAmount, let presentmentCurrency, chargeAmount.currency != presentmentCurrency {
      throw InvalidField(field: "paymentDetails.presentmentCurrency", .otherCurrency(chargeAmount.currency.code))
    }
    if canHandlePendingAuthorization == true, paymentIntent == .authorizeWithCapture {
      throw InvalidField(field: "paymentDetails.canHandlePendingAuthorization", .notWithAuthorizeWithCapture)
    }
    if let softDescriptor {
      let field = "paymentDetails.softDescriptor"
      guard paymentIntent == .authorizeWithCapture else {
        throw InvalidField(field: field, .needsAuthorizeWithCapture)
      }
      try limits.check(softDescriptor: softDescriptor, field)
    }
  }
}

extension KeyedEncodingContainer where Key: MemberKey {
  /// Amazon writes an amount as an object with its currency.
  mutating func encodeIfPresent(_ money: Money?, forKey key: Key) throws {
    try encodeIfPresent(money.map { Price($0) }, forKey: key)
  }
}
