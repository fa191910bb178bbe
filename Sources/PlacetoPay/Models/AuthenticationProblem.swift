/// The reason why PlacetoPay did not accept a request's login and signature ("Authentication", PlacetoPay documentation).
/// Nothing happened. Causes and remedies are sentences for people.
public enum AuthenticationProblem: Int, Hashable, Sendable, CaseIterable {
  case missing = 100
  case unknownLogin = 101
  case wrongSecretKey = 102
  case clock = 103
  case siteInactive = 104
  case siteExpired = 105
  case credentialsExpired = 106
  case malformed = 107
  case headerSkipped = 200
  case contactSupport = 10001
  /// The message has no known code.
  case unexplained = 0

  /// - Parameter message: The message of the answer's status, in any language. Its last number is the code: "Autenticación
  ///   fallida 102".
  public init(message: String?) {
    let digits = (message ?? "").utf8.reversed().drop { $0 == 0x20 || $0 == 0x2E }.prefix { (0x30...0x39).contains($0) }
    let code = Int(String(decoding: digits.reversed(), as: UTF8.self))
    self = code.flatMap { AuthenticationProblem(rawValue: $0) } ?? .unexplained
  }

  /// PlacetoPay's code; nil if it gave none that is known.
  public var code: Int? { self == .unexplained ? nil : rawValue }

  public var cause: String {
    switch self {
    case .missing: "PlacetoPay saw no authentication in the request."
    case .unknownLogin: "PlacetoPay does not know the login in this environment."
    case .wrongSecretKey: "The signature does not match: the secret key belongs to another login, or is mistyped."
    case .clock: "The time of the request is more than 5 minutes from PlacetoPay's clock."
    case .siteInactive: "The site is not active."
    case .siteExpired: "The site is expired."
    case .credentialsExpired: "The credentials are expired."
    case .malformed: "PlacetoPay could not read the authentication of the request."
    case .headerSkipped: "PlacetoPay did not process the authentication of the request."
    case .contactSupport: "PlacetoPay refused the authentication, and asks to call its support."
    case .unexplained: "PlacetoPay refused the authentication without a known code."
    }
  }

  public var remedy: String {
    switch self {
    case .missing, .malformed, .headerSkipped:
      "Something on the way changes the request: look for a proxy that rewrites its body or its Content-Type."
    case .unknownLogin:
      "Compare login and base URL: a login of the test environment is unknown in production, and in another country."
    case .wrongSecretKey:
      "Set the secret key that PlacetoPay sent with this login; its libraries call it tranKey. Do not set a digest of it."
    case .clock: "Set this machine's clock by NTP."
    case .siteInactive, .siteExpired: "Ask PlacetoPay's support to activate the site."
    case .credentialsExpired: "Ask PlacetoPay's support for new credentials."
    case .contactSupport: "Ask PlacetoPay's support, with the login and the time of the request."
    case .unexplained:
      "Compare login, secret key, base URL and this machine's clock. If they are right, ask PlacetoPay's support."
    }
  }
}

extension AuthenticationProblem: CustomStringConvertible {
  public var description: String { "\(cause) \(remedy)" }
}
