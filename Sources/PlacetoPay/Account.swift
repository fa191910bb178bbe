public import FerryCore
public import FerryHTTP

/// A merchant's site at PlacetoPay: login and secret, and the address that they are valid at. The initialiser checks all
/// settings together.
public struct PlacetoPayAccount: Sendable {
  /// Test or live.
  public let mode: Mode
  /// The address of the API without a slash at its end, such as `https://checkout.placetopay.com`. Older installations
  /// have a path, such as `/redirection`.
  public let baseURL: String
  /// The site's identifier, 1 to 32 characters. It is not secret.
  public let login: String
  /// The site's secret, which signs requests and notifications. PlacetoPay's documentation calls it `secretKey`, most of
  /// its libraries `tranKey`.
  public let secretKey: Secret<String>
  /// True if notifications with the deprecated SHA-1 signature are accepted, too.
  public let acceptsSHA1Notifications: Bool
  /// The instance that the base URL belongs to; nil for an address that is not in the directory, such as a sandbox's.
  public let instance: PlacetoPayInstance?
  /// Scheme, host and port of the base URL.
  let origin: Origin

  /// - Parameters:
  ///   - baseURL: https, or http on this machine; with the path prefix of older installations.
  ///   - secretKey: The secret as PlacetoPay gave it, not a digest of it.
  /// - Throws: `PlacetoPayAccountProblems` with all problems at once.
  public init(
    mode: Mode, baseURL: String, login: String, secretKey: Secret<String>, acceptsSHA1Notifications: Bool = false
  ) throws(PlacetoPayAccountProblems) {
    var problems: [PlacetoPayAccountProblem] = []
    let parts = AddressParts(baseURL)
    if let parts, !parts.rest.contains(where: { "?#".contains($0) }) {
      if let known = PlacetoPayInstance.known(host: parts.origin.authority), known.environment.mode != mode {
        problems.append(.baseURLOfOtherMode(known.environment))
      }
    } else {
      problems.append(.baseURLMalformed)
    }
    if login.isEmpty {
      problems.append(.loginMissing)
    } else if login.utf8.count > 32 || !login.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      problems.append(.loginMalformed)
    }
    let secret = secretKey.reveal()
    if secret.isEmpty {
      problems.append(.secretKeyMissing)
    } else if secret.first?.isWhitespace == true || secret.last?.isWhitespace == true {
      problems.append(.secretKeyMalformed)
    }
    guard problems.isEmpty, let parts else { throw PlacetoPayAccountProblems(problems: problems) }

    var path = parts.rest
    while path.hasSuffix("/") { path.removeLast() }
    self.mode = mode
    self.baseURL = parts.origin.text + path
    self.login = login
    self.secretKey = secretKey
    self.acceptsSHA1Notifications = acceptsSHA1Notifications
    self.instance = PlacetoPayInstance.known(host: parts.origin.authority)?.instance
    self.origin = parts.origin
  }

  /// The address of a call.
  public func url(of call: PlacetoPayCall) -> String { baseURL + call.path }

  /// Returns true if the app or server may send the buyer to an address from an answer: a page of the base URL's own
  /// scheme, host and port.
  public func mayRedirect(to address: String) -> Bool { AddressParts(address)?.origin == origin }
}

public typealias PlacetoPayAccountProblem = SettingProblem<PlacetoPaySetting>
public typealias PlacetoPayAccountProblems = SettingProblems<PlacetoPaySetting>

/// A setting of an account.
public enum PlacetoPaySetting: String, Hashable, Sendable, CaseIterable {
  case baseURL
  case login
  case secretKey
}

extension SettingProblem where Setting == PlacetoPaySetting {
  public static var baseURLMalformed: Self {
    Self(
      .baseURL,
      "The base URL is not an https address, or http on this machine, without a query. It looks like "
        + "https://checkout-test.placetopay.com.")
  }
  /// The base URL is that of this environment, which is not the mode's.
  public static func baseURLOfOtherMode(_ environment: PlacetoPayEnvironment) -> Self {
    Self(
      .baseURL,
      environment == .production
        ? "The base URL is for live payments, and the account is set up for tests. Give the address of the test "
          + "environment."
        : "The base URL is for tests, and the account is set up for live payments. Give the address for production.")
  }
  public static var loginMissing: Self {
    Self(.login, "The login is missing. PlacetoPay sends it with the secret key, per environment.")
  }
  public static var loginMalformed: Self {
    Self(.login, "The login is longer than 32 characters, or has other characters than visible ASCII.")
  }
  public static var secretKeyMissing: Self {
    Self(.secretKey, "The secret key is missing. PlacetoPay sends it with the login, per environment.")
  }
  public static var secretKeyMalformed: Self {
    Self(.secretKey, "The secret key begins or ends with white space. Remove it.")
  }
}
