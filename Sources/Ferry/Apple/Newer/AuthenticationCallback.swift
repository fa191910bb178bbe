#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  /// Makes an `ASWebAuthenticationSession` with the callback that this system supports: see `AuthenticationReturn`.
  struct AuthenticationCallback: Sendable {
    let linkHost: String?
    let scheme: String

    /// The link host without scheme and port.
    var host: String? { linkHost.flatMap { URL(string: $0)?.host } }

    /// - Parameter completion: May be called on any thread.
    @MainActor
    func session(
      _ url: URL, completion: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> ASWebAuthenticationSession {
      if #available(iOS 17.4, *),
        case .https(let host, let path) = AuthenticationReturn(linkHost: linkHost, scheme: scheme, catchesHTTPS: true)
      {
        return ASWebAuthenticationSession(
          url: url, callback: .https(host: host, path: path), completionHandler: completion)
      }
      return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: completion)
    }
  }
#endif
