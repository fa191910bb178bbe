public import FerryCore
public import PhoneRules
public import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone: its browsers with a jar each, its apps, and what it does with links between them.
@MainActor public final class Device {
  public let setup: DeviceSetup
  public let journal: Journal
  public let errands: Errands
  public let http: HTTPClient
  public let time: any Timekeeper
  private let randomness: any Randomness
  public var rules = LinkRules() {
    didSet { if rules != oldValue { noteRules(since: oldValue) } }
  }

  public let screen: DeviceScreen
  public let secure: BrowserPane
  public let safari: BrowserPane
  /// The app's own folder; every installation has another.
  public private(set) var appFolder: String
  /// What the keychain keeps; it outlives the app.
  public let keychainFolder: String
  private var secureJar: Jar
  private var safariJar: Jar
  public private(set) var appJar: Jar
  private var certificates: [(certificate: VerifiedCertificate, host: String)] = []
  private var filters: (loopback: PageFilter, nothing: PageFilter)
  public private(set) var isOnline = true
  /// Whether it has been unlocked since it was started.
  public private(set) var isUnlocked = true
  /// What happens to the app's own requests on their way.
  public var interference = Interference()
  /// What the app has sent since the phone was switched on.
  public var requests: [AppRequest] = []

  public private(set) var app: (any PhoneApp)?
  public let thief: Thief
  public var hasThief = false
  private let makeApp: @MainActor (Device) -> any PhoneApp
  private var associations: [String: Association] = [:]
  private let readAssociation: @Sendable ([UInt8]) -> Association

  /// Finished when the secure browser has gone.
  private var whenClosed: AsyncStream<Never>.Continuation?
  private var question: String?

  /// Switches the phone on: fetches the certificates that it is to trust, and the association file.
  ///
  /// - Parameters:
  ///   - time: The clock of everything that waits.
  ///   - readAssociation: Reads an association file's bytes.
  ///   - makeApp: Starts a process of the shop's app.
  public init(
    _ setup: DeviceSetup, journal: Journal, time: any Timekeeper, randomness: any Randomness,
    readAssociation: @escaping @Sendable ([UInt8]) -> Association,
    makeApp: @escaping @MainActor (Device) -> any PhoneApp
  ) async throws {
    self.setup = setup
    self.journal = journal
    self.time = time
    self.randomness = randomness
    self.readAssociation = readAssociation
    self.makeApp = makeApp
    errands = Errands()
    http = try HTTPClient(authority: setup.authority)
    thief = Thief(setup.thief, journal: journal, setup.language)
    filters = (
      try await PageFilter.loopback(folder: setup.folder + "/filters"),
      try await PageFilter.nothing(folder: setup.folder + "/filters")
    )
    secureJar = Jar(name: "secure browser", folder: setup.folder + "/secure")
    safariJar = Jar(name: "Safari", folder: setup.folder + "/safari")
    appFolder = Self.appFolders(setup.folder).last ?? setup.folder + "/app-1"
    keychainFolder = setup.folder + "/keychain"
    appJar = Jar(name: "app", folder: appFolder)
    let acts = Acts()
    screen = DeviceScreen(acts, appName: setup.app.name, setup.language)
    secure = BrowserPane(.secureBrowser, name: "secure browser", app: setup.app.name, setup.language, acts)
    safari = BrowserPane(.safari, name: "Safari", app: setup.app.name, setup.language, acts)
    screen.place(secure: secure, safari: safari)
    acts.device = self
    await trustServers()
    await installApps()
  }

  /// Holds the phone for buttons that are made before it.
  @MainActor final class Acts {
    weak var device: Device?
  }

  // MARK: - Installing

  private func trustServers() async {
    for origin in [setup.server, setup.sandbox, setup.app.linkHost].compactMap({ $0 }) where origin.hasPrefix("https:")
    {
      do {
        let certificate = try await http.certificate(of: origin + "/.well-known/apple-app-site-association")
        guard let host = Address(origin)?.host.split(separator: ":").first.map(String.init) else { continue }
        certificates.append((certificate, host))
        for jar in [appJar, secureJar, safariJar] { jar.trust(certificate, host: host) }
      } catch {
        journal.note(.trouble, "\(origin) is not trusted: \(error)")
      }
    }
  }

