import FerryCheckout
import FerryCore
import FerryWeb
import HTTPTypes

/// The cookie of the one browser that may continue a checkout.
struct BindingCookie: Sendable {
  /// A day for the buyer who pays tomorrow, and an hour.
  private static let lifetime: Duration = .seconds(25 * 3600)

  private let cookie: HostCookie

  init(_ id: CheckoutID, origin: Origin) {
    cookie = HostCookie("ferry-\(id.text)", origin: origin)
  }

  /// The digest of the browser's cookie; nil when it has none.
  /// - Throws: `InvalidField` when it comes twice.
  func digest(in headers: HTTPFields) throws(InvalidField) -> String? {
    guard let value = try cookie.value(in: headers) else { return nil }
    return TextDigest.sha256(value)
  }

  func setting(_ value: String) -> HTTPField { cookie.setting(value, for: Self.lifetime) }
}
