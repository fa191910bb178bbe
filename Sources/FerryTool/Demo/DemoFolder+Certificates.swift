import FerryCore
import FerryWeb

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DemoFolder {
  /// The authority's certificate alone, for whoever is to trust it.
  var authorityCertificate: String { file(DevelopmentCertificateRoute.fileName) }

  /// The authority of this folder; made, with its certificate in a file of its own, when there is none.
  /// - Throws: `Problem`.
  func developmentAuthority(now: Moment, randomness: any Randomness) throws -> DevelopmentAuthority {
    let name = "development-ca.pem"
    let pem = try secretText(name) { try DevelopmentAuthority(now: now, randomness: randomness).pem.reveal() }
    guard let authority = try? DevelopmentAuthority(pem: Secret(pem)) else { throw Problem.unreadable(file(name)) }
    guard now + .seconds(86_400) < authority.ends else { throw Problem.ended(file(name)) }
    let kept = FileManager.default.contents(atPath: authorityCertificate).map { String(decoding: $0, as: UTF8.self) }
    if kept != authority.certificatePEM {
      try write(authority.certificatePEM, to: DevelopmentCertificateRoute.fileName, permissions: 0o644)
    }
    return authority
  }

  /// The servers' certificate; made when there is none, and anew when names have changed or its end is near.
  /// - Throws: `Problem`.
  func serverCertificate(
    of authority: DevelopmentAuthority, for names: DevelopmentNames, now: Moment, randomness: any Randomness
  ) throws -> DevelopmentServerCertificate {
    let name = "development-server.pem"
    if let data = FileManager.default.contents(atPath: file(name)),
      let kept = try? DevelopmentServerCertificate(pem: Secret(String(decoding: data, as: UTF8.self))),
      authority.isValid(kept, as: names, at: now)
    {
      return kept
    }
    let made = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    try write(made.pem.reveal(), to: name, permissions: 0o600)
    return made
  }
}
