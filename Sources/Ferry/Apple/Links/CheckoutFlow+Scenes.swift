#if canImport(UIKit)
  public import UIKit

  extension CheckoutFlow {
    /// Handles the links that started the app. Call it in `scene(_:willConnectTo:options:)`, which alone gets them.
    ///
    /// - Returns: True if one of them was a return link of this app.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
      let urls = options.urlContexts.map(\.url) + options.userActivities.compactMap(\.webLink)
      return urls.map { handle($0) }.contains(true)
    }

    /// Handles links of the custom scheme to a running app. Call it in `scene(_:openURLContexts:)`.
    ///
    /// - Returns: True if one of them was a return link of this app.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
      contexts.map { handle($0.url) }.contains(true)
    }

    /// Handles universal links to a running app. Call it in `scene(_:continue:)` or
    /// `application(_:continue:restorationHandler:)`.
    ///
    /// - Returns: True if it was a return link of this app.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
      guard let url = activity.webLink else { return false }
      return handle(url)
    }
  }

  extension NSUserActivity {
    /// The activity's universal link. Nil for an activity of another kind.
    var webLink: URL? { activityType == NSUserActivityTypeBrowsingWeb ? webpageURL : nil }
  }
#endif