  /// Fetches the association file, as iOS does when an app is installed and seldom afterwards.
  public func installApps() async {
    guard let host = setup.app.linkHost else { return }
    let url = host + "/.well-known/apple-app-site-association"
    do {
      let answer = try await http.send("GET", url)
      let checked = AssociationAnswer(
        status: answer.status, contentType: answer.contentType, wasRedirected: (300..<400).contains(answer.status),
        bytes: answer.body.count)
      if let refusal = checked.refusal {
        associations[host] = .missing(refusal)
        journal.note(.trouble, "\(url): \(refusal)")
      } else {
        associations[host] = readAssociation(answer.body)
        journal.note(.app, "installed; association file fetched from \(host)", at: setup.app.name)
      }
    } catch {
      associations[host] = .missing("the association file could not be fetched")
      journal.note(.trouble, "\(url): \(error)")
    }
  }

  public var router: LinkRouter {
    LinkRouter(
      rules: rules, apps: [setup.app] + (hasThief ? [setup.thief] : []), associations: associations,
      thief: setup.thief.name)
  }

  private func noteRules(since old: LinkRules) {
    var changes: [String] = []
    if rules.redirect != old.redirect { changes.append("redirects open apps: \(rules.redirect.rawValue)") }
    if rules.association != old.association { changes.append("association file: \(rules.association.rawValue)") }
    if rules.prompt != old.prompt { changes.append("the buyer's answer: \(rules.prompt.rawValue)") }
    if rules.schemeOwner != old.schemeOwner { changes.append("the scheme goes to: \(rules.schemeOwner.rawValue)") }
    if rules.asksForTappedScheme != old.asksForTappedScheme {
      changes.append("a tapped scheme asks: \(rules.asksForTappedScheme ? "yes" : "no")")
    }
    if rules.prefersWebsite != old.prefersWebsite {
      changes.append("prefers the website: \(rules.prefersWebsite ? "yes" : "no")")
    }
    if rules.delivery != old.delivery { changes.append("links are delivered: \(rules.delivery.rawValue)") }
    journal.note(.act, "switched: " + changes.joined(separator: ", "))
  }

  // MARK: - Apps

  public func launchApp(link: String? = nil) {
    guard app == nil else { return frontApp() }
    journal.note(.app, link == nil ? "launched" : "launched with a link", at: setup.app.name)
    let app = makeApp(self)
    self.app = app
    app.launch(link: link)
  }

  public func showAppWindow() {
    guard let app else { return }
    app.showWindow()
    screen.showApp(app.screen)
    leaveSafari()
  }

  /// Starts the app and shows it, as a finger on its icon does.
  public func startApp() {
    journal.note(.act, "taps the app's icon")
    if app == nil {
      launchApp()
      showAppWindow()
    } else {
      frontApp()
    }
  }

  func frontApp() {
    screen.showsSafari = false
    screen.hideThief()
    app?.comeToFront()
  }

  public func killApp() {
    journal.note(.act, "kills the app")
    endApp()
  }

  func endApp() {
    guard let app else { return }
    self.app = nil
    app.end()
    journal.note(.app, "ended", at: setup.app.name)
    // It stood above the app, and goes with it.
    closeSecure("its app has ended")
    screen.showHome()
    renewAppJar()
  }

  /// Cookies without an expiry end with the app's process.
  private func renewAppJar() {
    appJar = Jar(name: "app", folder: appFolder)
    for (certificate, host) in certificates { appJar.trust(certificate, host: host) }
  }

  /// Deletes the app with everything that is its own, and installs it anew.
  public func reinstallApp() async {
    journal.note(.act, "deletes the app, and installs it anew")
    endApp()
    let old = appFolder
    appFolder = setup.folder + "/app-\(Self.appFolders(setup.folder).count + 1)"
    renewAppJar()
    // WebKit may still hold some of it; nobody reads it any more.
    try? FileManager.default.removeItem(atPath: old + "/data")
    await installApps()
  }

