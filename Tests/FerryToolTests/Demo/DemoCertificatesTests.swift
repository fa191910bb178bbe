import ArgumentParser
import FerryCore
import FerrySandbox
import FerryTestBank
import Foundation
import Testing

@testable import FerryTool
@testable import FerryWeb

private typealias Bank = FerryTestBank.Sandbox

@Suite("The demo's certificates")
struct DemoCertificatesTests {
  private let randomness = SystemRandomness()
  private let now = SystemTime().now
  private let names = DevelopmentNames(machine: "desk", addresses: [])

  private func withFolder(_ body: (DemoFolder) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "ferry-tls-\(randomness.token())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(try DemoFolder(path))
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("Authority and server certificate are created on the first run and reused on the next")
  func kept() throws {
    try withFolder { folder in
      let authority = try folder.developmentAuthority(now: now, randomness: randomness)
      let server = try folder.serverCertificate(of: authority, for: names, now: now, randomness: randomness)
      let again = try folder.developmentAuthority(now: now, randomness: randomness)
      #expect(again.certificatePEM == authority.certificatePEM)
      let serverAgain = try folder.serverCertificate(of: again, for: names, now: now, randomness: randomness)
      #expect(serverAgain.certificatePEM == server.certificatePEM)
    }
  }

  @Test("Only the owner can read the keys; everybody can read the authority's certificate, without its key")
  func rights() throws {
    try withFolder { folder in
      let authority = try folder.developmentAuthority(now: now, randomness: randomness)
      _ = try folder.serverCertificate(of: authority, for: names, now: now, randomness: randomness)
      #expect(try permissions(folder.file("development-ca.pem")) == 0o600)
      #expect(try permissions(folder.file("development-server.pem")) == 0o600)
      #expect(try permissions(folder.authorityCertificate) == 0o644)
      let certificate = try String(contentsOfFile: folder.authorityCertificate, encoding: .utf8)
      #expect(certificate == authority.certificatePEM)
    }
  }

  @Test("A machine with new names gets a new server certificate of the same authority")
  func renamed() throws {
    try withFolder { folder in
      let authority = try folder.developmentAuthority(now: now, randomness: randomness)
      let first = try folder.serverCertificate(of: authority, for: names, now: now, randomness: randomness)
      let others = DevelopmentNames(machine: "laptop", addresses: [])
      let second = try folder.serverCertificate(of: authority, for: others, now: now, randomness: randomness)
      #expect(second.certificatePEM != first.certificatePEM)
      #expect(authority.isValid(second, as: others, at: now))
    }
  }

  @Test("A damaged server certificate is replaced; a damaged authority is not, because it is trusted")
  func spoilt() throws {
    try withFolder { folder in
      let authority = try folder.developmentAuthority(now: now, randomness: randomness)
      try folder.write("x", to: "development-server.pem", permissions: 0o600)
      let server = try folder.serverCertificate(of: authority, for: names, now: now, randomness: randomness)
      #expect(authority.isValid(server, as: names, at: now))
      try folder.write("x", to: "development-ca.pem", permissions: 0o600)
      #expect(throws: CommandFailure.self) { try folder.developmentAuthority(now: now, randomness: randomness) }
    }
  }

  @Test("An expiring authority names the remedy")
  func ended() throws {
    try withFolder { folder in
      let authority = try folder.developmentAuthority(now: now, randomness: randomness)
      let problem = #expect(throws: CommandFailure.self) {
        try folder.developmentAuthority(now: authority.ends, randomness: randomness)
      }
      #expect(problem?.description.contains("ferry trust --remove") == true)
    }
  }

  @Test("This machine has at least its loopback names")
  func thisMachine() throws {
    let names = try DevelopmentNames.ofThisMachine()
    #expect(names.hosts.contains("localhost"))
    #expect(names.addresses.contains(try #require(NetworkAddress("127.0.0.1"))))
  }
}

@Suite("Addresses of the demo's parts")
struct DemoSitesTests {
  @Test("Without options the demo uses http; with TLS it uses https, other ports and a link host")
  func usual() throws {
    let plain = try DemoSites()
    #expect("\(plain.shop) \(plain.sandboxes[0].origin)" == "http://localhost:3080 http://127.0.0.1:3081")
    #expect(plain.links.text == "http://127.0.0.1:3080")
    let secure = try DemoSites(isSecure: true)
    #expect("\(secure.shop) \(secure.sandboxes[0].origin)" == "https://localhost:3443 https://127.0.0.1:3444")
    #expect(secure.links.text == "https://127.0.0.1:3445")
  }

  @Test("Ports are consecutive unless they are given")
  func ports() throws {
    let sites = try DemoSites(isSecure: true, port: 4000, sandboxPort: 5000)
    #expect(sites.shopPort == 4000 && sites.sandboxes[0].port == 5000 && sites.linkPort == 5001)
    #expect(try DemoSites(isSecure: true, linkPort: 6000).linkPort == 6000)
    #expect(sites.operationsPort == 5000 + Providers.sandboxes.count + 1)
    #expect(try DemoSites(operationsPort: 7000).operations.text == "http://localhost:7000")
    #expect(throws: (any Error).self) { try DemoSites(port: 65_536) }
    let overlap = #expect(throws: CommandFailure.self) { try DemoSites(port: 4000, sandboxPort: 3998) }
    #expect(overlap?.description.contains("port 4000") == true)
    #expect(throws: CommandFailure.self) { try DemoSites(isSecure: true, linkPort: 3444) }
  }

  @Test("The operations page takes the next port that is free, and none if it is off")
  func operationsPort() throws {
    let given = try DemoSites(port: 5005, sandboxPort: 5000)
    #expect(given.operationsPort == 5006)
    #expect(throws: CommandFailure.self) { try DemoSites(port: 5005, operationsPort: 5005) }
    #expect(try DemoSites(port: 5005, operationsPort: 5005, hasOperationsPage: false).shopPort == 5005)
  }

  @Test(
    "An option about the demo's sites needs --demo",
    arguments: ["--tls", "--port=1", "--sandbox-port=1", "--link-port=1", "--operations-port=1", "--provider=gmo-pg"])
  func sitesWithoutDemo(_ option: String) {
    let doctor = #expect(throws: (any Error).self) { try DoctorCommand.parse([option]) }
    #expect(doctor.map { DoctorCommand.message(for: $0) }?.hasSuffix("require --demo.") == true)
    let reconcile = #expect(throws: (any Error).self) { try ReconcileCommand.parse([option, "--since=2026-01-01"]) }
    #expect(reconcile.map { ReconcileCommand.message(for: $0) }?.hasSuffix("require --demo.") == true)
  }

  @Test("Each provider's sandbox is a site of its own, and none takes the port of the link host")
  func sandboxes() throws {
    let sites = try DemoSites([Providers.sandboxes[0], Bank.self, Bank.self], isSecure: true, port: 4000)
    #expect(sites.sandboxes.map(\.port) == [4001, 4003, 4004] && sites.linkPort == 4002)
    #expect(sites.sandboxes.map { $0.module.id } == [Providers.sandboxes[0].id, "test-bank", "test-bank"])
  }
}
