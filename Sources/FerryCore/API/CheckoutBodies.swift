/// The body of `POST /v1/checkouts`.
public struct CreateCheckoutBody: Codable, Hashable, Sendable {
  /// The merchant's name of the order, 1 to 64 characters. It has one live attempt to pay at a time: creating another with
  /// the same content returns the live one.
  public var orderReference: String
  public var kind: CheckoutKind
  /// The provider's id, such as "amazon-pay".
  public var provider: String
  /// The merchant's account at the provider, as `GET /v1/providers` names it. Missing: "main".
  public var account: String?
  public var language: Language
  public var capture: CapturePolicy
  public var order: OrderContent
  /// Required for kind `app`, refused for others.
  public var app: AppBody?
  /// The facts about the buyer that the shop's server knows.
  public var buyer: BuyerFacts?
  /// The shop's options by provider id. Those of the provider that is named here count, others are not used.
  public var providerOptions: [String: ProviderOptions]?

  public init(
    orderReference: String, kind: CheckoutKind, provider: String, account: String? = nil, language: Language,
    capture: CapturePolicy = .automatic, order: OrderContent, app: AppBody? = nil, buyer: BuyerFacts? = nil,
    providerOptions: [String: ProviderOptions]? = nil
  ) {
    self.orderReference = orderReference
    self.kind = kind
    self.provider = provider
    self.account = account
    self.language = language
    self.capture = capture
    self.order = order
    self.app = app
    self.buyer = buyer
    self.providerOptions = providerOptions
  }
}

/// The facts about the buyer and their browser that a provider may need. They are stored with the buyer's details, which can
/// be erased, and nowhere else.
public struct BuyerFacts: Codable, Hashable, Sendable {
  /// IPv4 or IPv6, without a port.
  public var ipAddress: String?
  /// At most 512 characters.
  public var userAgent: String?
  /// The kind of the identity document, in the provider's code: "CC".
  public var documentType: String?
  /// The number of the identity document.
  public var document: String?
  /// The given name, or the whole name.
  public var name: String?
  public var surname: String?
  public var email: String?
  /// The number of the mobile telephone.
  public var mobile: String?

  public init(
    ipAddress: String? = nil, userAgent: String? = nil, documentType: String? = nil, document: String? = nil,
    name: String? = nil, surname: String? = nil, email: String? = nil, mobile: String? = nil
  ) {
    self.ipAddress = ipAddress
    self.userAgent = userAgent
    self.documentType = documentType
    self.document = document
    self.name = name
    self.surname = surname
    self.email = email
    self.mobile = mobile
  }
}

/// The body of `POST /v1/checkouts/{id}/change`.
public struct ChangeCheckoutBody: Codable, Hashable, Sendable {
  public var what: ChangeKind

  public init(what: ChangeKind) { self.what = what }
}

/// The body of `POST /v1/checkouts/{id}/confirm`: the revision and total that the buyer was shown.
public struct ConfirmCheckoutBody: Codable, Hashable, Sendable {
  public var revision: Int
  public var total: Money

  public init(revision: Int, total: Money) {
    self.revision = revision
    self.total = total
  }
}

