public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiscene> iOS 13.0
@MainActor open class UIScene: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.property> iOS 13.0
  open var activationState: ActivationState { undeclared() }

  /// <https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum> iOS 13.0
  public enum ActivationState: Int, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum/foregroundactive> iOS 13.0
    case foregroundActive
    /// <https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum/background> iOS 13.0
    case background
  }

  /// <https://developer.apple.com/documentation/uikit/uiscene/connectionoptions> iOS 13.0
  @MainActor open class ConnectionOptions: NSObject {
    /// <https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/urlcontexts> iOS 13.0
    open var urlContexts: Set<UIOpenURLContext> { undeclared() }
    /// <https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/useractivities> iOS 13.0
    open var userActivities: Set<NSUserActivity> { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/uikit/uiwindowscene> iOS 13.0
@MainActor open class UIWindowScene: UIScene {
  /// <https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow> iOS 15.0
  open var keyWindow: UIWindow? { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uiscenesession> iOS 13.0
@MainActor open class UISceneSession: NSObject {}

/// <https://developer.apple.com/documentation/uikit/uiopenurlcontext> iOS 13.0
@MainActor open class UIOpenURLContext: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiopenurlcontext/url> iOS 13.0
  open var url: URL { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uiscenedelegate> iOS 13.0
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)> iOS 13.0
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
  /// <https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:openurlcontexts:)> iOS 13.0
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  /// <https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:continue:)> iOS 13.0
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  /// <https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidbecomeactive(_:)> iOS 13.0
  func sceneDidBecomeActive(_ scene: UIScene)
}

/// <https://developer.apple.com/documentation/uikit/uiwindowscenedelegate> iOS 13.0
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// <https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/window> iOS 13.0
  var window: UIWindow? { get set }
}
