#if canImport(AuthenticationServices)
  import AuthenticationServices
  import FerryCore
  import Foundation

  /// What ends an `ASWebAuthenticationSession`: the https return link where the system can catch that, else the custom scheme.
  struct AuthenticationCallback: Sendable {
    /// Of the link host, without scheme and port.
    let host: String?
    let scheme: String

    /// - Parameter linkHost: The link host's origin.
    init(linkHost: String?, scheme: String) {
      host = linkHost.flatMap { URL(string: $0)?.host }
      self.scheme = scheme
    }

    /// - Parameter completion: May be called on any thread.
    @MainActor
    func session(
      _ url: URL, completion: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> ASWebAuthenticationSession {
      if #available(iOS 17.4, *), let host {
        return ASWebAuthenticationSession(
          url: url, callback: .https(host: host, path: ReturnLink.path), completionHandler: completion)
      }
      return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: completion)
    }
  }
#endif
