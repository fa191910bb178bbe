import FerryCheckout
import FerryCore
import FerryHTTP
import FerryLinks
import FerryModule
import FerryProvider
import FerryServer
import FerryWeb
import HTTPTypes

/// Looks at everything once, and hands what it saw to the checks.
struct Examination: Sendable {
  let subject: DoctorSubject
  let network: DoctorNetwork
  let time: any Timekeeper

  func findings() async -> [Finding] {
    var findings: [Finding] = []
    let connection = ProviderConnection(
      transport: HTTPTransport(client: network.client, time: time), time: time, randomness: SystemRandomness())
    for account in subject.accounts { findings += await account.examine(connection) }
    findings.append(
      ServerCheck.health(await network.fetch(subject.base.link("/health").text), at: subject.base))
    findings += SiteCheck.findings(base: subject.base, shopPages: subject.shopPages, apps: subject.apps)
    for host in subject.apps.linkHosts { findings += await links(host) }
    for site in subject.secureSites {
      findings += await TLSCheck.findings(
        await network.chain(of: site), of: site, at: time.now, authorities: subject.authorities)
    }
    for account in subject.accounts { findings += await notifications(account) }
    for url in subject.webhooks { findings.append(ServerCheck.webhook(await network.fetch(url), at: url)) }
    findings.append(await DatabaseCheck.finding(subject.database))
    findings.append(await port())
    return findings
  }

  private func links(_ host: Origin) async -> [Finding] {
    let apps = subject.apps.filter { $0.linkHost == host }
    var findings: [Finding] = []
    if !apps.association.details.isEmpty {
      let fetched = await network.fetch(host.text + AssociationFile.path, limit: FileCheck.largest)
      findings += FileCheck.association(fetched, of: host, apps: apps)
      if let address = subject.appleCopy(of: host) {
        let copy = await network.fetch(address, limit: FileCheck.largest)
        findings += AppleCopyCheck.findings(copy, at: address, served: fetched, apps: apps)
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
    let (provider, mode, name) = (account.id.provider.text, account.id.mode.rawValue, account.id.account)
    let address = subject.base.link(
      name == .main ? "/ferry/notify/\(provider)/\(mode)" : "/ferry/notify/\(provider)/\(mode)/\(name.text)"
    ).text
    return [
      ServerCheck.notifications(await network.fetch(address, method: "POST", body: Array("{}".utf8)), at: address)
    ]
  }

  private func port() async -> Finding {
    let (address, port) = (subject.listenAddress, subject.listenPort)
    var refused: PortCheck.Refused?
    do throws(PortCheck.Refused) {
      try await PortCheck.require(port, host: address, setting: "", hostSetting: "")
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
