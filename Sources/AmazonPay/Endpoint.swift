public import FerryCore
public import FerryHTTP

/// The address of the API: the region's host, or a sandbox.
public struct AmazonPayEndpoint: Hashable, Sendable {
  /// Scheme, host and port: https, or http on this machine.
  public let site: Origin
  /// The path before `/v2`: empty, or the sandbox's own path and the environment segment.
  public let basePath: String
  /// The address of `checkout.js`.
  public let scriptURL: String
  /// True for a sandbox, false for Amazon itself.
  public let isFerrySandbox: Bool

  /// Amazon's endpoint. The prefix of a public key id selects the environment. For older ids without a prefix, the path
  /// names the environment.
  public init(_ region: AmazonPayRegion, _ environment: AmazonPayEnvironment, publicKeyId: String) {
    site = Origin(httpsHost: region.apiHost)
    basePath = Self.environmentSegment(environment, publicKeyId: publicKeyId)
    scriptURL = "https://\(region.scriptHost)/checkout.js"
    isFerrySandbox = false
  }

  /// The endpoint of a sandbox.
  /// - Parameter address: The base URL, such as `http://127.0.0.1:3081`. It may have a path, which comes before `/v2`
  ///   and before `/checkout.js`.
  /// - Throws: `AmazonPayAccountProblem` unless the URL is https, or http on this machine.
  public init(
    sandboxURL address: String, _ environment: AmazonPayEnvironment, publicKeyId: String
  ) throws(AmazonPayAccountProblem) {
    guard environment == .sandbox else { throw .sandboxForLive }
    guard let parts = AddressParts(address) else {
      let isHTTP = address.lowercased().hasPrefix("http://")
      throw isHTTP && AddressParts("https\(address.dropFirst(4))") != nil ? .sandboxURLNotSecure : .sandboxURLUnreadable
    }
    guard !parts.rest.contains(where: { "?#".contains($0) }) else { throw .sandboxURLUnreadable }
    site = parts.origin
    basePath = parts.path + Self.environmentSegment(environment, publicKeyId: publicKeyId)
    scriptURL = "\(parts.origin)\(parts.path)/checkout.js"
    isFerrySandbox = true
  }

  /// The host without a port, as signed in `x-amz-pay-host`.
  public var host: String { site.host }

  /// Scheme, host and port.
  public var origin: String { site.text }

  /// Returns true if the app or server may redirect the buyer to an address from an answer: an https page of Amazon, or
  /// for a sandbox a page of its own origin.
  public func mayRedirect(to address: String) -> Bool {
    guard let page = AddressParts(address)?.origin else { return false }
    return isFerrySandbox ? page == site : page.isSecure && page.port == nil && Self.isAmazon(page.host)
  }

  /// True if evidence may be sent to an address from an answer: https at Amazon or its storage, or for a sandbox its own origin.
  public func mayReceiveFile(at address: String) -> Bool {
    if mayRedirect(to: address) { return true }
    guard !isFerrySandbox, let origin = AddressParts(address)?.origin else { return false }
    return origin.isSecure && origin.host.hasSuffix(".amazonaws.com")
  }

  /// Matches `amazon.com`, `amazon.de`, `amazon.co.jp` and their subdomains.
  private static func isAmazon(_ host: String) -> Bool {
    host.matches(#"([^.]+\.)*amazon\.(com|(co\.|com\.)?[a-z]{2})"#)
  }

  private static func environmentSegment(_ environment: AmazonPayEnvironment, publicKeyId: String) -> String {
    AmazonPayEnvironment(ofPublicKeyId: publicKeyId) == nil ? "/\(environment.rawValue)" : ""
  }
}

/// The region of a merchant's Amazon Pay account. It determines the hosts, the ledger currency and the buyers' sign-in.
public enum AmazonPayRegion: String, Codable, Hashable, Sendable, CaseIterable {
  case northAmerica = "na"
  /// The European Union and the United Kingdom.
  case europe = "eu"
  case japan = "jp"

  /// The region by a code that the official libraries accept: `na`, `us`, `eu`, `de`, `uk`, `jp`, in any case.
  public init?(alias: String) {
    switch alias.lowercased() {
    case "na", "us": self = .northAmerica
    case "eu", "de", "uk": self = .europe
    case "jp": self = .japan
    default: return nil
    }
  }

  private var facts: (apiHost: String, scriptHost: String, currencies: [Currency], languages: [String]) {
    switch self {
    case .northAmerica: ("pay-api.amazon.com", "static-na.payments-amazon.com", [.usd], ["en_US"])
    case .europe:
      (
        "pay-api.amazon.eu", "static-eu.payments-amazon.com", [.eur, .gbp],
        ["en_GB", "de_DE", "fr_FR", "it_IT", "es_ES"]
      )
    case .japan: ("pay-api.amazon.jp", "static-fe.payments-amazon.com", [.jpy], ["ja_JP"])
    }
  }

  /// The host of the API.
  public var apiHost: String { facts.apiHost }
  /// The host that serves `checkout.js`, the same file for test and live.
  public var scriptHost: String { facts.scriptHost }
  /// The possible currencies of a merchant's ledger; the first is the default.
  public var ledgerCurrencies: [Currency] { facts.currencies }
  /// The languages of Amazon's pages; the first is the default.
  public var checkoutLanguages: [String] { facts.languages }

  /// The language of Amazon's pages for a buyer who reads `language`; the region's default if its pages do not exist in
  /// that language. A buyer in Japan who reads Spanish gets Japanese pages, and in the United States English ones: Amazon
  /// Pay has Spanish in Europe only, and every region has its own list ("Add the Amazon Pay Button", `checkoutLanguage`).
  public func checkoutLanguage(for language: Language) -> String {
    checkoutLanguages.first { $0.hasPrefix(language.rawValue) } ?? checkoutLanguages[0]
  }
}

public enum AmazonPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox
  /// Real money moves.
  case live

  public init(_ mode: Mode) { self = mode == .live ? .live : .sandbox }

  /// The environment by the prefix of a public key id; nil for older ids without a prefix.
  public init?(ofPublicKeyId id: String) {
    guard let own = Self.allCases.first(where: { id.lowercased().hasPrefix($0.rawValue) }) else { return nil }
    self = own
  }

  public var mode: Mode { self == .live ? .live : .test }
}
