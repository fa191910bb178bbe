import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryLinks
import FerryModule
import FerryProvider
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes

/// Fetches everything once, and passes the answers to the checks.
struct DoctorChecks: Sendable {
  let subject: DoctorSubject
  let network: DoctorNetwork
  let time: any Timekeeper

  func findings() async -> [Finding] {
    var findings: [Finding] = []
    let connection = ProviderConnection(
      transport: HTTPTransport(client: network.client, time: time), time: time, randomness: SystemRandomness())
    for account in subject.accounts { findings += await account.examine(connection) }
    findings += await problems()
    findings.append(ServerCheck.health(await network.fetch(subject.base.link("/health").text), at: subject.base))
    for account in subject.accounts { findings += await domainFile(account) }
    findings += SiteCheck.findings(base: subject.base, shopPages: subject.shopPages, apps: subject.apps)
    for host in subject.apps.linkHosts { findings += await links(host) }
    for site in subject.secureSites {
      findings += await TLSCheck.findings(
        await network.chain(of: site), of: site, at: time.now, authorities: subject.authorities)
    }
    for account in subject.accounts { findings += await notifications(account) }
    for url in subject.webhooks { findings.append(ServerCheck.webhook(await network.fetch(url), at: url)) }
    findings.append(await DatabaseCheck.finding(subject.store))
    findings.append(await port())
    return findings
  }

  /// The problems that the server's requests have met in the last day. If the database cannot be read, its own check says
  /// why.
  private func problems() async -> [Finding] {
    guard let reader = try? await subject.store.reader(),
      let problems = try? await reader.accountProblems(since: time.now - AccountProblem.shown)
    else { return [] }
    return problems.map { problem in
      let account = subject.accounts.first { $0.id == problem.account }
      let times = problem.entries > 1 ? ", \(problem.entries) times in 24 hours" : ""
      return .warning(
        .provider,
        "\(account?.name ?? problem.account.provider.text), \(problem.account.mode.rawValue) account \(problem.account.account)",
        "At \(problem.at)\(times): \(problem.text)",
        "Fix it, then start a checkout. See the timeline with `ferry checkouts show \(problem.checkout)`.")
    }
  }

  private func links(_ host: Origin) async -> [Finding] {
    let apps = subject.apps.filter { $0.linkHost == host }
    var findings: [Finding] = []
    if !apps.association.details.isEmpty {
      let fetched = await network.fetch(host.text + AssociationFile.path, limit: FileCheck.largest)
      findings += FileCheck.association(fetched, of: host, apps: apps)
      if let address = subject.appleCopy(of: host) {
        let copy = await network.fetch(address, limit: FileCheck.largest)
        if let finding = AppleCopyCheck.finding(copy, at: address, served: fetched, apps: apps) {
          findings.append(finding)
        }
      }
    }
    if !apps.assetLinks.apps.isEmpty {
      let fetched = await network.fetch(host.text + AssetLinks.path, limit: FileCheck.largest)
      findings += FileCheck.assetLinks(fetched, of: host, apps: apps)
    }
    return findings
  }

  private func notifications(_ account: any ProviderAccount) async -> [Finding] {
    guard account.provider.notificationRules != nil else {
      return subject.hasSettings ? [ServerCheck.notificationsNotSetUp(account)] : []
    }
    let address = subject.base.link(account.id.notificationPath).text
    return [
      ServerCheck.notifications(await network.fetch(address, method: "POST", body: Array("{}".utf8)), at: address)
    ]
  }

  private func domainFile(_ account: any ProviderAccount) async -> [Finding] {
    guard let file = account.domainFile else { return [] }
    let address = subject.base.text + file.path
    return [ServerCheck.domainFile(await network.fetch(address, limit: file.content.count), at: address, file)]
  }

  private func port() async -> Finding {
    let (address, port) = (subject.listenAddress, subject.listenPort)
    var refused: PortCheck.Refused?
    do throws(PortCheck.Refused) {
      try PortCheck.require(port, host: address, setting: "", hostSetting: "")
    } catch {
      refused = error
    }
    var health: Fetched?
    if case .inUse = refused {
      let here = ["0.0.0.0", "::"].contains(address) ? "127.0.0.1" : address
      let host = here.contains(":") ? "[\(here)]" : here
      health = await network.fetch("\(subject.isSecureOnPort ? "https" : "http")://\(host):\(port)/health")
    }
    return PortFinding.finding(address, port, refused: refused, health: health)
  }
}

/// The server that is examined: one with settings of its own, or the demo.
struct DoctorSubject: Sendable {
  let base: Origin
  let shopPages: [Link]
  let apps: [RegisteredApp]
  /// The shops' URLs for events.
  var webhooks: [String] = []
  let accounts: [any ProviderAccount]
  /// True if notifications can be set up. The demo sets them up itself.
  var hasSettings = false
  let store: StoreLocation
  var listenAddress = "127.0.0.1"
  let listenPort: Int
  /// True if the server itself speaks TLS on its port.
  var isSecureOnPort = false
  /// Authorities that are trusted instead of the system's, in PEM.
  var authorities: String?
  /// The site of Apple's copies of association files; nil if they are not fetched.
  var appleCopies: Origin?

  /// The URL of Apple's copy of a link host's file; nil for a host that Apple cannot reach, because its port is not the
  /// usual one. A test server in place of Apple, on this machine, has a copy for every host.
  func appleCopy(of host: Origin) -> String? {
    guard let appleCopies, !appleCopies.isSecure || (host.isSecure && host.port == nil) else { return nil }
    return appleCopies.link("/a/v1/\(host.host)").text
  }

  /// All https sites, without repetitions.
  var secureSites: [Origin] {
    Set(
      [base] + shopPages.compactMap(\.origin) + apps.map(\.linkHost)
        + webhooks.compactMap { Link(external: $0)?.origin }
    ).filter(\.isSecure).sorted { $0.text < $1.text }
  }
}

extension DoctorSubject {
  init(_ settings: ServeConfiguration) {
    base = settings.server.base
    shopPages = settings.server.shops.map(\.checkoutPage)
    apps = settings.server.apps
    webhooks = settings.server.webhooks.map(\.url)
    accounts = settings.accounts
    hasSettings = true
    store = settings.process.store
    listenAddress = settings.process.listenAddress
    listenPort = settings.process.listenPort
  }

  /// The demo in a folder, which `ferry demo` has created.
  init(demoIn path: String, _ sites: DemoSites) throws {
    guard FileManager.default.fileExists(atPath: path + "/" + DemoMerchant.secretKeyName(DemoMerchant.own)) else {
      throw CommandFailure("No demo has run in \(path). Start one with `ferry demo`, or name its folder with --data.")
    }
    if sites.isSecure, !FileManager.default.fileExists(atPath: path + "/development-ca.pem") {
      throw CommandFailure("The demo in \(path) has never used https. Start it with `ferry demo --tls`.")
    }
    let folder = try DemoFolder(path)
    base = sites.shop
    shopPages = [sites.shop.link("/checkout")]
    apps = DemoApps.registered(linkHost: sites.links)
    accounts = try Demo.Options(folder: path, sites: sites).accounts(folder, time: SystemTime())
    store = try DemoFolder.store(in: folder.path)
    listenPort = sites.shopPort
    isSecureOnPort = sites.isSecure
    authorities = sites.isSecure ? try folder.trustAnchor() : nil
  }
}
