public import FerryCheckout
public import FerryCore
package import FerryModule
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

extension OperationsPageConfiguration {
  /// The names of the operators; nil if one is malformed.
  package static func operatorNames(_ settings: SettingsReader) -> [String]? {
    settings.names(OperationsPageSettings.operators)
  }

  /// Reads all settings of the operations page and reports every problem to `settings`.
  /// - Parameters:
  ///   - buyers: The addresses that buyers use: the server's, and the link hosts.
  ///   - shopIDs: The shops that are set up.
  ///   - taken: The keys that open something else.
  /// - Returns: Nil without an address: there is no operations page.
  static func read(
    _ settings: inout SettingsReader, buyers: [Origin], shopIDs: [String], taken: [SecretKeyDigest]
  ) -> OperationsPageConfiguration? {
    typealias Names = OperationsPageSettings
    let names = operatorNames(settings)
    guard settings.isSet(Names.baseURL) else {
      settings.refuse(
        ifSet: Names.all(operators: names ?? []),
        "The operations page is off. Set its address in \(Names.baseURL.name), or remove this.")
      return nil
    }
    let base = settings.value(
      Names.baseURL, "Write https and the host, without a path; http is for this machine only.", Origin.init)
    // Cookies ignore ports. This machine's own hosts are for trying.
    if let base, buyers.contains(where: { $0.host == base.host && ($0 == base || !Loopback.isHost(base.host)) }) {
      settings.refuse(
        Names.baseURL, "Use another host than buyers do, such as a subdomain: the two must not share cookies.")
    }
    let address = settings.text(Names.address) ?? "127.0.0.1"
    if address.contains(where: \.isWhitespace) || address.contains("/") || address.count(where: { $0 == ":" }) == 1 {
      settings.refuse(Names.address, "Write an address without a port. Set the port with \(Names.port.name).")
    }
    let port = settings.number(Names.port, 1...65_535)
    let trustedProxies = settings.isSet(Names.trustedProxies) ? settings.number(Names.trustedProxies, 0...10) : nil
    if names == nil || names == [] { settings.refuseNames(Names.operators, "An operator's name") }
    let access = OperatorReading(names: names ?? [], shopIDs: shopIDs, taken: taken).access(&settings)
    guard let base, let access else { return nil }
    return OperationsPageConfiguration(
      base: base, listenAddress: address, listenPort: port, trustedProxies: trustedProxies, access: access)
  }
}

/// Reads the operators and reports the problems of each.
private struct OperatorReading {
  typealias Names = OperationsPageSettings

  let names: [String]
  /// The shops that are set up.
  let shopIDs: [String]
  /// The keys that open something else.
  let taken: [SecretKeyDigest]

  func access(_ settings: inout SettingsReader) -> OperatorAccess? {
    guard settings.isSet(Names.identityHeader) else {
      settings.refuse(
        ifSet: [Names.proxyKey], "Set the proxy's header in \(Names.identityHeader.name), or remove this.")
      return .keys(keys(&settings))
    }
    let header = settings.value(Names.identityHeader, "Write the name of a header.") { HTTPField.Name($0) }
    let key = key(Names.proxyKey, besides: taken, &settings)
    let operators = identities(&settings)
    guard let header, let key else { return nil }
    return .identityProxy(IdentityProxy(header: header, key: key, operators: operators))
  }

  private func keys(_ settings: inout SettingsReader) -> [OperatorKey] {
    var known: [OperatorKey] = []
    for own in names.map(OperatorSettings.init) {
      settings.refuse(
        ifSet: [own.identity], "Without \(Names.identityHeader.name) operators sign in with keys. Remove this.")
      let digest = key(own.key, besides: taken + known.map(\.digest), &settings)
      if let person = person(own, &settings), let digest { known.append(OperatorKey(person, digest)) }
    }
    return known
  }

