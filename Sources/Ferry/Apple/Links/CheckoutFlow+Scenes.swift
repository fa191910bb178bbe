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

#if canImport(SwiftUI) && canImport(UIKit)
  public import Foundation
  public import SwiftUI
  import UIKit

  extension View {
    /// Passes every link that the app is opened with to the flow, and tells the flow when the app becomes active. Put it at
    /// the root of the window, so that it gets links on every screen, also the link that starts the app.
    ///
    /// - Parameter otherwise: Called with links that are not for the flow.
    public func ferryLinks(_ flow: CheckoutFlow, otherwise: @escaping @MainActor (URL) -> Void = { _ in }) -> some View
    {
      modifier(LinkHandling(flow: flow, otherwise: otherwise))
    }
  }

  private struct LinkHandling: ViewModifier {
    let flow: CheckoutFlow
    let otherwise: @MainActor (URL) -> Void
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
      content
        .onOpenURL { hand($0) }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
          if let url = activity.webLink { hand(url) }
        }
        .task(id: phase) {
          if phase == .active { flow.wake() }
        }
    }

    private func hand(_ url: URL) {
      if !flow.handle(url) { otherwise(url) }
    }
  }
#endif
