public import FerryCore
public import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address of the API: the region's host, or a sandbox.
public struct AmazonPayEndpoint: Hashable, Sendable {
  /// `https`, or `http` on a loopback address.
  public let scheme: String
  /// The host without a port, as signed in `x-amz-pay-host`.
  public let host: String
  /// Nil for the scheme's default port.
  public let port: Int?
  /// The path before `/v2`: empty, or the sandbox's own path and the environment segment.
  public let basePath: String
  /// The address of `checkout.js`.
  public let scriptURL: String
  /// True for a sandbox, false for Amazon itself.
  public let isFerrySandbox: Bool

  /// Amazon's endpoint. The prefix of a public key id selects the environment. For older ids without a prefix, the path
  /// names the environment.
  public init(_ region: AmazonPayRegion, _ environment: AmazonPayEnvironment, publicKeyId: String) {
    self.scheme = "https"
    self.host = region.apiHost
    self.port = nil
    self.basePath = Self.environmentSegment(environment, publicKeyId: publicKeyId)
    self.scriptURL = "https://\(region.scriptHost)/checkout.js"
    self.isFerrySandbox = false
  }

  /// The endpoint of a sandbox.
  /// - Parameter address: The base URL, such as `http://127.0.0.1:3081`. It may have a path, which comes before `/v2`
  ///   and before `/checkout.js`.
  /// - Throws: `AmazonPayAccountProblem` unless the URL is https, or http on this machine.
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

  /// Host and port, as in a URL.
  public var authority: String { Self.authority(host, port) }

  /// Scheme, host and port.
  public var origin: String { "\(scheme)://\(authority)" }

  /// Returns true if the app or server may redirect the buyer to an address from an answer: an https page of Amazon, or
  /// for a sandbox a page of its own origin.
  public func mayRedirect(to address: String) -> Bool {
    guard
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), parts.user == nil, parts.password == nil
    else { return false }
    let port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
    if isFerrySandbox { return scheme == self.scheme && host == self.host && port == self.port }
    return scheme == "https" && port == nil && Self.isAmazon(host)
  }

  /// Matches `amazon.com`, `amazon.de`, `amazon.co.jp` and their subdomains.
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

  private static func authority(_ host: String, _ port: Int?) -> String { port.map { "\(host):\($0)" } ?? host }
}

/// The region of a merchant's Amazon Pay account. It determines the hosts, the ledger currency and the buyers' sign-in.
public enum AmazonPayRegion: String, Codable, Hashable, Sendable, CaseIterable {
  /// The United States.
  case northAmerica = "na"
  /// The European Union and the United Kingdom.
  case europe = "eu"
  /// Japan.
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

/// Amazon Pay's name for the mode.
public enum AmazonPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox
  /// Real money moves.
  case live

  public init(_ mode: Mode) {
    switch mode {
    case .test: self = .sandbox
    case .live: self = .live
    }
  }

  /// The environment by the prefix of a public key id; nil for older ids without a prefix.
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

  public var mode: Mode {
    switch self {
    case .sandbox: .test
    case .live: .live
    }
  }
}
