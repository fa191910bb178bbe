import Crypto
import FerryCore
import FerryModule
import FerryWeb
import Foundation
import SwiftASN1
import Testing
import X509

@testable import FerryTool

@Suite("The doctor on certificates")
struct TLSCheckTests {
  private let rootKey = P256.Signing.PrivateKey()
  private let middleKey = P256.Signing.PrivateKey()
  private let site: Origin
  private let root: Certificate
  private let middle: Certificate
  /// 2026-01-01
  private static let now = Moment(milliseconds: 1_767_225_600_000)
  private static let date = Date(timeIntervalSince1970: 1_767_225_600)
  private static let day: TimeInterval = 86_400

  init() throws {
    site = try #require(Origin("https://pay.shop.example"))
    root = try Self.certificate("Root", rootKey, by: "Root", rootKey, isAuthority: true)
    middle = try Self.certificate("Middle", middleKey, by: "Root", rootKey, isAuthority: true)
  }

  private static func certificate(
    _ name: String, _ key: P256.Signing.PrivateKey, by issuer: String, _ issuerKey: P256.Signing.PrivateKey,
    isAuthority: Bool = false, names: [GeneralName] = [], days: ClosedRange<Double> = -1...90
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: .init(key.publicKey),
      notValidBefore: date.addingTimeInterval(days.lowerBound * day),
      notValidAfter: date.addingTimeInterval(days.upperBound * day), issuer: DistinguishedName { CommonName(issuer) },
      subject: DistinguishedName { CommonName(name) },
      extensions: try Certificate.Extensions {
        Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
        if !names.isEmpty { SubjectAlternativeNames(names) }
      },
      issuerPrivateKey: .init(issuerKey))
  }

  private func leaf(
    _ names: [GeneralName] = [.dnsName("pay.shop.example")], days: ClosedRange<Double> = -1...90
  ) throws -> Certificate {
    try Self.certificate("leaf", P256.Signing.PrivateKey(), by: "Middle", middleKey, names: names, days: days)
  }

  private func findings(_ chain: [Certificate], of site: Origin? = nil) async throws -> [Finding] {
    let bytes = try chain.map { certificate in
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
    return await TLSCheck.findings(
      .certificates(bytes), of: site ?? self.site, at: Self.now, authorities: try root.serializeAsPEM().pemString)
  }

  @Test("A complete chain with the right name and valid dates is sound")
  func sound() async throws {
    let findings = try await findings([leaf(), middle])
    #expect(findings.map(\.severity) == [.ok])
    #expect(findings[0].seen.contains("2026-04-01"))
  }

  @Test("A certificate that has expired, expires soon, or is not valid yet is reported")
  func dates() async throws {
    for (days, severity, word) in [
      (-90.0 ... -1, Finding.Severity.error, "expired on 2025-12-31"), (-80.0...13, .warning, "expires on 2026-01-14"),
      (-80.0...15, .ok, "valid until 2026-01-16"), (1.0...90, .error, "not valid before 2026-01-02"),
    ] {
      let findings = try await findings([leaf(days: days), middle])
      #expect(findings.map(\.severity) == [severity], "\(findings)")
      #expect(findings[0].seen.contains(word), "\(findings)")
    }
  }

  @Test("A missing intermediate certificate is distinguished from an unknown authority")
  func chain() async throws {
    let alone = try await findings([leaf()])
    #expect(alone.map(\.severity) == [.error])
    #expect(alone[0].change?.contains("intermediate") == true)
    let strange = P256.Signing.PrivateKey()
    let other = try Self.certificate("Middle", strange, by: "Other", strange, isAuthority: true)
    #expect(try await findings([leaf(), other]).map(\.severity) == [.error])
    let own = try Self.certificate(
      "leaf", strange, by: "leaf", strange, names: [.dnsName("pay.shop.example")])
    let selfMade = try await findings([own])
    #expect(selfMade.map(\.severity) == [.error])
    #expect(selfMade[0].seen.contains("self-signed"))
  }

  @Test(
    "The name must be the site's, or have one star as its first label",
    arguments: [
      ("pay.shop.example", "https://pay.shop.example", true), ("*.shop.example", "https://pay.shop.example", true),
      ("PAY.shop.example", "https://pay.shop.example", true), ("shop.example", "https://pay.shop.example", false),
      ("*.example", "https://pay.shop.example", false), ("*.shop.example", "https://shop.example", false),
      ("*.shop.example", "https://a.pay.shop.example", false), ("pay.shop.example", "https://127.0.0.1", false),
    ])
  func names(name: String, site: String, isRight: Bool) async throws {
    let findings = try await findings([leaf([.dnsName(name)]), middle], of: Origin(site))
    #expect(findings.map(\.severity) == [isRight ? .ok : .error])
    if !isRight { #expect(findings[0].seen.contains(name)) }
  }

  @Test("An address is compared as an address")
  func addresses() async throws {
    let leaf = try leaf([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))])
    #expect(
      try await findings([leaf, middle], of: Origin("https://127.0.0.1:3445")).map(\.severity) == [.ok])
    #expect(
      try await findings([leaf, middle], of: Origin("https://127.0.0.2")).map(\.severity) == [.error])
  }

  @Test("Several faults are reported together")
  func several() async throws {
    let findings = try await findings([leaf([.dnsName("other.example")], days: -9 ... -1)])
    #expect(findings.map(\.severity) == [.error, .error, .error])
  }

  @Test("A site without a certificate is an error")
  func nothing() async throws {
    #expect(try await findings([]).map(\.severity) == [.error])
    let silent = await TLSCheck.findings(.failure(.refused), of: site, at: Self.now, authorities: nil)
    #expect(silent.map(\.severity) == [.error])
  }
}
