public import FerryCore
public import FerryHTTP

/// A shop at GMO Payment Gateway: ShopID and ShopPass, and the address that they are valid at. The initialiser checks all
/// settings together.
public struct GMOAccount: Sendable {
  /// The encoding of requests and answers. Both flavours have the same fields.
  public enum Flavour: String, Codable, Hashable, Sendable, CaseIterable {
    /// Form encoding in Windows-31J. The documented samples use it.
    case idPass
    /// JSON in UTF-8.
    case json
  }

  public let mode: Mode
  /// The address of the API without a slash at its end: `https://pt01.mul-pay.jp/payment`.
  public let baseURL: String
  /// The shop's identifier, 1 to 13 letters and digits. It is not secret.
  public let shopID: String
  /// The shop's password for the API, 1 to 64 letters and digits. It is not that of the admin console.
  public let shopPass: Secret<String>
  public let flavour: Flavour
  /// The style of form-encoded answers.
  public let bodyStyle: BodyStyle
  /// Scheme, host and port of the base URL.
  let origin: Origin

  /// GMO's own address: pt01.mul-pay.jp for tests, p01.mul-pay.jp for live payments.
  public static func defaultBaseURL(_ mode: Mode) -> String {
    switch mode {
    case .test: "https://pt01.mul-pay.jp/payment"
    case .live: "https://p01.mul-pay.jp/payment"
    }
  }

  /// - Parameters:
  ///   - baseURL: https, or http on this machine, with the path. Nil for GMO's own address.
  public init(
    mode: Mode, baseURL: String? = nil, shopID: String, shopPass: Secret<String>, flavour: Flavour = .idPass,
    bodyStyle: BodyStyle = .detected
  ) throws(GMOAccountProblems) {
    var problems: [GMOAccountProblem] = []
    let parts = AddressParts(baseURL ?? Self.defaultBaseURL(mode))
    if let parts, !parts.rest.contains(where: { "?#".contains($0) }) {
      let other: Mode = mode == .test ? .live : .test
      if parts.origin == AddressParts(Self.defaultBaseURL(other))?.origin {
        problems.append(.baseURLOfOtherMode(other))
      }
    } else {
      problems.append(.baseURLMalformed)
    }
    if problems.check(shopID, "[A-Za-z0-9]{1,13}", missing: .shopIDMissing, malformed: .shopIDMalformed),
      mode == .live, shopID.hasPrefix("tshop")
    {
      problems.append(.shopIDOfTests)
    }
    problems.check(
      shopPass.reveal(), "[A-Za-z0-9]{1,64}", missing: .shopPassMissing, malformed: .shopPassMalformed)
    guard problems.isEmpty, let parts else { throw GMOAccountProblems(problems: problems) }

    self.mode = mode
    self.baseURL = parts.origin.text + parts.path
    self.shopID = shopID
    self.shopPass = shopPass
    self.flavour = flavour
    self.bodyStyle = bodyStyle
    self.origin = parts.origin
  }

  /// The address of a call. `SearchTradeMulti` is documented in the form-encoded flavour only, and is always sent in it.
  public func url(of call: GMOCall) -> String { url(of: call.operation) }

  /// The address of an operation's calls.
  public func url(of operation: GMOCall.Operation) -> String {
    "\(baseURL)/\(operation.rawValue).\(flavour(of: operation).rawValue)"
  }

  func flavour(of operation: GMOCall.Operation) -> Flavour { operation == .searchTrade ? .idPass : flavour }

  /// Returns true if the buyer's browser may post AccessID and Token to an address from an answer: a page of the base URL's
  /// own scheme, host and port.
  public func mayStart(at address: String) -> Bool { AddressParts(address)?.origin == origin }
}
