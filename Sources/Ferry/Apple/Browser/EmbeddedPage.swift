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
    private let navigation: EmbeddedNavigation
    private let language: Language
    private let showing: Showing
    private let isWindow: Bool
    private var leaving: UIBarButtonItem?
    /// The address to load again while no page is shown.
    private var first: URL?
    /// The page that is shown. While another is on its way, WebKit's `url` may be that one's already.
    private var shown: URL?
    private var question: AsyncStream<Answer>.Continuation?
    private var pending = PendingOffer()

    /// - Parameters:
    ///   - configuration: WebKit's own for a window, which shares the store of the page that opens it.
    ///   - isWindow: True for a window of another page. The bar leads back to that page.
    init(
      _ configuration: WKWebViewConfiguration, _ navigation: EmbeddedNavigation, _ language: Language,
      _ showing: Showing, isWindow: Bool = false
    ) {
      webView = WKWebView(frame: .zero, configuration: configuration)
      self.navigation = navigation
      self.language = language
      self.showing = showing
      self.isWindow = isWindow
      super.init(nibName: nil, bundle: nil)
      webView.navigationDelegate = self
      webView.uiDelegate = self
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
      view = webView
      let outside = UIAction(title: FerryText.openInBrowser(language), image: UIImage(systemName: "safari")) {
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
      first = url
      webView.load(URLRequest(url: url))
    }

    /// Loads an address in the first page. Windows over it, such as a bank's, are done.
    func loadInFirst(_ url: URL) {
      guard let sheet = navigationController, let page = sheet.viewControllers.first as? EmbeddedPage else {
        return load(url)
      }
      sheet.popToRootViewController(animated: true)
      page.load(url)
    }

    /// Continues in the system's browser. The way back from there is a link into the app.
    private func leave() {
      guard let url = webView.url, navigation.canShowOutside(url) else { return }
      Task { await leave(with: url) }
    }

    /// - Returns: False if no browser opens the page.
    @discardableResult
    private func leave(with url: URL) async -> Bool {
      guard await UIApplication.shared.open(url) else { return false }
      showing.end()
      return true
    }

    // MARK: - Questions

    private struct Answer: Sendable {
      let button: FerryText
      let text: String?
    }

    /// Shows a message with buttons. The last button leaves everything as it is.
    /// - Parameter text: The content of a text field; nil for none.
    /// - Returns: Nil if the page is not on the screen, or leaves it.
    private func ask(_ message: String, from title: String?, _ buttons: [FerryText], text: String? = nil) async
      -> Answer?
    {
      await waitForTransition()
      guard isShown, presentedViewController == nil else { return nil }
      let (answers, answer) = AsyncStream.makeStream(of: Answer.self)
      let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
      if let text { alert.addTextField { $0.text = text } }
      for button in buttons {
        let style: UIAlertAction.Style = button == buttons.last ? .cancel : .default
        let action = UIAlertAction(title: button(language), style: style) { [weak alert] _ in
          answer.yield(Answer(button: button, text: alert?.textFields?.first?.text))
          answer.finish()
        }
        alert.addAction(action)
      }
      present(alert, animated: true, completion: nil)
      guard alert.presentingViewController != nil else { return nil }
      question = answer
      for await answer in answers { return answer }
      return nil
    }

    /// Shows a dialog of the page.
    private func askForPage(_ message: String, _ frame: WKFrameInfo, _ buttons: [FerryText], text: String? = nil) async
      -> Answer?
    {
      let answer = await ask(message, from: frame.securityOrigin.host, buttons, text: text)
      // It may have covered an offer.
      showOffer()
      return answer
    }

    /// Offers what helps when a page or an app does not open, at once or when the page can ask.
    /// - Parameter address: Loaded again if the buyer wants it.
    private func offer(_ problem: FerryText, again address: URL? = nil) {
      pending.add(PendingOffer.Offer(problem: problem, address: address))
      showOffer()
    }

    private func showOffer() {
      guard let offer = pending.begin() else { return }
      var buttons: [FerryText] = offer.address == nil ? [] : [.tryAgain]
      if navigation.canShowOutside(webView.url) { buttons.append(.openInBrowser) }
      Task {
        let answer = await ask(offer.problem(language), from: nil, buttons + [.close])
        pending.end(isAnswered: answer != nil)
        switch answer?.button {
        case .tryAgain: if let address = offer.address { webView.load(URLRequest(url: address)) }
        case .openInBrowser: leave()
        case nil: return
        default: break
        }
        showOffer()
      }
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
      case .otherApp: if let url, await !UIApplication.shared.open(url) { offer(.appMissing) }
      case .systemBrowser: if let url { await UIApplication.shared.open(url) }
      case .leave:
        guard let url, await !UIApplication.shared.open(url, options: [.universalLinksOnly: true]) else { break }
        let page = navigation.pageToLeaveWith(to: url, from: shown, by: navigationAction.cause)
        guard let page, await leave(with: page) else { return .allow }
      case .refuse: break
      }
      return .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      first = nil
      shown = webView.url
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
      offer(.pageFailed, again: first)
    }

    /// The page is gone, and its cookies are not. The buyer decides, because a load may repeat what the page has sent.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { offer(.pageFailed, again: webView.url) }
  }

  extension EmbeddedPage: WKUIDelegate {
    func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      guard let navigationController else { return nil }
      let window = EmbeddedPage(configuration, navigation, language, showing, isWindow: true)
      navigationController.pushViewController(window, animated: true)
      return window.webView
    }

    func webViewDidClose(_ webView: WKWebView) {
      guard isWindow else { return showing.end() }
      if navigationController?.topViewController === self { navigationController?.popViewController(animated: true) }
    }

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
      _ = await askForPage(message, frame, [.close])
    }

    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      await askForPage(message, frame, [.goOn, .cancel])?.button == .goOn
    }

    func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
      let answer = await askForPage(prompt, frame, [.goOn, .cancel], text: defaultText ?? "")
      return answer?.button == .goOn ? answer?.text : nil
    }
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
