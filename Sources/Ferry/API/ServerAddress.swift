import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The checkout server, as the app was built with. Every address that the app opens or calls is made here, and from
/// nothing else.
struct ServerAddress: Hashable, Sendable {
  /// Without a slash at the end: "https://pay.shop.example".
  let base: String

  /// Nil for anything but https, save http on this very machine, where nobody listens in.
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

  /// The page that opens a step. The ticket stands in the fragment, which no server, proxy or log sees.
  func start(ticket: String) -> URL? {
    guard PlainText.isUnreserved(ticket, most: 512) else { return nil }
    return URL(string: base + "/ferry/start#" + ticket)
  }

  /// - Parameter part: After the checkout's id: "/claim"; empty for the checkout itself.
  func checkout(_ id: String, _ part: String = "") -> URL? {
    guard PlainText.isUnreserved(id, most: 64) else { return nil }
    return URL(string: base + "/v1/app/checkouts/" + id + part)
  }
}
