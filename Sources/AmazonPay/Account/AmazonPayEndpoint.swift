public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where requests go: the region's host, or another address that stands in for it in tests.
public struct AmazonPayEndpoint: Hashable, Sendable {
  /// `https`, or `http` on a loopback address.
  public let scheme: String
  /// The host without a port, as signed in `x-amz-pay-host`.
  public let host: String
  /// The port, where it is not the scheme's own.
  public let port: Int?
  /// What stands before `/v2`: empty, or the stand-in's own path and the environment segment.
  public let basePath: String
  /// The address of `checkout.js`.
  public let scriptURL: String
  /// Whether this is not Amazon itself.
  public let isFerrySandbox: Bool

  /// Amazon's endpoint. Public key ids with a prefix decide the environment by themselves; for the older ones the path
  /// names it.
  public init(_ region: AmazonPayRegion, _ environment: AmazonPayEnvironment, publicKeyId: String) {
    self.scheme = "https"
    self.host = region.apiHost
    self.port = nil
    self.basePath = Self.environmentSegment(environment, publicKeyId: publicKeyId)
    self.scriptURL = "https://\(region.scriptHost)/checkout.js"
    self.isFerrySandbox = false
  }

  /// A stand-in for Amazon, given by its base address such as `http://127.0.0.1:3081`. A path before `/v2` may be part
  /// of it; `checkout.js` is expected below the same address.
  /// - Throws: `AmazonPayAccountProblem` for an address that is not https, or not http on this machine.
  public init(
    sandboxURL address: String, _ environment: AmazonPayEnvironment, publicKeyId: String
  ) throws(AmazonPayAccountProblem) {
    guard environment == .sandbox else { throw .sandboxForLive }
    guard
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, scheme == "https" || scheme == "http",
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw .sandboxURLUnreadable }
    guard scheme == "https" || Loopback.isHost(host) else { throw .sandboxURLNotSecure }
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    self.scheme = scheme
    self.host = host
    self.port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
    self.basePath = path + Self.environmentSegment(environment, publicKeyId: publicKeyId)
    self.scriptURL = "\(scheme)://\(Self.authority(host, self.port))\(path)/checkout.js"
    self.isFerrySandbox = true
  }

  /// Host and port as they stand in an address.
  public var authority: String { Self.authority(host, port) }

  /// Scheme, host and port.
  public var origin: String { "\(scheme)://\(authority)" }

  /// Whether the buyer's browser may be sent to an address that the API named: a page of Amazon over https, or for a
  /// stand-in a page on its own origin.
  public func mayRedirect(to address: String) -> Bool {
    guard
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), parts.user == nil, parts.password == nil
    else { return false }
    let port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
    if isFerrySandbox { return scheme == self.scheme && host == self.host && port == self.port }
    return scheme == "https" && port == nil && Self.isAmazon(host)
  }

  /// `amazon.com`, `amazon.de`, `amazon.co.jp` and everything below them.
  private static func isAmazon(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let top = labels.last else { return false }
    let isCountry = top.count == 2 && top.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    if labels[labels.count - 2] == "amazon" { return top == "com" || isCountry }
    guard labels.count >= 3, labels[labels.count - 3] == "amazon" else { return false }
    return isCountry && ["co", "com"].contains(labels[labels.count - 2])
  }

  private static func environmentSegment(_ environment: AmazonPayEnvironment, publicKeyId: String) -> String {
    AmazonPayEnvironment(ofPublicKeyId: publicKeyId) == nil ? "/\(environment.rawValue)" : ""
  }

  private static func authority(_ host: String, _ port: Int?) -> String {
    port.map { "\(host):\($0)" } ?? host
  }
}

/// Where the merchant's Amazon Pay account is registered. It decides the hosts, the ledger currency and the sign-in that
/// buyers use.
public enum AmazonPayRegion: String, Codable, Hashable, Sendable, CaseIterable {
  /// The United States.
  case northAmerica = "na"
  /// The European Union and the United Kingdom.
  case europe = "eu"
  /// Japan.
  case japan = "jp"

  /// The region of a code as the official libraries accept it: `na`, `us`, `eu`, `de`, `uk`, `jp`, in any case.
  public init?(alias: String) {
    switch alias.lowercased() {
    case "na", "us": self = .northAmerica
    case "eu", "de", "uk": self = .europe
    case "jp": self = .japan
    default: return nil
    }
  }

  /// The host of the API.
  public var apiHost: String {
    switch self {
    case .northAmerica: "pay-api.amazon.com"
    case .europe: "pay-api.amazon.eu"
    case .japan: "pay-api.amazon.jp"
    }
  }

  /// The host that serves `checkout.js`, the same file for test and live.
  public var scriptHost: String {
    switch self {
    case .northAmerica: "static-na.payments-amazon.com"
    case .europe: "static-eu.payments-amazon.com"
    case .japan: "static-fe.payments-amazon.com"
    }
  }

  /// The currencies a merchant's ledger can be kept in; the first is the usual one.
  public var ledgerCurrencies: [Currency] {
    switch self {
    case .northAmerica: [.usd]
    case .europe: [.eur, .gbp]
    case .japan: [.jpy]
    }
  }

  /// The languages that Amazon's pages exist in; the first is the usual one.
  public var checkoutLanguages: [String] {
    switch self {
    case .northAmerica: ["en_US"]
    case .europe: ["en_GB", "de_DE", "fr_FR", "it_IT", "es_ES"]
    case .japan: ["ja_JP"]
    }
  }

  /// The language of Amazon's pages, for a buyer who reads `language`, as far as the region's pages exist in it.
  public func checkoutLanguage(for language: Language) -> String {
    checkoutLanguages.first { $0.hasPrefix(language.rawValue) } ?? checkoutLanguages[0]
  }
}

/// Amazon Pay's name for the mode: its sandbox moves no money.
public enum AmazonPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox
  /// Real money moves.
  case live

  /// Test is the sandbox.
  public init(_ mode: Mode) {
    switch mode {
    case .test: self = .sandbox
    case .live: self = .live
    }
  }

  /// The environment that a public key id belongs to by its prefix; nil for the older ids that have none.
  public init?(ofPublicKeyId id: String) {
    let upper = id.uppercased()
    if upper.hasPrefix("SANDBOX") {
      self = .sandbox
    } else if upper.hasPrefix("LIVE") {
      self = .live
    } else {
      return nil
    }
  }

  /// The sandbox is test.
  public var mode: Mode {
    switch self {
    case .sandbox: .test
    case .live: .live
    }
  }
}
