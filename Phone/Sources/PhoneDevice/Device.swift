public import FerryCore
public import PhoneRules
public import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone: its browsers with their cookie jars, its apps, and the links between them.
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
  /// The folder of the current installation of the app.
  public private(set) var appFolder: String
  /// The keychain's folder. It survives the app.
  public let keychainFolder: String
  var secureJar: Jar
  var safariJar: Jar
  public private(set) var appJar: Jar
  private var certificates: [(certificate: VerifiedCertificate, host: String)] = []
  private var filters: (loopback: PageFilter, nothing: PageFilter)
  public private(set) var isOnline = true
  /// True if the phone has been unlocked since its start.
  public private(set) var isUnlocked = true
  /// Faults and changes of the app's own requests.
  public var interference = Interference()
  /// The app's requests since the phone was switched on.
  public var requests: [AppRequest] = []

  public private(set) var app: (any PhoneApp)?
  public let thief: Thief
  public let bank: Bank
  public var hasThief = false
  private let makeApp: @MainActor (Device) -> any PhoneApp
  private var associations: [String: Association] = [:]
  private let readAssociation: @Sendable ([UInt8]) -> Association

  /// The owner of the app's web view, while that is in the place of the secure browser.
  weak var embedded: (any EmbeddedOwner)?
  /// Finished when the secure browser closes.
  var whenClosed: AsyncStream<Never>.Continuation?
  var question: String?
  /// The app's open dialog.
  public internal(set) var alert: AppAlert?
  var whenAnswered: (@MainActor (String) -> Void)?

  /// Switches the phone on: fetches the certificates to trust, and the association file.
  ///
  /// - Parameters:
  ///   - time: The clock of everything that waits.
  ///   - readAssociation: Parses an association file's bytes.
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
    bank = Bank(journal: journal, setup.language)
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
    bank.onApproval = { [weak self] in self?.open($0, from: Bank.name) }
    await trustServers()
    await installApps()
  }

  /// Refers to the phone from buttons that are created before it.
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

  /// Fetches the association file, as iOS does when it installs an app.
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

  /// Starts the app and shows it, as a tap on its icon does.
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
    screen.hideOtherApp()
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
    // The secure browser belongs to the app.
    closeSecure("its app has ended")
    screen.showHome()
    renewAppJar()
  }

  /// Opens the app's cookie jar again. Cookies without an expiry end with the app's process.
  private func renewAppJar() {
    appJar = Jar(name: "app", folder: appFolder)
    trust(in: appJar)
  }

  func trust(in jar: Jar) {
    for (certificate, host) in certificates { jar.trust(certificate, host: host) }
  }

  /// Deletes the app with its data, and installs it again.
  public func reinstallApp() async {
    journal.note(.act, "deletes the app, and installs it again")
    endApp()
    let old = appFolder
    appFolder = setup.folder + "/app-\(Self.appFolders(setup.folder).count + 1)"
    renewAppJar()
    // WebKit may still hold open files in it. Nobody reads them.
    try? FileManager.default.removeItem(atPath: old + "/data")
    await installApps()
  }

  /// The folders of all installations, oldest first.
  private static func appFolders(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.filter { $0.hasPrefix("app-") }.compactMap { Int($0.dropFirst(4)) }
    return numbers.sorted().map { "\(folder)/app-\($0)" }
  }

  /// The number of items in the keychain.
  public var keychainItems: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: keychainFolder)) ?? []).count
  }

  /// Truncates every item of the keychain to 40 bytes.
  public func damageKeychain() {
    journal.note(.act, "most of what is in the keychain is lost")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: keychainFolder)) ?? [] {
      let path = keychainFolder + "/" + name
      guard let bytes = FileManager.default.contents(atPath: path) else { continue }
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes.prefix(40)))
    }
  }

  /// Restarts the phone. The keychain cannot be read until `unlock`.
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
    for view in [app?.webView].compactMap(\.self) + secure.views + safari.views { view.apply(filter) }
  }
  public var filter: PageFilter { isOnline ? filters.loopback : filters.nothing }

  /// Ends the app and everything that runs.
  public func switchOff() {
    endApp()
    safari.remove()
    errands.finish()
  }

  /// A new name for an order of the shop's app.
  public func newOrderKey() -> String { randomness.token(bytes: 12) }

  /// An address for journal and report, without codes and tickets.
  public func shown(_ url: String) -> String { ShownAddress.text(url) }
}
