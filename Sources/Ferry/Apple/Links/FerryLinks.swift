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
