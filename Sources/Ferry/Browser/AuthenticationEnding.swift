#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What it means that an `ASWebAuthenticationSession` has ended.
enum AuthenticationEnding: Hashable, Sendable {
  /// It caught the link that leads back.
  case link(URL)
  /// The buyer closed it, or the app did. That says nothing about the payment.
  case closed
  /// It did not open, for the app is not associated with the link's host. A mistake in entitlements or association file.
  case notAssociated
  /// It did not open, for another reason.
  case failed

  /// - Parameters:
  ///   - isCancelled: Whether the error says that the user cancelled.
  ///   - reason: The error's failure reason. iOS 17.4 and later report a host without the service `webcredentials` as *the
  ///     user cancelled*, at once, and say here what is really wrong; a buyer who cancels gives no reason.
  static func read(link: URL?, isCancelled: Bool, reason: String?) -> AuthenticationEnding {
    if let link { return .link(link) }
    guard isCancelled else { return .failed }
    guard let reason, !reason.isEmpty else { return .closed }
    return .notAssociated
  }
}

/// Why a secure browser could not be shown.
public enum SecureBrowserFailure: Error, Hashable, Sendable {
  /// The address is no web page.
  case notAPage
  /// There is no window to show it in, or the window shows something that does not make way.
  case noWindow
  /// The app is not associated with the link host for the service `webcredentials`, which https callbacks need from
  /// iOS 17.4 on: look at the entitlement, at the association file, and at the team and bundle in it.
  case notAssociated(host: String)
  /// The system refused to start it.
  case refused
}

extension SecureBrowserFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAPage: "A secure browser shows pages of http and https only."
    case .noWindow: "There is no window in the foreground to show the secure browser in."
    case .notAssociated(let host):
      """
      The app is not associated with \(host) for webcredentials. Its entitlement must list "webcredentials:\(host)", and \
      the association file of that host must name the app's team and bundle under webcredentials.
      """
    case .refused: "The system refused to start the secure browser."
    }
  }
}
