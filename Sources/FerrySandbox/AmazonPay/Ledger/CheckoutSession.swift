import FerryCore

/// A checkout session: one buyer's way from the button to the completed payment.
struct CheckoutSession: Codable, Hashable {
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

  /// What the buyer has done on the processing page.
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
    /// "ProcessOrder" where there is no review by the merchant.
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

  /// What is only taken and given back.
  struct Echoed: Codable, Hashable {
    var recurringMetadata: JSONValue = nil
    var paymentMethodOnFileMetadata: JSONValue = nil
    var supplementaryData: String?
    var platformID: String?
    var providerReferenceID: String?
    var deliverySpecifications: JSONValue = nil
    /// Optional, for journals of earlier versions have none.
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
  var web: WebCheckout
  var payment = Payment()
  var merchantMetadata = MerchantMetadata()
  var echoed = Echoed()
  var chargePermissionID: String?
  var chargeID: String?

  var buyer: TestBuyer?
  var address: PostalAddress?
  var card: TestCard?
  var processing = Processing.notStarted
  /// The language that the button asked for, such as "ja_JP".
  var language: String?
  /// The page that had the button, where a buyer who cancels goes without a cancel URL.
  var buttonPage: String?

  /// The buyer has signed in and chosen what there is to choose.
  var hasBuyer: Bool { buyer != nil && card != nil && (productType == .payOnly || address != nil) }

  /// Whether only a wallet is to be saved, and nothing paid.
  var isSetupOnly: Bool {
    chargePermissionType == "PaymentMethodOnFile" && echoed.paymentMethodOnFileMetadata["setupOnly"]?.flag == true
  }

  var skipsReview: Bool { web.mode == "ProcessOrder" }

  /// The order's whole amount: what the charge permission will be limited to.
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

  /// What keeps the buyer from being sent to the processing page.
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
