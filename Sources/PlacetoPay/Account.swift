public import FerryCore
public import FerryHTTP

/// A merchant's site at PlacetoPay: login and secret, and the address that they are valid at. The initialiser checks all
/// settings together.
public struct PlacetoPayAccount: Sendable {
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
    problems.check(login, "[!-~]{1,32}", missing: .loginMissing, malformed: .loginMalformed)
    problems.check(
      secretKey.reveal(), "\\S([\\s\\S]*\\S)?", missing: .secretKeyMissing, malformed: .secretKeyMalformed)
    guard problems.isEmpty, let parts else { throw PlacetoPayAccountProblems(problems: problems) }

    self.mode = mode
    self.baseURL = parts.origin.text + parts.path
    self.login = login
    self.secretKey = secretKey
    self.acceptsSHA1Notifications = acceptsSHA1Notifications
    self.instance = PlacetoPayInstance.known(host: parts.origin.authority)?.instance
    self.origin = parts.origin
  }

  public func url(of call: PlacetoPayCall) -> String { baseURL + call.path }

  /// Returns true if the app or server may send the buyer to an address from an answer: a page of the base URL's own
  /// scheme, host and port.
  public func mayRedirect(to address: String) -> Bool { AddressParts(address)?.origin == origin }
}