  private func identities(_ settings: inout SettingsReader) -> [String: Operator] {
    var known: [String: Operator] = [:]
    for own in names.map(OperatorSettings.init) {
      settings.refuse(
        ifSet: [own.key], "With \(Names.identityHeader.name) the proxy signs operators in. Remove this key.")
      let identity = settings.value(
        own.identity, "Write the operator's name as the proxy sends it, in 1 to 254 characters."
      ) { (1...254).contains($0.utf8.count) ? $0 : nil }
      guard let person = person(own, &settings), let identity else { continue }
      if known.updateValue(person, forKey: identity) != nil {
        settings.refuse(own.identity, "Another operator has this name. Give each operator their own.")
      }
    }
    return known
  }

  private func person(_ own: OperatorSettings, _ settings: inout SettingsReader) -> Operator? {
    let role = settings.value(own.role, "Write look or act.", Operator.Role.init(rawValue:))
    let shops = settings.list(own.shops)
    if shops.isEmpty ? settings.isSet(own.shops) : !shops.allSatisfy(shopIDs.contains) {
      settings.refuse(own.shops, "Name shops that are set up, separated by commas; or remove this for all.")
    }
    return role.map { Operator(own.id, $0, shops: shops.isEmpty ? nil : Set(shops.map { ShopID($0) })) }
  }

  private func key(
    _ name: ConfigurationKey, besides others: [SecretKeyDigest], _ settings: inout SettingsReader
  ) -> SecretKeyDigest? {
    guard let digest = settings.secretKey(name) else {
      if settings.text(name) == nil {
        settings.refuse(name, "Give a key of 32 to 256 random characters, or its SHA-256.")
      }
      return nil
    }
    if others.contains(digest) { settings.refuse(name, "This key is used for something else. Create another one.") }
    return digest
  }
}

/// The settings of the operations page.
package enum OperationsPageSettings {
  static let baseURL = ConfigurationKey(
    "ferry.operations.baseURL",
    "The public address of the operations page, on another host than buyers use. It turns the page on.",
    example: "https://operations.shop.example", isOptional: true)
  package static let address = ConfigurationKey(
    "ferry.operations.address", "The address that the operations page listens on.", example: "127.0.0.1",
    default: "127.0.0.1")
  package static let port = ConfigurationKey(
    "ferry.operations.port",
    "The port that the operations page listens on, for plain HTTP; a proxy in front terminates https.",
    example: "8081", default: "8081")
  static let trustedProxies = ConfigurationKey(
    "ferry.operations.trustedProxies",
    "The number of your own proxies in front of the operations page that write X-Forwarded-For; by default that of "
      + "\(ServerSettings.trustedProxies.name).", example: "1", isOptional: true)
  static let identityHeader = ConfigurationKey(
    "ferry.operations.identityHeader",
    "The header with the operator's name from an identity proxy. It replaces the sign-in page.",
    example: "X-Forwarded-Email", isOptional: true)
  static let proxyKey = ConfigurationKey(
    "ferry.operations.proxyKey", "The key that the identity proxy sends in Ferry-Proxy-Key, or its SHA-256.",
    example: SettingsReader.exampleKey, isOptional: true, isSecret: true)
  static let operators = ConfigurationKey(
    "ferry.operators", "The names of the operators, separated by commas.", example: "anna", isOptional: true)

  static func all(operators names: [String]) -> [ConfigurationKey] {
    [baseURL, address, port, trustedProxies, identityHeader, proxyKey, operators]
      + names.flatMap { OperatorSettings(id: $0).all }
  }
}

/// The settings of one operator.
private struct OperatorSettings {
  let id: String

  var role: ConfigurationKey { setting("role", "look, or act, which also permits moving money and deciding.", "look") }
  var shops: ConfigurationKey {
    setting("shops", "The shops that the operator sees, separated by commas; by default all.", "main")
  }
  var key: ConfigurationKey {
    setting(
      "key", "The key that the operator signs in with, or its SHA-256.", SettingsReader.exampleKey, isSecret: true)
  }
  var identity: ConfigurationKey {
    setting("identity", "The operator's name in the identity proxy's header, instead of a key.", "anna@shop.example")
  }

  var all: [ConfigurationKey] { [role, shops, key, identity] }

  private func setting(_ name: String, _ about: String, _ example: String, isSecret: Bool = false) -> ConfigurationKey {
    ConfigurationKey("ferry.operator.\(id).\(name)", about, example: example, isOptional: true, isSecret: isSecret)
  }
}
