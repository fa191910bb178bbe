public import FerryCore

/// An installation of PlacetoPay's Checkout, by the country and the brand that it is run for ("Environments", PlacetoPay
/// documentation, and the official shop plugins). Other installations exist: an account takes any base URL.
public enum PlacetoPayInstance: String, Codable, Hashable, Sendable, CaseIterable {
  /// Colombia, Puerto Rico, Costa Rica, Panama and others.
  case global
  case ecuador
  case chileGetnet = "chile-getnet"
  case chileBanchile = "chile-banchile"
  case colombiaAvalpay = "colombia-avalpay"
  case colombiaGoupagos = "colombia-goupagos"
  case costaRicaDavivienda = "costa-rica-davivienda"
  /// Honduras, by Banco Atlántida. Its tests run at the global instance.
  case hondurasAtlantida = "honduras-atlantida"
  /// Belize, by Atlantic Bank. Its tests run at the global instance.
  case belizeAtlantic = "belize-atlantic"
  case uruguay
  case uruguayGetnet = "uruguay-getnet"

  /// The base URL, without a slash at its end; nil if no such environment is known.
  public func baseURL(_ environment: PlacetoPayEnvironment) -> String? {
    let host =
      switch environment {
      case .test: hosts.test
      case .acceptance: hosts.acceptance
      case .production: hosts.production
      }
    return host.map { "https://\($0)" }
  }

  /// The instance and environment at a host. The global instance's test host is the global instance's.
  static func known(host: String) -> (instance: PlacetoPayInstance, environment: PlacetoPayEnvironment)? {
    for instance in allCases {
      for environment in PlacetoPayEnvironment.allCases
      where instance.baseURL(environment) == "https://\(host)" {
        return (instance, environment)
      }
    }
    return nil
  }

  private var hosts: (test: String?, acceptance: String?, production: String) {
    switch self {
    case .global: ("checkout-test.placetopay.com", nil, "checkout.placetopay.com")
    case .ecuador: ("checkout-test.placetopay.ec", nil, "checkout.placetopay.ec")
    case .chileGetnet: ("checkout.test.getnet.cl", "checkout.uat.getnet.cl", "checkout.getnet.cl")
    case .chileBanchile:
      ("checkout.test.banchilepagos.cl", "checkout.uat.banchilepagos.cl", "checkout.banchilepagos.cl")
    case .colombiaAvalpay:
      ("checkout.test.avalpaycenter.com", "checkout.uat.avalpaycenter.com", "checkout.avalpaycenter.com")
    case .colombiaGoupagos: (nil, nil, "checkout.goupagos.com.co")
    case .costaRicaDavivienda: (nil, nil, "checkout.davivienda.cr")
    case .hondurasAtlantida: ("checkout-test.placetopay.com", nil, "pagoenlinea.bancatlan.hn")
    case .belizeAtlantic: ("checkout-test.placetopay.com", nil, "abgateway.atlabank.com")
    case .uruguay: (nil, "uy-uat-checkout.placetopay.com", "checkout.placetopay.uy")
    case .uruguayGetnet: (nil, nil, "checkout.getnet.uy")
    }
  }
}

/// An environment of an instance. Credentials belong to one environment: elsewhere they are unknown (error 101).
public enum PlacetoPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case test
  /// User acceptance tests, which some instances have beside the test environment.
  case acceptance = "uat"
  /// Real money moves.
  case production

  public var mode: Mode {
    switch self {
    case .test, .acceptance: .test
    case .production: .live
    }
  }
}
