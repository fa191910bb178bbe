#if canImport(UIKit)
  public import UIKit

  extension CheckoutFlow {
    /// For `scene(_:willConnectTo:options:)`: the links that started the app. There is no other call for them.
    ///
    /// - Returns: Whether one of them was ours.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
      let urls = options.urlContexts.map(\.url) + options.userActivities.compactMap(\.webLink)
      return urls.map { handle($0) }.contains(true)
    }

    /// For `scene(_:openURLContexts:)`: links of the custom scheme, to an app that is running.
    ///
    /// - Returns: Whether one of them was ours.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
      contexts.map { handle($0.url) }.contains(true)
    }

    /// For `scene(_:continue:)` and `application(_:continue:restorationHandler:)`: universal links, to an app that is
    /// running.
    ///
    /// - Returns: Whether it was ours.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
      guard let url = activity.webLink else { return false }
      return handle(url)
    }
  }

  extension NSUserActivity {
    /// The universal link that it carries; nil for activities of another kind.
    var webLink: URL? { activityType == NSUserActivityTypeBrowsingWeb ? webpageURL : nil }
  }
#endif
