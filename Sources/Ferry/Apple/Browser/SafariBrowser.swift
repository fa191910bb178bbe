#if canImport(SafariServices) && canImport(UIKit)
  public import Foundation
  import SafariServices
  public import UIKit

  /// The secure browser that Ferry uses unless told otherwise: `SFSafariViewController`, a sheet over the app with a cookie
  /// jar of its own. No prompt stands before it, and links lead back through the system, by `CheckoutFlow.handle`.
  @MainActor
  public final class SafariBrowser: SecureBrowser {
    private weak var presenter: UIViewController?
    private var showing: Showing?
    private var warmth: SFSafariViewController.PrewarmingToken?

    /// - Parameter presenter: What the browser is shown over; if it shows something itself, over that. Nil: over whatever
    ///   the window in the foreground shows.
    public init(presenter: UIViewController? = nil) {
      self.presenter = presenter
    }

    /// Connects to a host before its page is wanted, so that the page comes sooner. A hint to the system, no promise.
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
      // Each page has its own: what an earlier one still says ends nothing.
      page.delegate = showing
      // A sheet can be swiped down, and that is told to the presentation's delegate only.
      page.modalPresentationStyle = .pageSheet
      page.presentationController?.delegate = showing
      // Not waited for: what UIKit does not present, it does not complete either.
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

  /// The protocol does not say so, but it is called on the main thread as all of UIKit is.
  extension Showing: @MainActor SFSafariViewControllerDelegate {
    /// Done.
    func safariViewControllerDidFinish(_ controller: SFSafariViewController) { end() }

    /// Open in Safari. What he does there comes back by a link or not at all.
    func safariViewControllerWillOpenInBrowser(_ controller: SFSafariViewController) { end() }
  }

  extension Showing: UIAdaptivePresentationControllerDelegate {
    /// Swiped down.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { end() }
  }

  extension URL {
    /// Whether a browser can show it: `SFSafariViewController` ends the app for anything else.
    var isPage: Bool { ["http", "https"].contains(scheme?.lowercased()) && host != nil }
  }
#endif
