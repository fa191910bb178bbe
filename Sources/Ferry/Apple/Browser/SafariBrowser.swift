#if canImport(SafariServices) && canImport(UIKit)
  public import Foundation
  import SafariServices
  public import UIKit

  /// Ferry's default secure browser: `SFSafariViewController`, a sheet over the app with its own cookie jar. It opens without
  /// a prompt. The system opens the app with the return link, and the app passes it to `CheckoutFlow.handle`.
  @MainActor
  public final class SafariBrowser: SecureBrowser {
    private weak var presenter: UIViewController?
    private var showing: Showing?
    private var warmth: SFSafariViewController.PrewarmingToken?

    /// - Parameter presenter: The controller that presents the browser, or whose presented controller does. Nil for the one
    ///   that the window in the foreground shows.
    public init(presenter: UIViewController? = nil) { self.presenter = presenter }

    /// Connects to a host early, so that its page loads faster. The system may ignore it.
    public func prewarm(_ url: URL) {
      guard url.isPage else { return }
      warmth?.invalidate()
      warmth = SFSafariViewController.prewarmConnections(to: [url])
    }

    public func open(_ url: URL) async throws -> URL? {
      guard url.isPage else { throw SecureBrowserFailure.notAPage }
      await close()
      let showing = Showing()
      self.showing = showing
      defer {
        showing.leave()
        if self.showing === showing { self.showing = nil }
      }
      let root = presenter ?? UIApplication.shared.frontmost
      await root?.topmost.waitForTransition()
      if showing.isEnded || Task.isCancelled { return nil }
      guard let top = root?.topmost, top.isShown else { throw SecureBrowserFailure.noWindow }

      let page = SFSafariViewController(url: url)
      // Each page has its own delegate, so a late callback for an earlier page ends nothing.
      page.delegate = showing
      // Only the presentation's delegate learns that the sheet was swiped down.
      page.modalPresentationStyle = .pageSheet
      page.presentationController?.delegate = showing
      // Do not await it: UIKit does not call the completion if it does not present.
      top.present(page, animated: true, completion: nil)
      guard page.presentingViewController != nil else { throw SecureBrowserFailure.noWindow }
      await showing.waitForEnd()
      await page.withdraw()
      warmth?.invalidate()
      warmth = nil
      return nil
    }

    public func close() async {
      guard let showing else { return }
      showing.end()
      await showing.waitUntilGone()
    }
  }

  /// UIKit calls it on the main thread, although the protocol does not declare this.
  extension Showing: @MainActor SFSafariViewControllerDelegate {
    /// Done.
    func safariViewControllerDidFinish(_ controller: SFSafariViewController) { end() }

    /// Open in Safari. From there the buyer can only come back by a link.
    func safariViewControllerWillOpenInBrowser(_ controller: SFSafariViewController) { end() }
  }

  extension Showing: UIAdaptivePresentationControllerDelegate {
    /// Swiped down.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { end() }
  }

  extension URL {
    /// True for the schemes that `SFSafariViewController` can show. It crashes the app for any other.
    var isPage: Bool { ["http", "https"].contains(scheme?.lowercased()) && host != nil }
  }
#endif
