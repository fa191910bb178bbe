public import FerryCore

public typealias CheckoutID = Identifier<Checkout>
public typealias OrderID = Identifier<Order>
public typealias OperationID = Identifier<Operation>
public typealias DisputeID = Identifier<Dispute>
public typealias ShopID = Identifier<Shop>
public typealias ProviderID = Identifier<ProviderName>
/// The merchant's own name of an account at a provider: "main" unless the settings give another.
public typealias AccountName = Identifier<ProviderAccountName>

/// A merchant that uses the server.
public enum Shop {}

/// The name space of payment providers: "amazon-pay".
public enum ProviderName {}

/// The name space of a merchant's accounts at one provider.
public enum ProviderAccountName {}

extension Identifier<ProviderAccountName> {
  public static let main: Self = "main"
}

/// The account of a provider that money goes to. Part of every key, id and table: test and live, and two accounts of
/// one provider, never share a queue or wait for each other.
public struct ProviderAccountID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  public let provider: ProviderID
  public let account: AccountName
  public let mode: Mode

  public init(provider: ProviderID, account: AccountName = .main, mode: Mode) {
    self.provider = provider
    self.account = account
    self.mode = mode
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.provider, left.account, left.mode.rawValue) < (right.provider, right.account, right.mode.rawValue)
  }

  public var description: String { "\(provider)/\(account)/\(mode.rawValue)" }
}
