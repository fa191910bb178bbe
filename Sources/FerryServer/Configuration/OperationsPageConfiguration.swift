public import FerryCheckout
public import FerryWeb
public import HTTPTypes

/// The settings of the operations page. It has an address and a port of its own, so that a firewall or an identity proxy can
/// stand before it.
public struct OperationsPageConfiguration: Sendable {
  /// The public address, without a path.
  public var base: Origin
  /// The address to listen on, for plain HTTP.
  public var listenAddress: String
  public var listenPort: Int
  /// The number of our own proxies in front that write `X-Forwarded-For`; nil for as many as the server has.
  public var trustedProxies: Int?
  public var access: OperatorAccess

  public init(
    base: Origin, listenAddress: String = "127.0.0.1", listenPort: Int, trustedProxies: Int? = nil,
    access: OperatorAccess
  ) {
    self.base = base
    self.listenAddress = listenAddress
    self.listenPort = listenPort
    self.trustedProxies = trustedProxies
    self.access = access
  }
}

/// A person who may open the operations page.
public struct Operator: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Changes nothing.
    case look
    /// Also moves money, decides held checkouts, erases buyers, and resends webhooks.
    case act
  }

  /// The name in the settings and in timelines.
  public let name: String
  public let role: Role
  /// The only shops that the operator sees; nil for all.
  public let shops: Set<ShopID>?

  public init(_ name: String, _ role: Role, shops: Set<ShopID>? = nil) {
    self.name = name
    self.role = role
    self.shops = shops
  }

  func sees(_ shop: ShopID) -> Bool { shops?.contains(shop) ?? true }
}

/// The way the operations page recognizes operators.
public enum OperatorAccess: Sendable {
  /// Each operator signs in with a key of their own.
  case keys([OperatorKey])
  /// A proxy in front has signed the operator in, and names them in a header.
  case identityProxy(IdentityProxy)

  /// The number of operators.
  public var count: Int {
    switch self {
    case .keys(let keys): keys.count
    case .identityProxy(let proxy): proxy.operators.count
    }
  }
}

/// An operator signs in with this key.
public struct OperatorKey: Sendable {
  public let person: Operator
  public let digest: SecretKeyDigest

  public init(_ person: Operator, _ digest: SecretKeyDigest) {
    self.person = person
    self.digest = digest
  }
}

/// A proxy that signs operators in.
public struct IdentityProxy: Sendable {
  /// The proxy names the operator in this header.
  public let header: HTTPField.Name
  /// The key that the proxy sends in `Ferry-Proxy-Key`. A request without it is refused: whoever reaches the port directly
  /// could otherwise name themselves.
  public let key: SecretKeyDigest
  /// The operators by the header's values.
  public let operators: [String: Operator]

  public init(header: HTTPField.Name, key: SecretKeyDigest, operators: [String: Operator]) {
    self.header = header
    self.key = key
    self.operators = operators
  }
}
