#if canImport(WebKit) && canImport(UIKit)
  public import Foundation
  import UIKit
  public import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The shop's pages in a web view, with the bridge by which they pay. For UIKit; in SwiftUI see `FerryWebView`.
  ///
  /// Cookies and storage are the app's own as ever: they are never cleared here, for the buyer's cart and session are in
  /// them. A page whose process has died is loaded again, or the checkout's page in its place if the buyer is away; it asks
  /// its backend and the app how things stand. When `CheckoutFlow.resumed` tells of a checkout that a page has begun, the
  /// checkout's page is shown, as soon as the web view is on the screen.
  @MainActor
  public final class FerryWebPage {
    public let webView: WKWebView
    private let pages: ShopPages
    private let bridge: WebBridge
    private let events: PageEvents

    /// Begins to load.
    ///
    /// - Parameters:
    ///   - url: The shop's page to begin with. Pages of its origin can pay.
    ///   - checkout: The page of the checkout that the buyer's session is in: "https://shop.example/checkout".
    ///   - flow: The app's flow.
    ///   - others: Addresses of further origins that are shown in the web view, without the bridge: the shop's sign-in, for
    ///     one. Everything else opens outside of the app.
    public init(url: URL, checkout: URL? = nil, flow: CheckoutFlow, others: [URL] = []) {
      pages = ShopPages(start: url, checkout: checkout)
      let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
      self.webView = webView
      bridge = WebBridge(flow: flow, shop: url) { [weak webView] state in webView?.tell(state) }
      events = PageEvents(bridge: bridge, flow: flow, pages: pages, others: others)
      webView.navigationDelegate = events
      webView.allowsBackForwardNavigationGestures = true
      webView.configuration.userContentController.addScriptMessageHandler(
        events, contentWorld: .page, name: PageEvents.name)
      webView.load(URLRequest(url: url))
    }

    /// Does what the page asks for, in `SFSafariViewController`, until the task is cancelled. Run it for as long as the page
    /// is on the screen, and again when it has come back.
    public func run() async { await run(from: SafariBrowser()) }

    /// Does what the page asks for, until the task is cancelled; by another secure browser.
    public func run(from browser: any SecureBrowser) async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.bridge.run(from: browser) }
        group.addTask { await self.follow() }
      }
    }

    private func follow() async {
      await bridge.follow(pages) {
        // One that stands in no window yet is about to.
        webView.window?.windowScene?.activationState != .background
      } load: { url in
        webView.load(URLRequest(url: url))
      }
    }
  }

  extension WKWebView {
    /// Calls the page's function with the state as a value. Data never becomes part of a script's text.
    fileprivate func tell(_ state: BridgeState) {
      guard let value = try? JSONSerialization.jsonObject(with: Data(state.text.utf8)) else { return }
      callAsyncJavaScript(
        "if (typeof ferryState === 'function') ferryState(state)", arguments: ["state": value], in: nil, in: .page)
    }
  }
#endif