  /// The folders of all installations, in their order.
  private static func appFolders(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.filter { $0.hasPrefix("app-") }.compactMap { Int($0.dropFirst(4)) }
    return numbers.sorted().map { "\(folder)/app-\($0)" }
  }

  /// How many items the keychain holds.
  public var keychainItems: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: keychainFolder)) ?? []).count
  }

  /// Cuts everything in the keychain off after a few bytes.
  public func damageKeychain() {
    journal.note(.act, "most of what is in the keychain is lost")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: keychainFolder)) ?? [] {
      let path = keychainFolder + "/" + name
      guard let bytes = FileManager.default.contents(atPath: path) else { continue }
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes.prefix(40)))
    }
  }

  /// Starts the phone anew: until it is unlocked, the keychain cannot be read.
  public func restart() {
    journal.note(.act, "restarts the phone")
    endApp()
    leaveSafari()
    isUnlocked = false
  }

  public func unlock() {
    journal.note(.act, "unlocks the phone")
    isUnlocked = true
  }

  /// Ends the process behind the app's page, as the system does when memory is short.
  public func killPage() {
    journal.note(.act, "kills the process of the app's page")
    app?.webView?.endProcess()
  }

  public func setOnline(_ isOnline: Bool) {
    guard isOnline != self.isOnline else { return }
    journal.note(.act, isOnline ? "network on" : "network off")
    self.isOnline = isOnline
    http.isOffline = !isOnline
    screen.setOnline(isOnline)
    for view in [app?.webView, secure.view, safari.view] { view?.apply(filter) }
  }
  public var filter: PageFilter { isOnline ? filters.loopback : filters.nothing }

  /// The phone is put away.
  public func switchOff() {
    endApp()
    safari.remove()
    errands.finish()
  }

  // MARK: - Browsers

  /// Slides the secure browser over the app.
  /// - Returns: A stream without elements that ends when the browser is closed, by whomever.
  @discardableResult
  public func openSecure(_ url: String) -> AsyncStream<Never> {
    closeSecure("another takes its place")
    let view = makeView(secureJar, pane: secure)
    secure.show(view)
    screen.setSheetOpen(true)
    journal.note(.app, "opens the secure browser", at: setup.app.name)
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    whenClosed = continuation
    secure.go(url)
    return stream
  }

  /// Returns when the sheet has slid out.
  public func secureHasGone() async {
    while screen.secureSheet.isRevealed, secure.view == nil {
      guard (try? await time.sleep(for: .milliseconds(20))) != nil else { return }
    }
  }

  public func done() {
    guard secure.view != nil else { return }
    journal.note(.act, "taps Done")
    closeSecure("Done")
  }

  public func swipe() {
    guard secure.view != nil else { return }
    journal.note(.act, "swipes the secure browser down")
    closeSecure("swiped down")
  }

  /// As the buttons of its bars do.
  func reload(_ browser: LinkRequest.Browser) { (browser == .safari ? safari : secure).view?.reload() }

  public func openInSafari() {
    guard let url = secure.view?.url else { return }
    journal.note(.act, "taps Open in Safari")
    closeSecure("goes on in Safari")
    visitInSafari(url)
  }

  public func closeSecure(_ why: String) {
    guard secure.view != nil else { return }
    secure.remove()
    screen.setSheetOpen(false)
    journal.note(.app, "secure browser closed: \(why)", at: secure.name)
    whenClosed?.finish()
    whenClosed = nil
  }

  /// Opens a page in Safari: a mailed link, a bookmark, an address that somebody types.
  public func visitInSafari(_ url: String) {
    if safari.view == nil { safari.show(makeView(safariJar, pane: safari)) }
    screen.hideThief()
    screen.showsSafari = true
    safari.go(url)
  }

  /// Opens a page in a browser as it stands, as a link on its page would.
  public func visit(_ url: String, in pane: BrowserPane) {
    if pane === safari { return visitInSafari(url) }
    pane.go(url)
  }

  public func leaveSafari() { screen.showsSafari = false }

  private func makeView(_ jar: Jar, pane: BrowserPane) -> WebView {
    let view = WebView(jar: jar, filter: filter, errands: errands)
    view.decide = { [weak self, weak pane, weak view] navigation in
      guard let self, let pane, let view else { return false }
      return self.decide(navigation, view, pane)
    }
    view.onEvent = { [weak self, weak pane] event in
      guard let self, let pane else { return }
      self.note(event, pane)
    }
    return view
  }

  private func note(_ event: PageEvent, _ pane: BrowserPane) {
    switch event {
    case .committed(let url):
      pane.setAddress(url)
      journal.note(.page, shown(url), at: pane.name, jar: pane.view?.jar.name)
    case .finished: break
    case .failed(let url, let why): journal.note(.trouble, "\(shown(url)) failed: \(why)", at: pane.name)
    case .processEnded: journal.note(.trouble, "the page's process has ended", at: pane.name)
    }
  }

  // MARK: - Links

  private func decide(_ navigation: Navigation, _ view: WebView, _ pane: BrowserPane) -> Bool {
    let isTyped = pane.typed == navigation.url && !navigation.isRedirect
    pane.typed = nil
    let request = LinkRequest(
      url: navigation.url, page: navigation.page, cause: navigation.cause(isTyped: isTyped),
      sinceTap: view.lastTap.map { ContinuousClock.now - $0 }, browser: pane.kind)
    let decision = router.decide(request)
    if concerns(navigation.url) { journal.note(.link, "\(shown(navigation.url)): \(decision)", at: pane.name) }
    switch decision.outcome {
    case .stays: return true
    case .fails: return false
    case .opens(let app):
      errands.yield { [weak self] in self?.deliver(navigation.url, to: app) }
      return false
    case .asks(let app):
      ask(navigation.url, app: app, pane: pane)
      return false
    }
  }

  /// Whether a link is one that apps could get.
  private func concerns(_ url: String) -> Bool {
    guard let address = Address(url), !address.isInternal else { return false }
    return !address.isOfTheWeb || address.origin == setup.app.linkHost
  }

  private func ask(_ url: String, app: String, pane: BrowserPane) {
    question = url
    screen.ask(app) { [weak self] accepted in self?.answer(accepted, app: app) }
    switch rules.prompt {
    case .waits: break
    case .accepts, .refuses:
      let accepts = rules.prompt == .accepts
      errands.yield { [weak self] in
        try? await self?.time.sleep(for: .milliseconds(300))
        self?.answer(accepts, app: app)
      }
    }
  }

  /// Answers the open question.
  public func answer(_ accepted: Bool, app: String? = nil) {
    guard let url = question else { return }
    question = nil
    screen.withdrawQuestion()
    let decision = router.answer(accepted, app: app ?? setup.app.name)
    journal.note(.link, "\(shown(url)): \(decision)")
    if case .opens(let app) = decision.outcome { deliver(url, to: app) }
  }

  /// Hands a link to an app in the way that the rules say.
  public func deliver(_ url: String, to name: String) {
    guard name == setup.app.name else {
      leaveSafari()
      thief.receive(url)
      screen.showThief(thief.screen)
      return
    }
    for step in rules.delivery.steps(url: url, appRuns: app != nil) {
      switch step {
      case .end: endApp()
      case .launch(let entry, let link):
        launchApp(link: link)
        if let entry, link != nil { journal.note(.app, "is handed the link by \(entry.rawValue)", at: name) }
      case .window: showAppWindow()
      case .hand(let entry, let link):
        journal.note(.app, "is handed the link by \(entry.rawValue)", at: name)
        frontApp()
        app?.receive(link, by: entry)
      }
    }
  }

  /// What the shop's app calls its next order by.
  public func newOrderKey() -> String { randomness.token(bytes: 12) }

  /// An address as journal and report show it: codes and tickets are nobody's business.
  public func shown(_ url: String) -> String { ShownAddress.text(url) }
}

extension Navigation {
  public func cause(isTyped: Bool) -> LinkRequest.Cause {
    if isRedirect { return .redirect }
    switch kind {
    case .history, .reload: return .history
    case .form: return .form
    case .link, .other: return isTyped ? .typed : isTap ? .tap : .script
    }
  }
}
