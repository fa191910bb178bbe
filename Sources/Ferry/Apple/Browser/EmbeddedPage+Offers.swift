#if canImport(WebKit) && canImport(UIKit)
  import FerryCore
  import Foundation
  import UIKit
  import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Questions over the page: its own dialogs, and offers of help.
  extension EmbeddedPage {
    struct Answer: Sendable {
      let button: FerryTextName
      let text: String?
    }

    /// Shows a message with buttons. The last button leaves everything as it is.
    /// - Parameter text: The content of a text field; nil for none.
    /// - Returns: Nil if the page is not on the screen, or leaves it.
    func ask(_ message: String, from title: String?, _ buttons: [FerryTextName], text: String? = nil) async -> Answer? {
      await waitForTransition()
      guard isShown, presentedViewController == nil else { return nil }
      let (answers, answer) = AsyncStream.makeStream(of: Answer.self)
      let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
      if let text { alert.addTextField { $0.text = text } }
      for button in buttons {
        let style: UIAlertAction.Style = button == buttons.last ? .cancel : .default
        let action = UIAlertAction(title: language.ferryTexts[dynamicMember: button], style: style) { [weak alert] _ in
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

    /// Offers what helps when a page or an app does not open, at once or when the page can ask.
    /// - Parameters:
    ///   - address: Loaded again if the buyer wants it.
    ///   - place: Nothing has come back from this place.
    func offer(_ problem: FerryTextName, again address: URL? = nil, from place: OutsidePlace? = nil) {
      pending.add(PendingOffer.Offer(problem: problem, address: address, place: place))
      showOffer()
    }

    /// Offers to load the page again, because nothing has come back from an app or a browser that it has opened.
    func offerToLoadAgain(_ place: OutsidePlace) { offer(place.question, again: pageToLoadAgain, from: place) }

    /// Takes the offer from the screen, because another page takes the place of this one.
    func withdrawOffer() {
      pending.pageAppeared()
      guard pending.isShown else { return }
      question?.finish()
      if let alert = presentedViewController as? UIAlertController { Task { await alert.withdraw() } }
    }

    func showOffer() {
      guard let offer = pending.begin() else { return }
      var buttons: [FerryTextName] = offer.address == nil ? [] : [\.tryAgain]
      if navigation.canShowOutside(webView.url) { buttons.append(\.openInBrowser) }
      Task {
        buttons.append(offer.place == nil ? \.close : \.waitOn)
        let answer = await ask(language.ferryTexts[dynamicMember: offer.problem], from: nil, buttons)
        pending.end(isAnswered: answer != nil)
        switch answer?.button {
        case \FerryTexts.tryAgain:
          guard let address = offer.address else { break }
          switch offer.place {
          case .otherApp: loadAgainForBrowser(address)
          case .browser: loadInFirst(address)
          case nil: webView.load(URLRequest(url: address))
          }
        case \FerryTexts.openInBrowser: leave()
        case \FerryTexts.waitOn: if let place = offer.place { watch.waitOn(place) }
        case nil: return
        default: break
        }
        showOffer()
      }
    }
  }

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
