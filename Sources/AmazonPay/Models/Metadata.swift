public import FerryCore
public import FerryHTTP

/// The merchant's own data of a payment ("Checkout Session", Amazon Pay documentation).
public struct MerchantMetadata: Hashable, Sendable, LenientCodable {
  /// The order number, shown to the buyer. At most 256 characters.
  public var merchantReferenceId: String?
  /// Overrides the account's name. At most 50 characters.
  public var merchantStoreName: String?
  /// Shown in Amazon's mail to the buyer. At most 255 characters.
  public var noteToBuyer: String?
  /// Not shown. At most 4096 characters.
  public var customInformation: String?
  public var additional: [String: UntypedJSON] = [:]

  public init(
    merchantReferenceId: String? = nil,
    merchantStoreName: String? = nil,
    noteToBuyer: String? = nil,
    customInformation: String? = nil
  ) {
    self.merchantReferenceId = merchantReferenceId
    self.merchantStoreName = merchantStoreName
    self.noteToBuyer = noteToBuyer
    self.customInformation = customInformation
  }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&merchantReferenceId, "merchantReferenceId")
    try members.member(&merchantStoreName, "merchantStoreName")
    try members.member(&noteToBuyer, "noteToBuyer")
    try members.member(&customInformation, "customInformation")
  }
}

/// A payment service provider's own data of a payment.
public struct ProviderMetadata: Hashable, Sendable, LenientCodable {
  /// The provider's id of the payment.
  public var providerReferenceId: String?
  public var additional: [String: UntypedJSON] = [:]

  public init(providerReferenceId: String? = nil) { self.providerReferenceId = providerReferenceId }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&providerReferenceId, "providerReferenceId")
  }
}

/// Frequency and amount of recurring charges.
public struct RecurringMetadata: Hashable, Sendable, LenientCodable {
  public struct Frequency: Hashable, Sendable {
    public enum Unit: String, Codable, Hashable, Sendable, CaseIterable {
      case year = "Year"
      case month = "Month"
      case week = "Week"
      case day = "Day"
      /// No fixed interval.
      case variable = "Variable"
    }

    public var unit: Open<Unit>
    /// The number of units; 0 for `variable`.
    public var value: Int
    public var additional: [String: UntypedJSON] = [:]

    /// - Parameter value: The number of units; 0 for `variable`.
    public init(_ unit: Unit, _ value: Int) {
      self.unit = .known(unit)
      self.value = value
    }
  }

  public var frequency: Frequency?
  /// The amount of each charge; nil if it varies.
  public var amount: Price?
  public var additional: [String: UntypedJSON] = [:]

  public init(frequency: Frequency? = nil, amount: Money? = nil) {
    self.frequency = frequency
    self.amount = amount.map { Price($0) }
  }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&frequency, "frequency")
    try members.member(&amount, "amount")
  }
}

extension RecurringMetadata.Frequency: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    unit = try object.required("unit")
    // Amazon sends a string or a number.
    let number = object.value("value", as: Int.self)
    value = try number ?? object.value("value", as: String.self).flatMap { Int($0) } ?? object.required("value")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(unit, "unit")
    try object.write(String(value), "value")
  }
}

public struct PaymentMethodOnFileMetadata: Hashable, Sendable, LenientCodable {
  /// True to only save the payment method, without a payment.
  public var setupOnly: Bool?
  public var additional: [String: UntypedJSON] = [:]

  /// For `paymentMethodOnFile` only.
  public init(setupOnly: Bool? = nil) { self.setupOnly = setupOnly }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&setupOnly, "setupOnly")
  }
}

/// The payment service provider that processes the payment instead of Amazon, for merchants that use Amazon Pay through
/// one. Amazon's sample applications for GMO Payment Gateway send it in the button's payload. Other members are not
/// documented.
public struct ProcessorSpecifications: Hashable, Sendable, LenientCodable {
  /// The provider's name at Amazon, such as `gmopg`.
  public var name = ""
  public var additional: [String: UntypedJSON] = [:]

  /// - Parameter name: The provider's name at Amazon, such as `gmopg`.
  public init(name: String) { self.name = name }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&name, "name")
  }
}
