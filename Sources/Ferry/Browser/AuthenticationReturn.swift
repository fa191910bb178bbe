import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The link that ends an `ASWebAuthenticationSession`, and what the app has to declare for it.
enum AuthenticationReturn: Hashable, Sendable {
  /// The return link itself: no other app can claim it, and it is the same for both browsers.
  case https(host: String, path: String)
  /// The custom scheme, which another app may have claimed too: the session alone is given it.
  case scheme(String)

  /// - Parameters:
  ///   - linkHost: The link host's origin; nil where the app has none.
  ///   - catchesHTTPS: Whether the system can end a session by an https link: from iOS 17.4 on.
  init(linkHost: String?, scheme: String, catchesHTTPS: Bool) {
    guard catchesHTTPS, let host = linkHost.flatMap({ URL(string: $0)?.host }), !host.isEmpty else {
      self = .scheme(scheme)
      return
    }
    self = .https(host: host, path: AppReturnLink.path)
  }

  /// The entry of the entitlement *Associated Domains* without which the session ends at once; nil where it needs none.
  var associatedDomain: String? {
    if case .https(let host, _) = self { "webcredentials:\(host)" } else { nil }
  }
}
