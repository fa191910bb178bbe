#if canImport(WebKit) && canImport(UIKit)
  import Foundation
  import UIKit
  import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Receives the web view's events. The web view's configuration retains it, so it does not retain the web view.
  @MainActor
  final class PageEvents: NSObject {
    /// `window.webkit.messageHandlers.ferry`.
    static let name = "ferry"

    private let bridge: WebBridge
    private let flow: CheckoutFlow
    private let pages: ShopPages
    private let origins: Set<String>

    init(bridge: WebBridge, flow: CheckoutFlow, pages: ShopPages, others: [URL]) {
      self.bridge = bridge
      self.flow = flow
      self.pages = pages
      origins = Set(([pages.start] + others).compactMap(\.webOrigin))
      super.init()
    }
  }

  extension PageEvents: WKScriptMessageHandlerWithReply {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      let frame = message.frameInfo
      let reply = await bridge.receive(
        Self.text(message.body), from: frame.securityOrigin.url, isMainFrame: frame.isMainFrame)
      return (reply, nil)
    }

    /// A page sends JSON as a string or as a value.
    private static func text(_ body: Any) -> String {
      if let text = body as? String { return text }
      guard JSONSerialization.isValidJSONObject(body), let data = try? JSONSerialization.data(withJSONObject: body)
      else { return "" }
      return String(decoding: data, as: UTF8.self)
    }
  }

  extension PageEvents: WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let request = navigationAction.request
      switch PageNavigation.decide(
        request.url, isMainFrame: navigationAction.targetFrame?.isMainFrame, origins: origins)
      {
      case .show: return .allow
      case .showHere: webView.load(request)
      case .leave:
        if let url = request.url, !flow.handle(url) { await UIApplication.shared.open(url) }
      case .refuse: break
      }
      return .cancel
    }

    /// Loads the page again after its process has died. Its backend shows the step for the checkout's phase, and the page asks
    /// the app for the state.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      let url = pages.afterProcessEnded(showing: webView.url, isCovered: bridge.state.covered)
      webView.load(URLRequest(url: url))
    }
  }

  extension WKSecurityOrigin {
    /// The origin as a URL. Nil for an origin without a host, such as a `data:` page.
    fileprivate var url: URL? {
      guard !host.isEmpty else { return nil }
      var parts = URLComponents()
      parts.scheme = self.protocol
      parts.host = host
      // WebKit reports the scheme's default port as 0.
      if port != 0 { parts.port = port }
      return parts.url
    }
  }
#endif
