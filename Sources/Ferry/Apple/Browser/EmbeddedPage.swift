#if canImport(WebKit) && canImport(UIKit)
  import FerryCore
  import Foundation
  import UIKit
  import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A page of `WebViewBrowser`, or a window that such a page has opened. The bar shows the page's host.
  @MainActor
  final class EmbeddedPage: UIViewController {
    let webView: WKWebView
    private(set) var navigation: EmbeddedNavigation
    let language: Language
    let watch: ReturnWatch
    let showing: Showing
    let isWindow: Bool
    private var leaving: UIBarButtonItem?
    /// The address to load again while no page is shown.
    private var first: URL?
    /// The page that is shown. While another is on its way, WebKit's `url` may be that one's already.
    private(set) var shown: URL?
    /// The server's payment page that was shown last.
    private(set) var paymentPage: URL?
    var question: AsyncStream<Answer>.Continuation?
    var pending = PendingOffer()

    /// - Parameters:
    ///   - configuration: WebKit's own for a window, which shares the store of the page that opens it.
    ///   - watch: Told of other apps and of the browser, which a page opens, and of everything that comes back.
    ///   - isWindow: True for a window of another page. The bar leads back to that page.
    init(
      _ configuration: WKWebViewConfiguration, _ navigation: EmbeddedNavigation, _ language: Language,
      _ showing: Showing, _ watch: ReturnWatch, isWindow: Bool = false
    ) {
      webView = WKWebView(frame: .zero, configuration: configuration)
      self.navigation = navigation
      self.language = language
      self.showing = showing
      self.watch = watch
      self.isWindow = isWindow
      super.init(nibName: nil, bundle: nil)
      webView.navigationDelegate = self
      webView.uiDelegate = self
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
      view = webView
      let outside = UIAction(title: language.ferryTexts.openInBrowser, image: UIImage(systemName: "safari")) {
        [weak self] _ in self?.leave()
      }
      let leaving = UIBarButtonItem(primaryAction: outside)
      leaving.isEnabled = false
      self.leaving = leaving
      guard !isWindow else {
        navigationItem.rightBarButtonItem = leaving
        return
      }
      navigationItem.leftBarButtonItem = leaving
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        systemItem: .close, primaryAction: UIAction { [showing] _ in showing.end() })
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      showOffer()
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      // The page's script waits for an answer, and WebKit insists on one.
      question?.finish()
    }

    func load(_ url: URL) {
      watch.end()
      first = url
      webView.load(URLRequest(url: url))
    }

    /// Loads an address in the first page. Windows over it, such as a bank's, are done, and so is an offer.
    func loadInFirst(_ url: URL) {
      let page = firstPage
      (navigationController?.topViewController as? EmbeddedPage)?.withdrawOffer()
      navigationController?.popToRootViewController(animated: true)
      page.load(url)
    }

    /// Nothing has come back from an app that a page has opened. The page is loaded again, and other sites' pages are shown in
    /// the system's browser from now on.
    func loadAgainForBrowser(_ url: URL) {
      firstPage.navigation.leavesForEverySite = true
      loadInFirst(url)
    }

    var pageToLoadAgain: URL? {
      navigation.pageToLoadAgain(paymentPage: firstPage.paymentPage, shown: firstPage.shown)
    }

    private var firstPage: EmbeddedPage { navigationController?.viewControllers.first as? EmbeddedPage ?? self }

    /// Continues in the system's browser. The way back from there is a link into the app. This page stays open for it, and the
    /// server's payment page is then loaded again.
    func leave() {
      guard let url = webView.url, navigation.canShowOutside(url) else { return }
      Task { await leave(with: url) }
    }

    @discardableResult
    private func leave(with url: URL) async -> Bool {
      guard await UIApplication.shared.open(url) else { return false }
      watch.begin(.browser)
      return true
    }
  }

  extension EmbeddedPage: WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let url = navigationAction.request.url
      let decision = navigation.decide(
        url, in: navigationAction.target, by: navigationAction.cause,
        isTapped: navigationAction.navigationType == .linkActivated)
      switch decision {
      case .load: return .allow
      case .handle: if let url { showing.end(with: url) }
      case .paymentPage(let page): loadInFirst(page)
      case .universalLinkFirst:
        guard let url, await UIApplication.shared.open(url, options: [.universalLinksOnly: true]) else { return .allow }
        watch.begin()
      case .otherApp:
        guard let url else { break }
        guard await UIApplication.shared.open(url) else {
          offer(\.appMissing)
          break
        }
        if navigation.expectsReturn(from: url) { watch.begin() }
      case .systemBrowser: if let url { await UIApplication.shared.open(url) }
      case .leave:
        guard let url else { break }
        let cause = navigationAction.cause
        if cause.isOfferedToApps, await UIApplication.shared.open(url, options: [.universalLinksOnly: true]) {
          watch.begin()
          break
        }
        let page = navigation.pageToLeaveWith(to: url, from: shown, by: cause)
        guard let page, await leave(with: page) else { return .allow }
      case .refuse: break
      }
      return .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      first = nil
      shown = webView.url
      if let shown, self.navigation.isPaymentPage(shown) { paymentPage = shown }
      watch.end()
      pending.pageAppeared()
      navigationItem.title = webView.url?.host
      leaving?.isEnabled = self.navigation.canShowOutside(webView.url)
    }

    /// The earlier page is still there, and the buyer can press its button again.
    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      // Cancelled loads, and those that became an app's or a link into ours, are no failures.
      guard let error = error as? URLError, error.code != .cancelled else { return }
      offer(\.pageFailed, again: first)
    }

    /// The page is gone, and its cookies are not. The buyer decides, because a load may repeat what the page has sent.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { offer(\.pageFailed, again: webView.url) }
  }

  extension WKNavigationAction {
    fileprivate var target: EmbeddedNavigation.Target {
      guard let targetFrame else { return .newWindow }
      return targetFrame.isMainFrame ? .page : .frame
    }

    fileprivate var cause: EmbeddedNavigation.Cause {
      let isHistory = navigationType == .backForward || navigationType == .reload
      return EmbeddedNavigation.Cause(method: request.httpMethod, isHistory: isHistory)
    }
  }
#endif