/// A checkout as the merchant's backend reads it.
public struct CheckoutBody: Codable, Hashable, Sendable {
  public var id: String
  /// The order's number for people. It is random.
  public var orderNumber: String
  public var orderReference: String
  public var provider: String
  public var mode: Mode
  public var kind: CheckoutKind
  public var language: Language
  public var capture: CapturePolicy
  public var phase: PhaseName
  /// A request to the provider is under way: the phase may change by itself.
  public var awaitsProvider: Bool
  /// The buyer has returned from the provider, and app or shop has not claimed the return. Until then the selection is
  /// missing and nothing can be confirmed.
  public var isLocked: Bool
  /// The buyer's browser has something to do: `POST …/begin` returns an address for it. While `settling`, it is the provider's
  /// page for a pending payment, with the slip that the buyer has to pay for example.
  public var canBegin: Bool
  /// The next address for the buyer's browser. Missing if there is none, and for kind `app`.
  public var next: NextBody?
  /// For kind `app`: the shop's backend passes it on to the app. Missing when the checkout is read.
  public var app: CheckoutHandoff?
  /// The order as the buyer reviews it; present from the first review until the phase is final, and after payment.
  public var review: ReviewBody?
  /// The reason why the buyer's selection was refused, as a stable word, until they select another address:
  /// "country-not-served".
  public var selectionRefusal: String?
  /// The reason why the payment was declined, as a stable word: see `DeclineReason`. While `paying`, the reason why the
  /// buyer's last attempt was declined: they may try again.
  public var decline: String?
  /// The reason why the checkout is held, as a stable word: "amount-mismatch", "contradiction", "late-money",
  /// "unknown-outcome", "undecided".
  public var holdReason: String?
  /// While the checkout is held because the provider reports another amount than was asked for, or one that cannot be read.
  /// `payment` counts the money only after a person has accepted it.
  public var mismatch: AmountMismatchBody?
  /// While the checkout is held: the facts for a decision.
  public var held: HeldBody?
  /// From this time on, the checkout takes longer than it should. The time may have passed. Missing while Ferry waits only for
  /// the buyer.
  public var overdueAt: Moment?
  /// The money at the provider, in every phase.
  public var payment: PaymentBody?
  /// In the answer of a creation, the facts about the buyer that the provider cannot use: pointers into the request, such as
  /// "/buyer/mobile", with what to write there. The checkout goes on without them.
  public var leftOut: [Problem.FieldError]?
  /// Milliseconds since 1970 in UTC, as all times here.
  public var createdAt: Moment
  public var expiresAt: Moment

