public import FerryCore

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
