import FerryCore
import Foundation

/// The checkout server's address, from the app's own configuration. Every address that the app opens or calls is made here.
struct ServerAddress: Hashable, Sendable {
  /// Without a slash at the end: "https://pay.shop.example".
  let base: String

  /// Nil unless the scheme is https, or http on a loopback address.
  init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { return nil }
    switch parts.scheme?.lowercased() {
    case "https": break
    case "http" where Loopback.isHost(host.lowercased()): break
    default: return nil
    }
    var text = url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    base = text
  }

  /// The page that opens a step. The ticket is in the fragment, which no server, proxy or log sees.
  func start(ticket: String) -> URL? {
    guard PlainText.isUnreserved(ticket, most: 512) else { return nil }
    return URL(string: base + "/ferry/start#" + ticket)
  }

  func sdkBackend(_ provider: String) -> URL? {
    guard PlainText.isUnreserved(provider, most: 64) else { return nil }
    return URL(string: base + "/ferry/sdk/" + provider + "/")
  }

  /// - Parameter part: After the checkout's id: "/claim"; empty for the checkout itself.
  func checkout(_ id: String, _ part: String = "") -> URL? {
    guard PlainText.isUnreserved(id, most: 64) else { return nil }
    return URL(string: base + "/v1/app/checkouts/" + id + part)
  }

  /// The payment page of a checkout, for a buyer who returns to it. In another browser than the checkout's it shows nothing of
  /// the payment.
  func paymentPage(of checkout: String) -> URL? {
    var page = URLComponents(string: base)
    page?.path = Self.paymentPath + checkout
    page?.query = "returned=1"
    return page?.url
  }

  /// The checkout's id in the address of its payment page; nil for any other page.
  func checkout(ofPaymentPage page: URL) -> String? {
    guard isOrigin(of: page), page.path.hasPrefix(Self.paymentPath) else { return nil }
    let checkout = String(page.path.dropFirst(Self.paymentPath.count))
    return checkout.isEmpty || checkout.contains("/") ? nil : checkout
  }

  private static let paymentPath = "/ferry/next/"

  func isOrigin(of page: URL) -> Bool { page.webOrigin == URL(string: base)?.webOrigin }
}

extension URL {
  /// Scheme, host and port. Nil for a URL without them, such as a `data:` page.
  var webOrigin: String? {
    guard let parts = URLComponents(url: self, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, let usual = ["https": 443, "http": 80][scheme]
    else { return nil }
    return "\(scheme)://\(host):\(parts.port ?? usual)"
  }
}

extension PlainText {
  /// True for the unreserved characters of RFC 3986, which no URL, header or JSON text has to escape. False for "." and "..",
  /// which mean a folder in a path.
  static func isUnreserved(_ text: String, most: Int) -> Bool {
    isPlain(text, most: most, besides: ".~") && text != "." && text != ".."
  }
}