  public init(
    id: String, orderNumber: String, orderReference: String, provider: String, mode: Mode, kind: CheckoutKind,
    language: Language, capture: CapturePolicy, phase: PhaseName, awaitsProvider: Bool, next: NextBody?,
    review: ReviewBody?,
    decline: String?, payment: PaymentBody?, createdAt: Moment, expiresAt: Moment, selectionRefusal: String? = nil,
    holdReason: String? = nil, mismatch: AmountMismatchBody? = nil, isLocked: Bool = false,
    canBegin: Bool = false, app: CheckoutHandoff? = nil, overdueAt: Moment? = nil, held: HeldBody? = nil
  ) {
    self.id = id
    self.orderNumber = orderNumber
    self.orderReference = orderReference
    self.provider = provider
    self.mode = mode
    self.kind = kind
    self.language = language
    self.capture = capture
    self.phase = phase
    self.awaitsProvider = awaitsProvider
    self.isLocked = isLocked
    self.canBegin = canBegin
    self.next = next
    self.app = app
    self.review = review
    self.selectionRefusal = selectionRefusal
    self.decline = decline
    self.holdReason = holdReason
    self.mismatch = mismatch
    self.held = held
    self.overdueAt = overdueAt
    self.payment = payment
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// The amounts of a payment that the provider reports otherwise than it was asked for.
public struct AmountMismatchBody: Codable, Hashable, Sendable {
  public var asked: Money
  /// Missing if the provider's amount cannot be read.
  public var reported: Money?
  /// The provider's amount as it is written, if it cannot be read. A payment that is accepted counts as `asked` then.
  public var unreadable: String?

  public init(asked: Money, reported: Money?, unreadable: String? = nil) {
    self.asked = asked
    self.reported = reported
    self.unreadable = unreadable
  }
}

/// The facts for a decision about a held checkout.
public struct HeldBody: Codable, Hashable, Sendable {
  /// The same word as `holdReason`.
  public var reason: String
  /// The amount that the provider was asked for; missing if it was asked for none.
  public var asked: Money?
  /// The money as the provider has it; missing if it has reported none.
  public var seen: HeldMoneyBody?
  /// The decisions that are possible, as `resolve` takes them: "ask", "accept", "reject", "happened", "didNotHappen". The last one
  /// is refused for five minutes, while the request may still arrive.
  public var decisions: [String]

  public init(reason: String, asked: Money?, seen: HeldMoneyBody?, decisions: [String]) {
    self.reason = reason
    self.asked = asked
    self.seen = seen
    self.decisions = decisions
  }
}

/// The money of a held checkout as the provider has it, whether or not it is the right money. Amounts are totals so far.
public struct HeldMoneyBody: Codable, Hashable, Sendable {
  public enum State: String, Sendable {
    /// The provider reports an amount, and no payment that could be read.
    case unknown
    case pending, authorized, capturing, captured
    /// All that was captured.
    case refunded
    /// The authorization, without a capture.
    case released
    case declined
  }

  /// Missing, as the other amounts, if the provider's amounts cannot be read.
  public var authorized: Money?
  public var captured: Money?
  public var refunded: Money?
  /// The provider's amount as it is written, if it cannot be read.
  public var unreadable: String?
  /// The word of a `State`. Words may be added.
  public var state: String

  public init(state: State, authorized: Money?, captured: Money?, refunded: Money?, unreadable: String?) {
    self.authorized = authorized
    self.captured = captured
    self.refunded = refunded
    self.unreadable = unreadable
    self.state = state.rawValue
  }
}

/// The next address for the buyer's browser. It works once and for two minutes; `POST …/begin` returns a new one.
public struct NextBody: Codable, Hashable, Sendable {
  public var url: String

  public init(url: String) { self.url = url }
}

/// An order as the buyer reviews it before they agree.
public struct ReviewBody: Codable, Hashable, Sendable {
  /// Increases whenever anything below changes. `confirm` names it.
  public var revision: Int
  public var buyer: BuyerBody?
  public var shippingAddress: AddressBody?
  /// The provider's description of the selected payment method.
  public var paymentDescriptor: String?
  public var lines: [LineBody]
  /// The lines' sum, less their own discounts and before those of the order.
  public var subtotal: Money
  /// Discounts on the whole order; those on a line stand in the line. Missing without any.
  public var discounts: [NamedAmount]?
  public var shipping: DeliveryPrice
  /// The tax of all rates.
  public var tax: Money
  public var taxIncluded: Bool
  /// Base and tax of each rate. Untaxed parts are in none.
  public var taxes: [TaxBody]
  /// Gift cards and vouchers. Missing without any.
  public var paidOtherwise: [NamedAmount]?
  /// The amount that the buyer pays by this checkout: all prices, less discounts and `paidOtherwise`.
  public var total: Money

  public init(
    revision: Int, buyer: BuyerBody?, shippingAddress: AddressBody?, paymentDescriptor: String?, lines: [LineBody],
    subtotal: Money, shipping: DeliveryPrice, tax: Money, taxIncluded: Bool, taxes: [TaxBody], total: Money,
    discounts: [NamedAmount]? = nil, paidOtherwise: [NamedAmount]? = nil
  ) {
    self.revision = revision
    self.buyer = buyer
    self.shippingAddress = shippingAddress
    self.paymentDescriptor = paymentDescriptor
    self.lines = lines
    self.subtotal = subtotal
    self.discounts = discounts
    self.shipping = shipping
    self.tax = tax
    self.taxIncluded = taxIncluded
    self.taxes = taxes
    self.paidOtherwise = paidOtherwise
    self.total = total
  }
}

/// A priced line.
public struct LineBody: Codable, Hashable, Sendable {
  /// The name of the line in captures and refunds.
  public var id: String
  public var sku: String
  public var name: String
  public var quantity: Int
  public var unitPrice: Money
  /// Missing without discounts of the line's own.
  public var discounts: [NamedAmount]?
  /// All pieces, less the line's own discounts.
  public var amount: Money
  /// Missing if it is untaxed.
  public var percent: Rate?

  public init(
    id: String, sku: String, name: String, quantity: Int, unitPrice: Money, amount: Money, percent: Rate?,
    discounts: [NamedAmount]? = nil
  ) {
    self.id = id
    self.percent = percent
    self.discounts = discounts
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
    self.amount = amount
  }
}

/// The buyer. Every part may be missing.
public struct BuyerBody: Codable, Hashable, Sendable {
  public var name: String?
  public var email: String?
  public var phone: String?

  public init(name: String?, email: String?, phone: String?) {
    self.name = name
    self.email = email
    self.phone = phone
  }
}
