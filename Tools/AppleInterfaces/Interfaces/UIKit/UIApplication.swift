public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiapplication> iOS 2.0
@MainActor open class UIApplication: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiapplication/shared> iOS 2.0
  open class var shared: UIApplication { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification> iOS 2.0
  nonisolated public class var didBecomeActiveNotification: Notification.Name { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification> iOS 2.0
  nonisolated public class var willResignActiveNotification: Notification.Name { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes> iOS 13.0
  open var connectedScenes: Set<UIScene> { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey> iOS 10.0
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey/universallinksonly> iOS 10.0
    public static var universalLinksOnly: OpenExternalURLOptionsKey { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiapplication/openurloptionskey> iOS 9.0
  public struct OpenURLOptionsKey: Hashable, Sendable {}
  /// <https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)> iOS 13.0
  @discardableResult
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate> iOS 2.0
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:open:options:)> iOS 9.0
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:continue:restorationhandler:)> iOS 8.0
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationdidbecomeactive(_:)> iOS 2.0
  func applicationDidBecomeActive(_ application: UIApplication)
}

/// <https://developer.apple.com/documentation/uikit/uiuseractivityrestoring> iOS 8.0
@MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {}
