#if canImport(WebKit) && canImport(UIKit)
  public import FerryCore
  public import Foundation
  public import UIKit
  import WebKit

  /// A web view of the app itself as the secure browser, for providers whose page is to be embedded. Use `SafariBrowser` if
  /// the provider does not ask for a web view: the buyer sees no address bar here, is signed in nowhere, and Amazon Pay does
  /// not work.
  ///
  /// Each opening has cookies and storage of its own, which end with it. The shop's own web views keep theirs. The web view
  /// opens the apps of banks and wallets, shows windows and dialogs of the page, and catches the return link itself, so no
  /// link is routed. It never loads a page of the provider again by itself: a repeated request could pay twice. The server's
  /// own payment page is loaded again when a bank's app, or a page in the system's browser, leads back to it. If nothing comes
  /// back from there, the buyer is offered to wait or to load the page again.
  @MainActor
  public final class WebViewBrowser: SecureBrowser {
    /// Nil if the flow has no usable server. The flow opens nothing then.
    private let navigation: EmbeddedNavigation?
    private let language: Language
    private let time: any Timekeeper
    private let stage: Stage
    private weak var page: EmbeddedPage?

    public let forgetsCookies = true

    /// - Parameters:
    ///   - flow: The flow that the browser is for. Its server, link host and scheme are the addresses that lead back.
    ///   - language: Of the buttons and messages around the page.
    ///   - presenter: The controller that presents the browser, or whose presented controller does. Nil for the one that the
    ///     window in the foreground shows.
    ///   - browserHosts: Sites whose pages break in a web view. When the payment comes to one, it goes on in the system's
    ///     browser, and the link into the app leads back from there. The web view stays open for it. "bank.example" is that host
    ///     alone, "*.bank.example" that host or one level below it, "**.bank.example" that host or any depth below it. None unless you say otherwise: most
    ///     banks' pages work, a payment in the web view ends without a change of apps, and the buyer has a button for a page
    ///     that does not work. A list of ours would age in apps that are long installed. Name what your buyers report.
    public init(
      for flow: CheckoutFlow, language: Language, presenter: UIViewController? = nil, browserHosts: [String] = []
    ) {
      navigation = flow.navigation(browserHosts: browserHosts)
      self.language = language
      time = flow.time
      stage = Stage(presenter)
    }

    public func open(_ url: URL) async throws -> URL? {
      guard let navigation, url.isPage else { throw SecureBrowserFailure.notAPage }
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      // A page may open its bank's window when an answer has come, long after the tap. iOS allows none then.
      configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
      let watch = ReturnWatch(time: time)
      return try await stage.show { showing -> UINavigationController in
        let page = EmbeddedPage(configuration, navigation, language, showing, watch)
        self.page = page
        let sheet = UINavigationController(rootViewController: page)
        sheet.modalPresentationStyle = .pageSheet
        // A swipe over the page must not end a payment.
        sheet.isModalInPresentation = true
        return sheet
      } follow: { showing, sheet in
        page?.load(url)
        let activity = ActivityObserver(watch)
        defer { activity.stop() }
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await watch.run { (sheet.topViewController as? EmbeddedPage)?.offerToLoadAgain($0) } }
          await showing.waitForEnd()
          group.cancelAll()
        }
      }
    }

    public func showPaymentPage(of checkout: String) {
      guard let page, stage.showing?.isEnded == false, let url = navigation?.paymentPage(of: checkout) else { return }
      page.loadInFirst(url)
    }

    public func close() async { await stage.close() }
  }

  /// Tells a watch when the app becomes active, and when another app takes its place.
  @MainActor
  final class ActivityObserver {
    private var observers: [any NSObjectProtocol] = []

    init(_ watch: ReturnWatch) {
      observe(UIApplication.didBecomeActiveNotification) { watch.becameActive() }
      observe(UIApplication.willResignActiveNotification) { watch.resignedActive() }
    }

    /// The notification centre keeps the closures until then.
    func stop() {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      observers = []
    }

    private func observe(_ name: Notification.Name, _ act: @escaping @MainActor @Sendable () -> Void) {
      // UIKit posts both on the main thread.
      let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        MainActor.assumeIsolated { act() }
      }
      observers.append(observer)
    }
  }
#endif
