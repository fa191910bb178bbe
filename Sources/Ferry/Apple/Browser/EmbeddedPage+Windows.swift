#if canImport(WebKit) && canImport(UIKit)
  import Foundation
  import UIKit
  import WebKit

  extension EmbeddedPage: WKUIDelegate {
    func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      guard let navigationController else { return nil }
      var navigation = navigation
      // A window stands over the page, which waits for it.
      navigation.leavesForEverySite = false
      let window = EmbeddedPage(configuration, navigation, language, showing, watch, isWindow: true)
      navigationController.pushViewController(window, animated: true)
      return window.webView
    }

    func webViewDidClose(_ webView: WKWebView) {
      guard isWindow else {
        guard let page = navigation.pageAfterClosing(paymentPage: paymentPage) else { return showing.end() }
        return loadInFirst(page)
      }
      if navigationController?.topViewController === self { navigationController?.popViewController(animated: true) }
    }

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
      _ = await askForPage(message, frame, [\.close])
    }

    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      await askForPage(message, frame, [\.goOn, \.cancel])?.button == \FerryTexts.goOn
    }

    func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
      let answer = await askForPage(prompt, frame, [\.goOn, \.cancel], text: defaultText ?? "")
      return answer?.button == \FerryTexts.goOn ? answer?.text : nil
    }

    /// Shows a dialog of the page.
    private func askForPage(_ message: String, _ frame: WKFrameInfo, _ buttons: [FerryTextName], text: String? = nil)
      async
      -> Answer?
    {
      let answer = await ask(message, from: frame.securityOrigin.host, buttons, text: text)
      // It may have covered an offer.
      showOffer()
      return answer
    }
  }
#endif
