#if canImport(SafariServices) && canImport(UIKit)
  public import Foundation
  import SafariServices
  public import UIKit

  /// Ferry's default secure browser: `SFSafariViewController`, a sheet over the app with its own cookie jar. It opens without
  /// a prompt. The system opens the app with the return link, and the app passes it to `CheckoutFlow.handle`.
  @MainActor
  public final class SafariBrowser: SecureBrowser {
    private let stage: Stage
    private var warmth: SFSafariViewController.PrewarmingToken?

    /// - Parameter presenter: The controller that presents the browser, or whose presented controller does. Nil for the one
    ///   that the window in the foreground shows.
    public init(presenter: UIViewController? = nil) { stage = Stage(presenter) }

    /// Connects to a host early, so that its page loads faster. The system may ignore it.
    public func prewarm(_ url: URL) {
      guard url.isPage else { return }
      warmth?.invalidate()
      warmth = SFSafariViewController.prewarmConnections(to: [url])
    }

    public func open(_ url: URL) async throws -> URL? {
      guard url.isPage else { throw SecureBrowserFailure.notAPage }
      let link = try await stage.show { showing in
        let page = SFSafariViewController(url: url)
        // Each page has its own delegate, so a late callback for an earlier page ends nothing.
        page.delegate = showing
        // Only the presentation's delegate learns that the sheet was swiped down.
        page.modalPresentationStyle = .pageSheet
        page.presentationController?.delegate = showing
        return page
      }
      warmth?.invalidate()
      warmth = nil
      return link
    }

    public func close() async { await stage.close() }
  }

  /// UIKit calls it on the main thread, although the protocol does not declare this.
  extension Showing: @MainActor SFSafariViewControllerDelegate {
    func safariViewControllerDidFinish(_ controller: SFSafariViewController) { end() }

    /// Open in Safari. From there the buyer can only come back by a link.
    func safariViewControllerWillOpenInBrowser(_ controller: SFSafariViewController) { end() }
  }

  extension Showing: UIAdaptivePresentationControllerDelegate {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { end() }
  }

  extension CheckoutFlow {
    /// Takes the buyer through a payment in `SFSafariViewController`.
    ///
    /// It connects to the checkout server at once, during the shop's own call, so that the page loads faster.
    ///
    /// - Parameter presenter: The controller that presents the browser. Nil for the one that the window in the foreground
    ///   shows, as SwiftUI apps need.
    /// - Throws: The same as `pay(for:from:create:review:)`, which explains the other parameters.
    public func pay(
      for order: String? = nil, from presenter: UIViewController? = nil, create: @escaping Create,
      review: @escaping Review
    ) async throws -> CheckoutResult {
      try await pay(for: order, from: safari(presenter), create: create, review: review)
    }

    /// Continues an unfinished checkout in `SFSafariViewController`.
    ///
    /// - Parameter presenter: As for `pay`.
    /// - Throws: The same as `resume(_:from:review:)`.
    public func resume(
      _ checkout: String, from presenter: UIViewController? = nil, review: @escaping Review
    ) async throws -> CheckoutResult {
      try await resume(checkout, from: safari(presenter), review: review)
    }

    func safari(_ presenter: UIViewController?) -> SafariBrowser {
      let browser = SafariBrowser(presenter: presenter)
      if let url = server.flatMap({ URL(string: $0.base) }) { browser.prewarm(url) }
      return browser
    }
  }

  extension URL {
    /// True for the schemes that `SFSafariViewController` can show. It crashes the app for any other.
    var isPage: Bool { ["http", "https"].contains(scheme?.lowercased()) && host != nil }
  }
#endif
