import Crypto
import FerryCheckout
import FerryCore
import FerryWeb
import Foundation
import HTTPTypes

/// The right to one act in a checkout: its id and a random part, with a dot between. It opens a step in the buyer's browser, or
/// stands for the order's reference in a payment order of a provider's SDK; such a code has 48 characters, and providers take 50.
struct CheckoutTicket: Hashable, Sendable {
  let checkout: CheckoutID
  private let secret: String

  /// - Parameters:
  ///   - secret: In base64url.
  ///   - isForApp: The ticket of an app says so, because the start page shows other words then; nothing else depends on that.
  init(_ checkout: CheckoutID, _ secret: String, isForApp: Bool = false) {
    self.checkout = checkout
    self.secret = (isForApp ? "app_" : "") + secret
  }

  /// Nil for text that no ticket can be.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let id = CheckoutID(untrusted: parts[0]), PlainText.isPlain(parts[1], most: 128)
    else { return nil }
    checkout = id
    secret = parts[1]
  }

  var text: String { "\(checkout.text).\(secret)" }

  /// The stored form.
  var digest: String { TextDigest.sha256(text) }
}

/// The bearer token of an app for `/v1/app`. It opens one checkout, and without the verifier only its phase.
struct ClientToken: Sendable {
  let text: String

  init(_ randomness: any Randomness) { text = "ct_" + randomness.token(bytes: 32) }

  var digest: String { TextDigest.sha256(text) }
}

/// The code in a return link. It is worth nothing without the app's verifier or the shop's secret key.
struct ReturnCode: Sendable {
  /// Its name in the address of a shop's checkout page.
  static let field = "ferry_code"

  let text: String

  init(_ randomness: any Randomness) { text = randomness.token(bytes: 24) }

  /// A code for the buyer's agreement to a revision of the review.
  init(_ secret: ReturnCode, agreeingTo revision: Int) {
    text = AppReturnLink.code(secret.text, agreeingTo: revision)
  }

  init(_ link: AppReturnLink) { text = link.code }

  var digest: String { TextDigest.sha256(text) }
}

/// The cookie of the one browser that may continue a checkout.
struct BindingCookie: Sendable {
  /// 25 hours, so that a buyer can pay at the same time on the next day.
  private static let lifetime: Duration = .seconds(25 * 3600)

  private static let name = "ferry-"
  private let cookie: HostCookie

  init(_ id: CheckoutID, origin: Origin) {
    cookie = HostCookie(Self.name + id.text, origin: origin)
  }

  /// The ids in the names of a request's cookies. They may be no checkouts of ours.
  static func checkouts(in headers: HTTPFields, origin: Origin) -> [CheckoutID] {
    let prefix = HostCookie(name, origin: origin).name
    return HostCookie.names(in: headers).filter { $0.hasPrefix(prefix) }
      .compactMap { CheckoutID(untrusted: String($0.dropFirst(prefix.count))) }
  }

  /// The digest of the browser's cookie; nil if it has none.
  /// - Throws: `Problem` if it comes twice.
  func digest(in headers: HTTPFields) throws(Problem) -> String? {
    guard let value = try cookie.value(in: headers) else { return nil }
    return TextDigest.sha256(value)
  }

  func setting(_ value: String) -> HTTPField { cookie.setting(value, for: Self.lifetime) }

  func removing() -> HTTPField { cookie.removing() }
}

/// SHA-256 in base64url: the stored form of secrets, and the form for comparing requests.
enum TextDigest {
  static func sha256(_ text: String) -> String { sha256(Data(text.utf8)) }

  static func sha256(_ data: Data) -> String { Base64URL.encode(Array(SHA256.hash(data: data))) }
}
