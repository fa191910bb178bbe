import FerryCore
import FerrySandbox

/// A checkout session: one buyer's checkout, from the button to the completed payment.
struct CheckoutSession: Codable, Hashable, OwnedObject {
  enum State: String, Codable {
    case open = "Open"
    case completed = "Completed"
    case canceled = "Canceled"
  }

  enum ProductType: String, Codable {
    case payAndShip = "PayAndShip"
    case payOnly = "PayOnly"
  }

  enum Intent: String, Codable {
    case confirm = "Confirm"
    case authorize = "Authorize"
    case authorizeWithCapture = "AuthorizeWithCapture"
  }

  /// The buyer's progress on the processing page.
  enum Processing: String, Codable {
    case notStarted
    case approved
    /// The card was declined, and the buyer was asked for another.
    case declined
  }

  struct WebCheckout: Codable, Hashable {
    var reviewReturnURL: String?
    var resultReturnURL: String?
    var cancelURL: String?
    /// "ProcessOrder" for a checkout without a review in the shop.
    var mode: String?
  }

  struct Payment: Codable, Hashable {
    var intent: Intent?
    var canHandlePendingAuthorization = false
    var chargeAmount: Money?
    var totalOrderAmount: Money?
    var estimateOrderTotal: Money?
    var softDescriptor: String?
    var presentmentCurrency: String?
    var allowOvercharge: Bool?
    var extendExpiration: Bool?
  }

  /// Members that are stored and returned, with no other effect.
  struct Echoed: Codable, Hashable {
    var recurringMetadata: JSONValue = nil
    var paymentMethodOnFileMetadata: JSONValue = nil
    var supplementaryData: String?
    var platformID: String?
    var providerReferenceID: String?
    var deliverySpecifications: JSONValue = nil
    /// Nil for a session with one address.
    var multiAddressesCheckoutMetadata: JSONValue?
  }

  let id: String
  let owner: Owner
  let storeID: String
  let createdAt: Moment
  let expiresAt: Moment
  let deletedAt: Moment
  let chargePermissionType: String
  let scopes: Set<String>

  var updatedAt: Moment
  var state = State.open
  var reason: StateReason?
  var productType: ProductType
  var web = WebCheckout()
  var payment = Payment()
  var merchantMetadata = MerchantMetadata()
  var echoed = Echoed()
  /// The name of the payment service provider that processes the payment (`processorSpecifications`); nil for Amazon.
  var processor: String?
  var chargePermissionID: String?
  var chargeID: String?

  var buyer: TestBuyer?
  var address: PostalAddress?
  var card: TestCard?
  var processing = Processing.notStarted
  /// The language that the button asked for, such as "ja_JP".
  var language: String?
  /// The page with the button.
  var buttonPage: String?
  /// The order number in the control API's call that opened the page.
  var openedForOrder: String?

  var hasBuyer: Bool { buyer != nil && card != nil && (productType == .payOnly || address != nil) }

  /// True if the session only saves a wallet, without a payment.
  var isSetupOnly: Bool {
    chargePermissionType == "PaymentMethodOnFile" && echoed.paymentMethodOnFileMetadata["setupOnly"]?.flag == true
  }

  var skipsReview: Bool { web.mode == "ProcessOrder" }

  /// A buyer who cancels goes there: without a cancel URL, to the page with the button.
  var pageToLeaveTo: String? { web.cancelURL ?? buttonPage }

  /// The order's whole amount: the limit of the charge permission.
  var orderAmount: Money? { payment.totalOrderAmount ?? payment.chargeAmount }

  var allowsPending: Bool { payment.intent == .authorize && payment.canHandlePendingAuthorization }

  enum Constraint: String {
    case buyerNotAssociated = "BuyerNotAssociated"
    case chargeAmountNotSet = "ChargeAmountNotSet"
    case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
    case paymentIntentNotSet = "PaymentIntentNotSet"

    var description: String {
      switch self {
      case .buyerNotAssociated: "No buyer is associated with the checkout session."
      case .chargeAmountNotSet: "chargeAmount is not set."
      case .checkoutResultReturnUrlNotSet: "checkoutResultReturnUrl is not set."
      case .paymentIntentNotSet: "paymentIntent is not set."
      }
    }
  }

  var constraints: [Constraint] {
    guard state == .open else { return [] }
    var constraints: [Constraint] = []
    if !hasBuyer { constraints.append(.buyerNotAssociated) }
    if payment.chargeAmount == nil, !isSetupOnly { constraints.append(.chargeAmountNotSet) }
    if web.resultReturnURL == nil { constraints.append(.checkoutResultReturnUrlNotSet) }
    if payment.intent == nil { constraints.append(.paymentIntentNotSet) }
    return constraints
  }
}

extension CheckoutSession {
  /// Returns true if the merchant's delivery specifications allow an address ("Address restriction samples").
  func delivers(to address: PostalAddress) -> Bool {
    guard let rules = echoed.deliverySpecifications["addressRestrictions"]?.unlessNull else { return true }
    let countries = rules["restrictions"]?.unlessNull?.members ?? []
    let isListed = countries.contains { country in
      guard country.name.uppercased() == address.countryCode?.uppercased() else { return false }
      let states = Self.texts(country.value["statesOrRegions"])
      let codes = Self.texts(country.value["zipCodes"])
      // A country without further lists means the whole country.
      if states.isEmpty, codes.isEmpty { return true }
      if let state = address.stateOrRegion, states.contains(state) { return true }
      return address.postalCode.map { code in codes.contains { Self.matches($0, code) } } ?? false
    }
    return rules["type"]?.text == "NotAllowed" ? !isListed : isListed
  }

  private static func texts(_ value: JSONValue?) -> [String] { (value?.elements ?? []).compactMap(\.text) }

  private static func matches(_ pattern: String, _ code: String) -> Bool {
    pattern.hasSuffix("*") ? code.hasPrefix(pattern.dropLast()) : code == pattern
  }
}

struct MerchantMetadata: Codable, Hashable {
  var merchantReferenceId: String?
  var merchantStoreName: String?
  var noteToBuyer: String?
  var customInformation: String?

  var body: JSONValue {
    .object(all: [
      "merchantReferenceId": merchantReferenceId, "merchantStoreName": merchantStoreName, "noteToBuyer": noteToBuyer,
      "customInformation": customInformation,
    ])
  }

  /// Sets the members that a request has; null clears a member.
  mutating func merge(_ request: JSONValue?) {
    merchantReferenceId = request.merged("merchantReferenceId", merchantReferenceId)
    merchantStoreName = request.merged("merchantStoreName", merchantStoreName)
    noteToBuyer = request.merged("noteToBuyer", noteToBuyer)
    customInformation = request.merged("customInformation", customInformation)
  }
}

extension JSONValue? {
  /// The text after a partial update: unchanged if the member is missing, nil if it is null.
  func merged(_ name: String, _ present: String?) -> String? { self?[name].map(\.text) ?? present }

  func merged(_ name: String, _ present: Bool?) -> Bool? { self?[name].map(\.flag) ?? present }
}
