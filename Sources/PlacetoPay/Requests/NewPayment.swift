public import FerryCore
import FerryHTTP

/// The payment of a new session or of a charge to a saved instrument.
public struct NewPayment: Hashable, Sendable, Encodable {
  /// The merchant's identifier of this attempt, 1 to 32 characters. PlacetoPay does not refuse a repeated one, so the
  /// merchant has to keep it unique.
  public var reference: String
  /// 1 to 250 characters, for the buyer.
  public var description: String?
  public var amount: Amount
  /// True lets the buyer pay in several transactions. Not with taxes, details, recurrence or dispersion.
  public var allowPartial: Bool?
  /// True offers to save the payment method. A token comes back only if the buyer consents.
  public var subscribe: Bool?
  /// The receiver and the address of the delivery.
  public var shipping: Person?
  /// At most 50.
  public var items: [Item]?
  /// Counted together with the session's own fields: 50 at most.
  public var fields: [NameValuePair]?
  public var recurring: Recurring?
  /// The parts of the payment for several receivers; at most 3.
  public var dispersion: [Dispersion]?
  /// Discounts by the tax laws of Uruguay.
  public var modifiers: [Modifier]?

  public init(
    reference: String, description: String? = nil, amount: Amount, allowPartial: Bool? = nil, subscribe: Bool? = nil,
    shipping: Person? = nil, items: [Item]? = nil, fields: [NameValuePair]? = nil, recurring: Recurring? = nil,
    dispersion: [Dispersion]? = nil, modifiers: [Modifier]? = nil
  ) {
    self.reference = reference
    self.description = description
    self.amount = amount
    self.allowPartial = allowPartial
    self.subscribe = subscribe
    self.shipping = shipping
    self.items = items
    self.fields = fields
    self.recurring = recurring
    self.dispersion = dispersion
    self.modifiers = modifiers
  }
}

/// A line of an order, which PlacetoPay shows and does not add up. PlacetoPay cuts `sku` and `name` to their limits, and
/// so does the initialiser.
public struct Item: Hashable, Sendable, Encodable {
  public enum Category: String, Encodable, Hashable, Sendable, CaseIterable {
    case digital
    case physical
  }

  /// At most 30 characters.
  public let sku: String?
  /// At most 120 characters.
  public let name: String
  public var category: Category?
  /// At least 1.
  public var quantity: Int
  /// The price of one piece.
  public var price: Money?
  /// The tax of one piece, for information: the taxes that count are those of the amount.
  public var tax: Money?

  public init(
    sku: String? = nil, name: String, category: Category? = nil, quantity: Int = 1, price: Money? = nil,
    tax: Money? = nil
  ) {
    self.sku = sku?.cut(30)
    self.name = name.cut(120)
    self.category = category
    self.quantity = quantity
    self.price = price
    self.tax = tax
  }

  private enum CodingKeys: String, MemberKey {
    case sku, name, category, price, tax
    case quantity = "qty"
  }
}

/// A charge that PlacetoPay repeats by itself. The first payment has to be approved, by a credit card. Only a person can
/// cancel the recurrence, in PlacetoPay's console.
public struct Recurring: Hashable, Sendable, Encodable {
  public enum Period: String, Hashable, Sendable, CaseIterable, Encodable {
    case day = "D"
    case month = "M"
    case year = "Y"
  }

  public var periodicity: Period
  /// Periods from one charge to the next; at least 1.
  public var interval: Int
  /// The number of charges; -1 for no limit.
  public var maxPeriods: Int
  /// The date of the next charge, "2026-02-28", in the future; nil to have it computed.
  public var nextPayment: String?
  /// The date of the last charge.
  public var dueDate: String?
  /// The address for notifications of later charges; at most 255 characters.
  public var notificationUrl: String?

  public init(
    every interval: Int = 1, _ periodicity: Period, maxPeriods: Int = -1, nextPayment: String? = nil,
    dueDate: String? = nil, notificationUrl: String? = nil
  ) {
    self.periodicity = periodicity
    self.interval = interval
    self.maxPeriods = maxPeriods
    self.nextPayment = nextPayment
    self.dueDate = dueDate
    self.notificationUrl = notificationUrl
  }
}

/// A part of a payment for one receiver. The parts add up to the payment's total, and have its taxes and details.
public struct Dispersion: Hashable, Sendable, Encodable {
  public enum AgreementType: String, Hashable, Sendable, CaseIterable, Encodable {
    case merchant = "MERCHANT"
    case airline = "AIRLINE"
  }

  public var amount: Amount
  /// The receiver's number; nil for the merchant's own.
  public var agreement: Int64?
  public var agreementType: AgreementType

  public init(_ amount: Amount, agreement: Int64? = nil, _ agreementType: AgreementType) {
    self.amount = amount
    self.agreement = agreement
    self.agreementType = agreementType
  }
}

/// A discount by a tax law of Uruguay. An approved payment may then be smaller than the requested one.
public struct Modifier: Hashable, Sendable {
  public enum Law: Int, Hashable, Sendable, CaseIterable {
    case law17934 = 17934
    case law18083 = 18083
    case law18910 = 18910
    case law18999 = 18999
    case law19210 = 19210
  }

  public var law: Law
  /// The number of the invoice, 1 to 9 characters.
  public var invoice: String

  public init(_ law: Law, invoice: String) {
    self.law = law
    self.invoice = invoice
  }
}

extension Modifier: Encodable {
  private enum CodingKeys: String, CodingKey { case type, code, additional }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("FEDERAL_GOVERNMENT", forKey: .type)
    try container.encode(law.rawValue, forKey: .code)
    try container.encode(["invoice": invoice], forKey: .additional)
  }
}
