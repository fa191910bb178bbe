#if canImport(SwiftUI) && canImport(UIKit)
  public import Foundation
  public import SwiftUI
  import UIKit

  extension View {
    /// Hands every link that the app is opened with to the flow, and tells it when the app becomes active. For the root of
    /// the window, so that links are heard whatever is on the screen, also the one that starts the app.
    ///
    /// - Parameter otherwise: Is given the links that are not the flow's.
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
