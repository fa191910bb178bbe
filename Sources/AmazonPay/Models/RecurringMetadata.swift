public import FerryCore

/// How often a buyer is charged, and how much each time.
public struct RecurringMetadata: Hashable, Sendable {
  /// How much time lies between two charges.
  public struct Frequency: Hashable, Sendable {
    /// What the time is counted in.
    public enum Unit: String, Codable, Hashable, Sendable, CaseIterable {
      /// Years.
      case year = "Year"
      /// Months.
      case month = "Month"
      /// Weeks.
      case week = "Week"
      /// Days.
      case day = "Day"
      /// At no fixed distance.
      case variable = "Variable"
    }

    /// What the time is counted in.
    public var unit: Open<Unit>
    /// How many units lie between two charges.
    public var value: Int
    /// Members that have no type here. A member that has one is written by that.
    public var additional: [String: JSONValue] = [:]

    /// So many units; 0 for `variable`.
    public init(_ unit: Unit, _ value: Int) {
      self.unit = .known(unit)
      self.value = value
    }
  }

  /// How much time lies between two charges.
  public var frequency: Frequency?
  /// What each charge comes to; nil where it varies.
  public var amount: Price?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// How often and how much.
  public init(frequency: Frequency? = nil, amount: Money? = nil) {
    self.frequency = frequency
    self.amount = amount.map { Price($0) }
  }
}

extension RecurringMetadata: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    frequency = object.value("frequency")
    amount = object.value("amount")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(frequency, "frequency")
    try object.write(amount, "amount")
  }
}

extension RecurringMetadata.Frequency: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    unit = try object.required("unit")
    // Written as text by some and as a number by others.
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
