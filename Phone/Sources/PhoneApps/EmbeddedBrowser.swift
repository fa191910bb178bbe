@_spi(Phone) internal import Ferry
internal import FerryCore
internal import PhoneDevice
internal import PhoneRules
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Shows the provider's pages in a web view of the app, as `WebViewBrowser` does on iOS. WebKitGTK does not tell the frame of
/// a navigation, so every navigation counts as one of the whole page.
@MainActor final class EmbeddedBrowser: SecureBrowser {
  let forgetsCookies = true
  private let device: Device
  private let lifeline: Lifeline
  private let rules: EmbeddedNavigation?
  /// The rules of the open web view.
  private var navigation: EmbeddedNavigation?
  private var watch: ReturnWatch?
  private var link: URL?
  /// The server's payment page that was shown last.
  private var paymentPage: URL?
  /// Navigations that leave the web view if they are not of a frame. WebKitGTK tells that with the answer.
  private var leaving: [String: EmbeddedNavigation.Cause] = [:]

  init(_ device: Device, _ lifeline: Lifeline, _ rules: EmbeddedNavigation?) {
    self.device = device
    self.lifeline = lifeline
    self.rules = rules
  }

  func open(_ url: URL) async throws -> URL? {
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    (link, paymentPage, leaving, navigation) = (nil, nil, [:], rules)
    let watch = ReturnWatch(time: device.time)
    self.watch = watch
    let closed = device.openEmbedded(url.absoluteString, for: self)
    await withDiscardingTaskGroup { group in
      group.addTask { await watch.run { self.offerToLoadAgain($0) } }
      // Ends by itself when the task is cancelled.
      for await _ in closed {}
      group.cancelAll()
    }
    if Task.isCancelled, !lifeline.isCut { device.closeSecure("by the app") }
    return link
  }

  func close() async {
    guard !lifeline.isCut else { return }
    device.closeSecure("by the app")
    await device.secureHasGone()
  }

  func showPaymentPage(of checkout: String) {
    guard !lifeline.isCut, let page = navigation?.paymentPage(of: checkout) else { return }
    load(page)
  }

  func becomeActive() { watch?.becameActive() }

  private func load(_ page: URL) {
    watch?.end()
    device.loadEmbedded(page.absoluteString)
  }

  private var shown: URL? { device.secure.view?.committed.flatMap { URL(string: $0) } }

  /// Another app or Safari has come to the front. Something should come back from it.
  private func beginWaiting(_ place: OutsidePlace = .otherApp) {
    watch?.begin(place)
    watch?.resignedActive()
  }

  /// The payment goes on in Safari. The web view stays, and is loaded again when a link leads back.
  private func leave(with page: URL) {
    device.visitInSafari(page.absoluteString)
    beginWaiting(.browser)
  }

  private func offerToLoadAgain(_ place: OutsidePlace) {
    guard !lifeline.isCut, device.secure.view != nil, let navigation else { return }
    let page = navigation.pageToLoadAgain(paymentPage: paymentPage, shown: shown)
    let texts = device.setup.language.ferryTexts
    var buttons = page == nil ? [] : [AppAlert.Button(name: "try-again", label: texts.tryAgain)]
    if navigation.canShowOutside(shown) {
      buttons.append(AppAlert.Button(name: "open-in-browser", label: texts.openInBrowser))
    }
    buttons.append(AppAlert.Button(name: "wait", label: texts.waitOn))
    let alert = AppAlert(text: texts[dynamicMember: place.question], buttons: buttons)
    device.show(alert) { [weak self] button in
      guard let self, !lifeline.isCut else { return }
      switch button {
      case "wait": watch?.waitOn(place)
      case "open-in-browser": leave()
      default:
        guard let page else { return }
        if place == .otherApp { self.navigation?.leavesForEverySite = true }
        load(page)
      }
    }
  }
}

extension EmbeddedBrowser: EmbeddedOwner {
  func committed(_ url: String) {
    watch?.end()
    if let page = URL(string: url), navigation?.isPaymentPage(page) == true { paymentPage = page }
  }

  func leave() {
    guard !lifeline.isCut, let page = shown, navigation?.canShowOutside(page) == true else { return }
    leave(with: page)
  }

  func pageAfterClosing() -> String? { navigation?.pageAfterClosing(paymentPage: paymentPage)?.absoluteString }

  func decide(_ step: Navigation) -> Bool {
    guard var navigation else { return false }
    // A page fills a window without an address by script.
    guard let url = URL(string: step.url) else { return step.isNewWindow }
    if device.secure.showsWindow { navigation.leavesForEverySite = false }
    let name = device.setup.app.name
    let decision = navigation.decide(
      url, in: step.isNewWindow ? .newWindow : .page, by: step.embeddedCause, isTapped: step.isTap)
    switch decision {
    case .load: return true
    case .universalLinkFirst:
      guard device.open(step.url, from: name, isUniversalOnly: true) else { return true }
      beginWaiting()
      return false
    case .leave:
      leaving[step.url] = step.embeddedCause
      return true
    default: device.journal.note(.link, "\(device.shown(step.url)): \(decision)", at: name)
    }
    switch decision {
    case .handle:
      if link == nil { link = url }
      // WebKit still uses the view.
      device.errands.yield { [device] in device.closeSecure("the link into the app") }
    case .paymentPage(let page): device.errands.yield { [weak self] in self?.load(page) }
    case .otherApp:
      device.errands.yield { [weak self, device] in
        guard device.open(step.url, from: name) else {
          return device.journal.note(.trouble, "no app opens it", at: name)
        }
        if navigation.expectsReturn(from: url) { self?.beginWaiting() }
      }
    case .systemBrowser: device.errands.yield { [device] in device.visitInSafari(step.url) }
    case .load, .universalLinkFirst, .leave, .refuse: break
    }
    return false
  }

  func decide(responseFrom address: String) -> Bool {
    guard let navigation, let url = URL(string: address), let cause = leaving.removeValue(forKey: address) else {
      return true
    }
    if cause.isOfferedToApps, device.open(address, from: device.setup.app.name, isUniversalOnly: true) {
      beginWaiting()
      return false
    }
    guard let page = navigation.pageToLeaveWith(to: url, from: shown, by: cause) else { return true }
    // WebKit still uses the view.
    device.errands.yield { [weak self] in self?.leave(with: page) }
    return false
  }
}

extension Navigation {
  fileprivate var embeddedCause: EmbeddedNavigation.Cause {
    EmbeddedNavigation.Cause(method: method, isHistory: kind == .history || kind == .reload)
  }
}
