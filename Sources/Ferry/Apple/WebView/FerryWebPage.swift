#if canImport(WebKit) && canImport(UIKit)
  public import Foundation
  import UIKit
  public import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The shop's pages in a web view, with the bridge to the app. For UIKit. In SwiftUI use `FerryWebView`.
  ///
  /// Cookies and storage are the app's own. They are never cleared here, because they hold the buyer's cart and session. If a
  /// page's process dies, the page is loaded again, or the checkout's page if the buyer is away. It then asks its backend and
  /// the app for the state. When `CheckoutFlow.resumed` tells the result of a page's checkout, the web view shows the
  /// checkout's page as soon as it is on the screen.
  @MainActor
  public final class FerryWebPage {
    public let webView: WKWebView
    private let pages: ShopPages
    private let bridge: WebBridge
    private let events: PageEvents

    /// Makes the web view and starts to load.
    ///
    /// - Parameters:
    ///   - url: The first page of the shop. Pages of its origin can pay.
    ///   - checkout: The page of the checkout that the buyer's session is in: "https://shop.example/checkout".
    ///   - others: Addresses of further origins that the web view shows, without the bridge, such as the shop's sign-in.
    ///     Other pages open outside of the app.
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

    /// Opens the steps that the page asks for in `SFSafariViewController`, until the task is cancelled. Run it while the page
    /// is on the screen, and again when the page is back.
    public func run() async { await run(from: SafariBrowser()) }

    /// Opens the steps that the page asks for in another secure browser, until the task is cancelled.
    public func run(from browser: any SecureBrowser) async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.bridge.run(from: browser) }
        group.addTask { await self.follow() }
      }
    }

    private func follow() async {
      await bridge.follow(pages) {
        // A web view without a window will soon have one.
        webView.window?.windowScene?.activationState != .background
      } load: { url in
        webView.load(URLRequest(url: url))
      }
    }
  }

  extension WKWebView {
    /// Calls the page's function with the state as an argument. No data becomes part of a script's text.
    fileprivate func tell(_ state: BridgeState) {
      guard let value = try? JSONSerialization.jsonObject(with: Data(state.text.utf8)) else { return }
      callAsyncJavaScript(
        "if (typeof ferryState === 'function') ferryState(state)", arguments: ["state": value], in: nil, in: .page)
    }
  }
#endif
