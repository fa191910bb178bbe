@_spi(Phone) internal import Ferry
internal import FerryCore
public import PhoneDevice
public import PhoneRules
public import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shop as a WebView app: its own pages with Ferry's bridge.
@MainActor public final class WebViewApp: PhoneApp {
  public let screen = Widget.column().filling()
  public private(set) var webView: WebView?
  public var state: String { "" }
  private let device: Device
  private let process: AppProcess
  private var bridge: WebBridge?
  private let pages: ShopPages
  /// The page to load after the first page.
  private var next: URL?

  public init(_ device: Device) {
    self.device = device
    process = AppProcess(device)
    let entry = "\(device.setup.server)/app/\(AppProcess.appID)"
    pages = ShopPages(
      start: AppProcess.url(device.setup.kind == .firstGeneration ? entry + "/first-generation" : entry),
      checkout: AppProcess.url(device.setup.server + "/checkout"))
  }

  public func control(_ name: String) -> Widget? { nil }

  public func launch(link: String?) {
    let bridge = WebBridge(flow: process.flow, shop: AppProcess.url(device.setup.server)) { [weak self] state in
      await self?.tell(state)
    }
    self.bridge = bridge
    process.perform { [process] in await bridge.run(from: process.browser) }
    process.perform { [weak self, process] in
      for await result in process.flow.resumed {
        guard let self else { return }
        self.device.journal.note(
          .app, "resumed: \(BridgeState(covered: false, outcome: result.outcome).result ?? "")",
          at: self.device.setup.app.name)
      }
    }
    process.perform { [weak self, pages] in await bridge.follow(pages, load: { self?.show($0) }) }
    if let link { process.handle(link) }
  }

  public func showWindow() {
    let view = WebView(jar: device.appJar, filter: device.filter, errands: device.errands, bridge: self)
    view.decide = { [weak self] in self?.decide($0) ?? false }
    view.onEvent = { [weak self] in self?.note($0) }
    webView = view
    screen.append(view.widget)
    view.load(pages.start.absoluteString)
  }

  public func receive(_ link: String, by entry: DeliveryStep.Entry) { process.handle(link) }

  public func comeToFront() { process.becomeActive() }

  /// Presses the shop's own button, below the secure browser.
  public func cancelPayment() {
    process.perform { [weak webView] in
      _ = try? await webView?.call(
        "document.querySelector('form[action=\"/checkout/cancel\"]').requestSubmit();", in: .page)
    }
  }

  public func end() {
    process.end()
    webView?.onEvent = nil
    webView?.decide = { _ in false }
    webView?.endProcess()
    webView = nil
    screen.empty()
  }

  /// Loads a page, but not before the first page is shown: WebKitGTK then sometimes shows nothing.
  private func show(_ page: URL) {
    if webView?.committed == nil { next = page } else { webView?.load(page.absoluteString) }
  }

  private func tell(_ state: BridgeState) async {
    device.journal.note(.bridge, "the page is told: \(state.text)", at: device.setup.app.name)
    // A page that is still loading asks by itself.
    _ = try? await webView?.call(
      "if (window.ferryState) window.ferryState(JSON.parse(state));", ["state": state.text], in: .page)
  }

  /// Allows the shop's pages only, as `FerryWebView` does.
  private func decide(_ navigation: Navigation) -> Bool {
    guard let address = Address(navigation.url) else { return false }
    if address.isInternal || address.origin == device.setup.server { return true }
    let request = LinkRequest(
      url: navigation.url, page: navigation.page, cause: navigation.cause(isTyped: false), browser: .webView)
    device.journal.note(
      .link, "\(device.shown(navigation.url)): \(device.router.decide(request))", at: device.setup.app.name)
    if let url = URL(string: navigation.url), !process.flow.handle(url), address.isOfTheWeb {
      device.visitInSafari(navigation.url)
    }
    return false
  }

  private func note(_ event: PageEvent) {
    switch event {
    case .committed(let url):
      device.journal.note(.page, device.shown(url), at: device.setup.app.name, jar: device.appJar.name)
      if let next {
        self.next = nil
        webView?.load(next.absoluteString)
      }
    case .finished, .closed: break
    case .failed(let url, let why):
      device.journal.note(.trouble, "\(device.shown(url)) failed: \(why)", at: device.setup.app.name)
    case .processEnded:
      guard let webView, let bridge else { return }
      device.journal.note(.trouble, "the page's process has ended; the page is loaded again", at: device.setup.app.name)
      let page = pages.afterProcessEnded(
        showing: webView.committed.flatMap { URL(string: $0) }, isCovered: bridge.state.covered)
      webView.load(page.absoluteString)
    }
  }
}

extension WebViewApp: PageBridge {
  public func answer(_ message: PageMessage) async throws -> String {
    guard let bridge else { throw WebKitFailure("no app") }
    // A page sends JSON as a string or as a value.
    let text = (try? JSONDecoder().decode(String.self, from: Data(message.body.utf8))) ?? message.body
    let reply = await bridge.receive(text, from: URL(string: message.origin), isMainFrame: message.isMainFrame)
    let frame = message.isMainFrame ? "main frame" : "a frame"
    device.journal.note(
      .bridge, "\(frame) of \(message.origin) asks \(BridgeWords.type(text)): \(BridgeWords.kind(reply))",
      at: device.setup.app.name)
    return reply
  }
}

/// The parts of a message that a report may contain: its type, and an error of its answer.
private enum BridgeWords {
  private struct Head: Decodable {
    var type: String?
    var error: String?
  }

  static func type(_ text: String) -> String {
    (try? JSONDecoder().decode(Head.self, from: Data(text.utf8)))?.type ?? "something unreadable"
  }

  static func kind(_ reply: String) -> String {
    (try? JSONDecoder().decode(Head.self, from: Data(reply.utf8)))?.error.map { "refused, \($0)" } ?? "answered"
  }
}
