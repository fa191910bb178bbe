import FerryCore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Subprocess
import Testing

@testable import FerryWeb

@Suite("Development certificates")
struct DevelopmentCertificateTests {
  private let randomness = SystemRandomness()
  private let now = SystemTime().now
  private let names = DevelopmentNames(
    machine: "Desk.office.example", addresses: ["192.168.1.5", "fd00::5"].compactMap { NetworkAddress($0) })

  private func authority() throws -> DevelopmentAuthority { try DevelopmentAuthority(now: now, randomness: randomness) }

  // MARK: Names

  @Test("A machine's names are its name below local, loopback, the emulator's address, and its private addresses")
  func namesOfThisMachine() {
    #expect(names.hosts == ["desk.local", "localhost"])
    let expected = ["10.0.2.2", "127.0.0.1", "192.168.1.5", "::1", "fd00::5"].compactMap { NetworkAddress($0) }
    #expect(names.addresses == expected)
  }

  @Test(
    "Public addresses are left out",
    arguments: [
      ("127.0.0.53", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.31.255.255", true), ("192.168.0.1", true),
      ("::1", true), ("fe80::1", true), ("febf::1", true), ("fd12::1", true), ("11.0.0.1", false),
      ("172.15.0.1", false), ("172.32.0.1", false), ("192.169.0.1", false), ("8.8.8.8", false), ("::2", false),
      ("fec0::1", false), ("fc00::1", false), ("2001:db8::1", false), ("169.254.1.1", false),
    ])
  func ranges(text: String, isPermitted: Bool) throws {
    let address = try #require(NetworkAddress(text))
    #expect(DevelopmentNames(machine: "", addresses: [address]).addresses.contains(address) == isPermitted)
  }

  @Test(
    "An invalid host name is left out",
    arguments: ["", "localhost", "a_b", "-a", "a-", "é", String(repeating: "a", count: 64), "*.shop"])
  func machineNames(name: String) {
    #expect(DevelopmentNames(machine: name, addresses: []).hosts == ["localhost"])
  }

  @Test(
    "An invalid address is refused",
    arguments: ["", "1.2.3", "1.2.3.4\0", "1.2.3.4.5", "256.1.1.1", "fe80::1%lo", "::g", "a"])
  func noAddress(text: String) { #expect(NetworkAddress(text) == nil) }

  @Test(
    "An invalid range of addresses is refused",
    arguments: ["10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "a/8", "10.0.0.0/8/8"])
  func noRange(text: String) { #expect(AddressRange(text) == nil) }

  @Test("An address without a prefix is a range of itself alone")
  func single() throws {
    let range = try #require(AddressRange("10.0.0.0"))
    #expect(range.contains(try #require(NetworkAddress("10.0.0.0"))))
    #expect(!range.contains(try #require(NetworkAddress("10.0.0.1"))))
  }

  // MARK: Keeping and renewing

  @Test("Authority and server certificate are stored completely, and their secrets are not printed")
  func kept() throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    let keptAuthority = try DevelopmentAuthority(pem: authority.pem)
    let keptServer = try KeyedCertificate(pem: server.pem)
    #expect(keptAuthority.certificatePEM == authority.certificatePEM)
    #expect(keptServer.names == names)
    #expect(keptAuthority.isValid(keptServer, as: names, at: now))
    #expect("\(authority.pem)\(server.pem)\(server.keyPEM)" == "redactedredactedredacted")
    #expect(!authority.certificatePEM.contains("PRIVATE") && !server.certificatePEM.contains("PRIVATE"))
  }

  @Test("A key with another key's certificate is refused, and so is any other content")
  func unreadable() throws {
    let first = try authority()
    let second = try authority()
    let mixed = first.pem.reveal().replacing(first.certificatePEM, with: second.certificatePEM)
    for text in [mixed, first.certificatePEM, "", "-----BEGIN PRIVATE KEY-----\n"] {
      #expect(throws: KeyedCertificate.Unreadable.self) { try DevelopmentAuthority(pem: Secret(text)) }
      #expect(throws: KeyedCertificate.Unreadable.self) { try KeyedCertificate(pem: Secret(text)) }
    }
  }

  @Test("A server's certificate is used until names or authority change, or its end is near")
  func renewal() throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    let day = Duration.seconds(86_400)
    #expect(authority.isValid(server, as: names, at: now + day * 365))
    #expect(!authority.isValid(server, as: names, at: now + day * 367))
    #expect(!authority.isValid(server, as: names, at: now - day * 2))
    #expect(!authority.isValid(server, as: DevelopmentNames(machine: "other", addresses: []), at: now))
    #expect(!(try self.authority().isValid(server, as: names, at: now)))
  }

  @Test("Devices accept the lifetimes: a server's is below 398 days, the authority's at most ten years")
  func lifetimes() throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    #expect(server.certificate.ends.since(server.certificate.begins) <= .seconds(397 * 86_400))
    #expect(authority.certificate.ends.since(authority.certificate.begins) <= .seconds(3_653 * 86_400))
    let late = authority.ends - .seconds(10 * 86_400)
    let last = try authority.serverCertificate(for: names, now: late, randomness: randomness)
    #expect(last.certificate.ends == authority.ends)
  }

  // MARK: OpenSSL

  @Test("OpenSSL accepts the server's certificate for each of its names")
  func acceptedByOpenSSL() async throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    for check in [
      ["-verify_hostname", "localhost"], ["-verify_hostname", "desk.local"], ["-verify_ip", "127.0.0.1"],
      ["-verify_ip", "::1"], ["-verify_ip", "10.0.2.2"], ["-verify_ip", "192.168.1.5"], ["-verify_ip", "fd00::5"],
    ] {
      #expect(try await OpenSSL.verify(server, under: authority, check) == nil, "\(check)")
    }
    for check in [["-verify_hostname", "example.com"], ["-verify_ip", "192.168.1.6"]] {
      #expect(try await OpenSSL.verify(server, under: authority, check) != nil, "\(check)")
    }
  }

  @Test(
    "OpenSSL refuses the authority's certificates beyond this machine and private networks",
    arguments: [
      (["example.com"], []), (["localhost", "example.com"], []), (["notlocal"], []), (["xlocalhost"], []),
      ([], ["8.8.8.8"]), ([], ["2001:db8::1"]), ([], ["172.32.0.1"]), ([], ["fc00::1"]),
    ] as [([String], [String])])
  func refusedByOpenSSL(hosts: [String], addresses: [String]) async throws {
    let authority = try authority()
    let server = try authority.serverCertificate(
      for: DevelopmentNames(hosts: hosts, addresses: addresses.compactMap { NetworkAddress($0) }), now: now,
      randomness: randomness)
    let refusal = try #require(try await OpenSSL.verify(server, under: authority, []))
    #expect(refusal.contains("permitted subtree violation"))
  }

  @Test("OpenSSL refuses the authority's key as a server's, and another authority's server")
  func strangersRefused() async throws {
    let authority = try authority()
    let server = try self.authority().serverCertificate(for: names, now: now, randomness: randomness)
    #expect(try await OpenSSL.verify(server, under: authority, []) != nil)
  }

  @Test("The certificates name their purpose, and nothing more")
  func contents() async throws {
    let authority = try authority()
    let server = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    let authorityText = try await OpenSSL.text(authority.certificatePEM)
    for line in [
      "CA:TRUE, pathlen:0", "X509v3 Name Constraints: critical", "DNS:localhost", "DNS:local", "IP:127.0.0.0/255.0.0.0",
      "IP:10.0.0.0/255.0.0.0", "IP:172.16.0.0/255.240.0.0", "IP:192.168.0.0/255.255.0.0", "Certificate Sign",
      "TLS Web Server Authentication", "Subject: O = Ferry, CN = \(authority.name)",
    ] {
      #expect(authorityText.contains(line), "\(line)")
    }
    let serverText = try await OpenSSL.text(server.certificatePEM)
    for line in ["CA:FALSE", "Digital Signature", "TLS Web Server Authentication", "DNS:desk.local, DNS:localhost"] {
      #expect(serverText.contains(line), "\(line)")
    }
    #expect(!serverText.contains("TLS Web Client") && !serverText.contains("Certificate Sign"))
  }

  // MARK: Download

  @Test("The authority's certificate can be downloaded as the file that devices install, without its key")
  func download() async throws {
    let authority = try authority()
    let router = Router()
    DevelopmentCertificateRoute(authority).add(to: router)
    try await Application(router: router).test(.router) { client in
      let response = try await client.execute(uri: "/crt", method: .get)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/x-x509-ca-cert")
      #expect(response.headers[.contentDisposition] == #"attachment; filename="ferry-development-ca.crt""#)
      #expect(String(buffer: response.body) == authority.certificatePEM)
    }
  }
}

/// The `openssl` of this machine.
private enum OpenSSL {
  /// OpenSSL's objection to a TLS server's certificate; nil if there is none.
  static func verify(
    _ server: KeyedCertificate, under authority: DevelopmentAuthority, _ checks: [String]
  ) async throws -> String? {
    try await withFiles([authority.certificatePEM, server.certificatePEM]) { files in
      let result = try await run(
        .name("openssl"),
        arguments: Arguments(
          ["verify", "-x509_strict", "-purpose", "sslserver", "-no-CApath", "-CAfile", files[0]] + checks + [files[1]]),
        output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
      return result.terminationStatus.isSuccess ? nil : result.standardOutput + result.standardError
    }
  }

  static func text(_ pem: String) async throws -> String {
    try await withFiles([pem]) { files in
      try await run(
        .name("openssl"), arguments: ["x509", "-noout", "-text", "-in", files[0]], output: .string(limit: 1 << 16),
        error: .discarded
      )
      .standardOutput
    }
  }

  private static func withFiles<Success>(
    _ contents: [String], _ body: ([String]) async throws -> Success
  ) async throws -> Success {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-ca-\(SystemRandomness().token())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try contents.enumerated().map { index, content in
      let file = folder.appending(path: "\(index).pem")
      try Data(content.utf8).write(to: file)
      return file.path
    }
    return try await body(files)
  }
}
