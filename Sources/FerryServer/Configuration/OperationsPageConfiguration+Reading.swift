import FerryCheckout
import FerryCore
package import FerryModule
import FerryWeb
import HTTPTypes

/// The settings of the operations page.
package enum OperationsPageSettingNames {
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
      + "\(ServerConfigurationReading.trustedProxies.name).", example: "1", isOptional: true)
  static let identityHeader = ConfigurationKey(
    "ferry.operations.identityHeader",
    "The header with the operator's name from an identity proxy. It replaces the sign-in page.",
    example: "X-Forwarded-Email", isOptional: true)
  static let proxyKey = ConfigurationKey(
    "ferry.operations.proxyKey", "The key that the identity proxy sends in Ferry-Proxy-Key, or its SHA-256.",
    example: ServerConfigurationReading.exampleKey, isOptional: true, isSecret: true)
  static let operators = ConfigurationKey(
    "ferry.operators", "The names of the operators, separated by commas.", example: "anna", isOptional: true)

  static func role(_ name: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.operator.\(name).role", "look, or act, which also permits moving money and deciding.", example: "look",
      isOptional: true)
  }

  static func key(_ name: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.operator.\(name).key", "The key that the operator signs in with, or its SHA-256.",
      example: ServerConfigurationReading.exampleKey, isOptional: true, isSecret: true)
  }

  static func identity(_ name: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.operator.\(name).identity", "The operator's name in the identity proxy's header, instead of a key.",
      example: "anna@shop.example", isOptional: true)
  }

  static func shops(_ name: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.operator.\(name).shops",
      "The shops that the operator sees, separated by commas; by default all.", example: "main",
      isOptional: true)
  }

  static func all(operators names: [String]) -> [ConfigurationKey] {
    [baseURL, address, port, trustedProxies, identityHeader, proxyKey, operators]
      + names.flatMap { [role($0), shops($0), key($0), identity($0)] }
  }
}

extension OperationsPageConfiguration {
  /// The names of the operators; nil if one is malformed.
  package static func operatorNames(_ settings: SettingsReader) -> [String]? {
    settings.names(OperationsPageSettingNames.operators)
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
    typealias Names = OperationsPageSettingNames
    let names = operatorNames(settings)
    guard settings.isSet(Names.baseURL) else {
      for key in Names.all(operators: names ?? []) where settings.isSet(key) {
        settings.refuse(key, "The operations page is off. Set its address in \(Names.baseURL.name), or remove this.")
      }
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
    let trustedProxies =
      settings.isSet(Names.trustedProxies) ? settings.number(Names.trustedProxies, 0...10) : nil
    if names == nil || names == [] {
      settings.refuse(
        Names.operators,
        "An operator's name has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter. List it only once."
      )
    }
    let access = OperatorReading(names: names ?? [], shopIDs: shopIDs, taken: taken).access(&settings)
    guard let base, let access else { return nil }
    return OperationsPageConfiguration(
      base: base, listenAddress: address, listenPort: port, trustedProxies: trustedProxies, access: access)
  }
}

/// Reads the operators and reports the problems of each.
private struct OperatorReading {
  typealias Names = OperationsPageSettingNames

  let names: [String]
  /// The shops that are set up.
  let shopIDs: [String]
  /// The keys that open something else.
  let taken: [SecretKeyDigest]

  func access(_ settings: inout SettingsReader) -> OperatorAccess? {
    guard settings.isSet(Names.identityHeader) else {
      if settings.text(Names.proxyKey) != nil {
        settings.refuse(Names.proxyKey, "Set the proxy's header in \(Names.identityHeader.name), or remove this.")
      }
      return keys(&settings)
    }
    let header = settings.value(
      Names.identityHeader, "Write the name of a header."
    ) { HTTPField.Name($0) }
    let key = key(Names.proxyKey, besides: taken, &settings)
    let operators = identities(&settings)
    guard let header, let key else { return nil }
    return .identityProxy(IdentityProxy(header: header, key: key, operators: operators))
  }

  private func keys(_ settings: inout SettingsReader) -> OperatorAccess {
    var known: [OperatorKey] = []
    for name in names {
      if settings.isSet(Names.identity(name)) {
        settings.refuse(
          Names.identity(name), "Without \(Names.identityHeader.name) operators sign in with keys. Remove this.")
      }
      let digest = key(Names.key(name), besides: taken + known.map(\.digest), &settings)
      guard let person = person(name, &settings), let digest else { continue }
      known.append(OperatorKey(person, digest))
    }
    return .keys(known)
  }

  private func identities(_ settings: inout SettingsReader) -> [String: Operator] {
    var known: [String: Operator] = [:]
    for name in names {
      if settings.text(Names.key(name)) != nil {
        settings.refuse(
          Names.key(name), "With \(Names.identityHeader.name) the proxy signs operators in. Remove this key.")
      }
      let identity = settings.value(
        Names.identity(name), "Write the operator's name as the proxy sends it, in 1 to 254 characters."
      ) { (1...254).contains($0.utf8.count) ? $0 : nil }
      guard let person = person(name, &settings), let identity else { continue }
      guard known.updateValue(person, forKey: identity) == nil else {
        settings.refuse(Names.identity(name), "Another operator has this name. Give each operator their own.")
        continue
      }
    }
    return known
  }

  private func person(_ name: String, _ settings: inout SettingsReader) -> Operator? {
    let role = settings.value(Names.role(name), "Write look or act.", Operator.Role.init(rawValue:))
    let shops = settings.list(Names.shops(name))
    if shops.isEmpty ? settings.isSet(Names.shops(name)) : !shops.allSatisfy(shopIDs.contains) {
      settings.refuse(Names.shops(name), "Name shops that are set up, separated by commas; or remove this for all.")
    }
    return role.map { Operator(name, $0, shops: shops.isEmpty ? nil : Set(shops.map { ShopID($0) })) }
  }

  private func key(
    _ name: ConfigurationKey, besides others: [SecretKeyDigest], _ settings: inout SettingsReader
  ) -> SecretKeyDigest? {
    guard let digest = ServerConfigurationReading.ownKey(name, &settings) else {
      if settings.text(name) == nil {
        settings.refuse(name, "Give a key of 32 to 256 random characters, or its SHA-256.")
      }
      return nil
    }
    if others.contains(digest) { settings.refuse(name, "This key is used for something else. Create another one.") }
    return digest
  }
}
