public import FerryCore
public import FerryHTTP

/// A merchant at Swedbank Pay: access token and payee, and the hosts that they are valid at. The initialiser checks all
/// settings together.
public struct SwedbankPayAccount: Sendable {
  public let mode: Mode
  /// The API's scheme, host and port, without a slash at the end: `https://api.payex.com`.
  public let apiURL: String
  /// The sites of scripts and payment pages, such as `https://ecom.payex.com`. No other site gets a buyer.
  public let payerURLs: [String]
  /// The token of the Merchant Portal. It belongs to one payee, and stays on the server.
  public let accessToken: Secret<String>
  /// The merchant's identifier, a GUID. It is not secret.
  public let payeeID: String
  /// The name and version of the merchant's system, such as `shop/1.0`. Payment orders show it as
  /// `initiatingSystemUserAgent`.
  public let userAgent: String
  let api: Origin
  private let payerSites: [Origin]

  /// Swedbank Pay's own API: the external integration for tests ("Fundamental principles", Swedbank Pay documentation).
  public static func defaultAPIURL(_ mode: Mode) -> String {
    switch mode {
    case .test: "https://api.externalintegration.payex.com"
    case .live: "https://api.payex.com"
    }
  }

  /// Swedbank Pay's own site of scripts and payment pages.
  public static func defaultPayerURL(_ mode: Mode) -> String {
    switch mode {
    case .test: "https://ecom.externalintegration.payex.com"
    case .live: "https://ecom.payex.com"
    }
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
    if api == nil {
      problems.append(.apiURLMalformed)
    } else if api == Origin(Self.defaultAPIURL(other)) {
      problems.append(.apiURLOfOtherMode(other))
    }
    let addresses = payerURLs ?? [Self.defaultPayerURL(mode)]
    let payerSites = addresses.compactMap { Origin($0) }
    if payerSites.isEmpty || payerSites.count < addresses.count { problems.append(.payerURLMalformed) }
    problems.check(accessToken.reveal(), "[!-~]+", missing: .accessTokenMissing, malformed: .accessTokenMalformed)
    problems.check(payeeID, .guid, missing: .payeeIDMissing, malformed: .payeeIDMalformed)
    if !userAgent.matches("[A-Za-z0-9._-]+/[A-Za-z0-9._+-]+( [!-~ ]+)?") { problems.append(.userAgentMalformed) }
    guard problems.isEmpty, let api else { throw SwedbankPayAccountProblems(problems: problems) }

    self.mode = mode
    self.apiURL = api.text
    self.payerURLs = payerSites.map(\.text)
    self.accessToken = accessToken
    self.payeeID = payeeID
    self.userAgent = userAgent
    self.api = api
    self.payerSites = payerSites
  }

  /// Returns true if the address of an operation is a script or payment page of Swedbank Pay. Show no other to a buyer.
  public func isPayerPage(_ address: String) -> Bool {
    AddressParts(address).map { payerSites.contains($0.origin) } ?? false
  }

  /// The whole address of a call's target, or of an operation: a path is one at the API's host.
  package func address(of target: String) -> String {
    target.hasPrefix("/") && !target.hasPrefix("//") ? apiURL + target : target
  }

  /// The path and query of a call at the API's host.
  /// - Throws: `InvalidField` for an address at any other host, which would get the access token.
  func path(of target: String) throws(InvalidField) -> String {
    let parts = AddressParts(address(of: target))
    guard let parts, parts.origin == api, parts.rest.hasPrefix("/"), !parts.rest.contains("#") else {
      let site = parts.map { " but at \($0.origin.text)" } ?? ""
      throw InvalidField("/href", "The address is not at \(api.text)\(site). Check the address of the API.")
    }
    return parts.rest
  }
}

extension String {
  /// The pattern of 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562).
  static let guid = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
}
