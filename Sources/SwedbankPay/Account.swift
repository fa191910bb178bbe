public import FerryCore
public import FerryHTTP

/// A merchant at Swedbank Pay: access token and payee, and the hosts that they are valid at. The initialiser checks all
/// settings together.
public struct SwedbankPayAccount: Sendable {
  public let mode: Mode
  /// The API's scheme, host and port, without a slash at the end: `https://api.payex.com`.
  public let apiURL: String
  /// The sites of scripts and payment pages, such as `https://ecom.payex.com`. Swedbank Pay's own is here by both of its
  /// names. No other site gets a buyer.
  public var payerURLs: [String] { payerSites.map(\.text) }
  /// The token of the Merchant Portal. It belongs to one payee, and stays on the server.
  public let accessToken: Secret<String>
  /// The merchant's identifier, a GUID. It is not secret.
  public let payeeID: String
  /// The name and version of the merchant's system, such as `shop/1.0`. Payment orders show it as
  /// `initiatingSystemUserAgent`.
  public let userAgent: String
  /// The API's site by all of its names. No other site gets the access token.
  private let apiSites: [Origin]
  private let payerSites: [Origin]

  /// Swedbank Pay's own API: the external integration for tests ("Fundamental principles", Swedbank Pay documentation).
  public static func defaultAPIURL(_ mode: Mode) -> String { sites("api", mode)[0].text }

  /// Swedbank Pay's own site of scripts and payment pages.
  public static func defaultPayerURL(_ mode: Mode) -> String { sites("ecom", mode)[0].text }

  /// A site of Swedbank Pay's by both names. `payex.com` is about to become `swedbankpay.com`: Swedbank Pay's documentation
  /// has the former, and its own module for WooCommerce has used the latter since 4.4.0.
  private static func sites(_ service: String, _ mode: Mode) -> [Origin] {
    let environment = mode == .test ? ".externalintegration" : ""
    return ["payex.com", "swedbankpay.com"].map { Origin(httpsHost: "\(service)\(environment).\($0)") }
  }

  /// Adds the other name of Swedbank Pay's own site, if that is among some sites.
  private static func bothNames(_ sites: [Origin], _ service: String, _ mode: Mode) -> [Origin] {
    let own = self.sites(service, mode)
    return sites.contains(where: own.contains) ? sites + own.filter { !sites.contains($0) } : sites
  }

  /// - Parameters:
  ///   - apiURL: https, or http on this machine, without a path. Nil for Swedbank Pay's own.
  ///   - payerURLs: The same for scripts and payment pages. Nil for Swedbank Pay's own.
  public init(
    mode: Mode, accessToken: Secret<String>, payeeID: String, userAgent: String, apiURL: String? = nil,
    payerURLs: [String]? = nil
  ) throws(SwedbankPayAccountProblems) {
    var problems: [SwedbankPayAccountProblem] = []
    let api = Origin(apiURL ?? Self.defaultAPIURL(mode))
    let other: Mode = mode == .test ? .live : .test
    if let api {
      if Self.sites("api", other).contains(api) { problems.append(.apiURLOfOtherMode(other)) }
    } else {
      problems.append(.apiURLMalformed)
    }
    let addresses = payerURLs ?? [Self.defaultPayerURL(mode)]
    let payerSites = addresses.compactMap { Origin($0) }
    if payerSites.isEmpty || payerSites.count < addresses.count {
      problems.append(.payerURLMalformed)
    } else if payerSites.contains(where: Self.sites("ecom", other).contains) {
      problems.append(.payerURLOfOtherMode(other))
    }
    problems.check(accessToken.reveal(), "[!-~]+", missing: .accessTokenMissing, malformed: .accessTokenMalformed)
    problems.check(payeeID, .guid, missing: .payeeIDMissing, malformed: .payeeIDMalformed)
    if !userAgent.matches("[A-Za-z0-9._-]+/[A-Za-z0-9._+-]+( [!-~ ]+)?") { problems.append(.userAgentMalformed) }
    guard problems.isEmpty, let api else { throw SwedbankPayAccountProblems(problems: problems) }

    self.mode = mode
    self.accessToken = accessToken
    self.payeeID = payeeID
    self.userAgent = userAgent
    self.apiURL = api.text
    apiSites = Self.bothNames([api], "api", mode)
    self.payerSites = Self.bothNames(payerSites, "ecom", mode)
  }

  /// Returns true if the address of an operation is a script or payment page of Swedbank Pay. Show no other to a buyer.
  public func isPayerPage(_ address: String) -> Bool {
    AddressParts(address).map { payerSites.contains($0.origin) } ?? false
  }

  /// The whole address of a call's target, or of an operation: a path is one at the API's host.
  package func address(of target: String) -> String {
    target.hasPrefix("/") && !target.hasPrefix("//") ? apiURL + target : target
  }

  /// The site of a call with its path and query. An address at the API's other name is used as it is.
  /// - Throws: `InvalidField` for an address at any other host, which would get the access token.
  package func apiAddress(of target: String) throws(InvalidField) -> AddressParts {
    let parts = AddressParts(address(of: target))
    guard let parts, apiSites.contains(parts.origin), parts.rest.hasPrefix("/"), !parts.rest.contains("#") else {
      let site = parts.map { " but at \($0.origin.text)" } ?? ""
      throw InvalidField("/href", "The address is not at \(apiURL)\(site). Check the address of the API.")
    }
    return parts
  }
}

extension String {
  /// The pattern of 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562).
  static let guid = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
}
