import FerryCore
import FerryLinks
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes

/// Checks the two files that give a link host's links to apps, by the rules of phones.
enum FileCheck {
  /// The most that phones read of either file, in bytes.
  static let largest = AssociationFile.largest

  // MARK: apple-app-site-association

  static func association(_ fetched: Fetched, of host: Origin, apps: [RegisteredApp]) -> [Finding] {
    let subject = host.text + AssociationFile.path
    let (body, findings) = file(fetched, subject)
    guard let body else { return findings }
    let read: (file: AssociationFile, findings: [AssociationFile.Finding])
    do {
      read = try AssociationFile.read(body)
    } catch {
      return findings + [.error(.links, subject, error.description, asExported)]
    }
    return findings + read.findings.map { .warning(.links, subject, $0.description, asExported) }
      + apps.flatMap { app -> [Finding] in
        guard case .ios(let ios) = app.platform else { return [] }
        return rules(read.file, ios.identifier, app.id, host, subject)
      }
  }

  private static func rules(
    _ file: AssociationFile, _ identifier: String, _ app: String, _ host: Origin, _ subject: String
  ) -> [Finding] {
    guard file.details.contains(where: { $0.apps.contains(identifier) }) else {
      let named = Set(file.details.flatMap(\.apps)).sorted().prefix(5).joined(separator: ", ")
      return [
        .error(
          .links, subject,
          "It does not contain \(identifier), the app \(app)\(named.isEmpty ? "; it has no app" : "; it has \(named)").",
          "Serve the file of the current settings, or correct bundle and team id of the app \(app).")
      ]
    }
    var findings: [Finding] = []
    if file.opensReturnLinks(of: host, for: identifier) {
      findings.append(.ok(.links, subject, "It gives Ferry's links to the app \(app), \(identifier)."))
    } else {
      let decision = AssociationFile.returnLinks(host).first.map { file.decision(on: $0, for: identifier) }
      let isExcluded = if case .excluded(let place)? = decision { " (\(place) excludes them)" } else { "" }
      findings.append(
        .error(
          .links, subject, "It contains \(identifier), but its rules do not give it Ferry's links\(isExcluded).",
          "Add a rule that gives \(AppReturnLink.path)* to the app, before any rule that excludes links."))
    }
    if !file.credentials.contains(identifier) {
      findings.append(
        .warning(
          .links, subject, "\(identifier) is not in webcredentials.",
          "Add it: ASWebAuthenticationSession passes https links only to apps in webcredentials."))
    }
    return findings
  }

  // MARK: assetlinks.json

  static func assetLinks(_ fetched: Fetched, of host: Origin, apps: [RegisteredApp]) -> [Finding] {
    let subject = host.text + AssetLinks.path
    let (body, findings) = file(fetched, subject)
    guard let body else { return findings }
    guard let statements = AssetLinks.Statement.read(body) else {
      return findings + [.error(.links, subject, "It is not a JSON list of statements.", asExported)]
    }
    return findings
      + apps.compactMap { app in
        guard case .android(let android) = app.platform else { return nil }
        return statement(statements, android, app.id, subject)
      }
  }

  private static func statement(
    _ statements: [AssetLinks.Statement], _ android: AndroidApp, _ app: String, _ subject: String
  ) -> Finding {
    let own = statements.filter { $0.opensLinks && $0.package == android.package }
    guard !own.isEmpty else {
      return .error(
        .links, subject, "No statement gives links to \(android.package), the app \(app).",
        "Serve the file of the current settings, or correct the package of the app \(app).")
    }
    let known = Set(own.flatMap(\.fingerprints))
    let missing = android.fingerprints.count { !known.contains($0.uppercased()) }
    guard missing == 0 else {
      return .error(
        .links, subject,
        "It lacks \(missing) of the \(android.fingerprints.count) certificates of the app \(app).",
        "Serve the file of the current settings. Until then, builds signed with these certificates get no links.")
    }
    return .ok(.links, subject, "It gives links to the app \(app), \(android.package).")
  }

  // MARK: Both

  private static let asExported = "Serve the file as `ferry links export` writes it."

  private static func file(_ fetched: Fetched, _ subject: String) -> ([UInt8]?, [Finding]) {
    func refused(_ seen: String, _ change: String) -> ([UInt8]?, [Finding]) {
      (nil, [.error(.links, subject, seen, change)])
    }
    let answer: Fetched.Answer
    switch fetched {
    case .failure(let failure): return refused(failure.seen, failure.change)
    case .answer(let given): answer = given
    }
    switch answer.status {
    case 200: break
    case 300..<400:
      return refused(
        "It redirects (HTTP \(answer.status)). Phones do not follow redirects for this file.",
        "Serve the file at exactly this address: no other host, no trailing slash, no redirect from http to https.")
    case 401, 403:
      return refused(
        "HTTP status \(answer.status).",
        "Let everybody read it: no sign-in, no country filter, no bot protection.")
    default:
      return refused(
        "HTTP status \(answer.status).",
        "Serve the file at this address. `ferry serve` serves it at its own address; `ferry links export` writes it for others."
      )
    }
    guard answer.body.count <= largest else {
      return refused(
        "It has more than \(largest) bytes, the most that phones read.",
        "Serve a file that has only this link host's apps.")
    }
    guard answer.type == "application/json" else {
      let finding = Finding.warning(
        .links, subject, "Its content type is \(Printable.text(answer.type ?? "missing")).",
        "Send application/json: Android requires it, and Apple may reject any other type.")
      return (answer.body, [finding])
    }
    return (answer.body, [])
  }
}

extension AssociationFile {
  /// Examples of the server's links. Codes have letters, digits, hyphens and underscores; after the buyer agreed, also a dot
  /// and a number.
  static func returnLinks(_ host: Origin) -> [String] {
    ["Aa0-_", "Aa0-_.12"].map { AppReturnLink(checkout: "co_Aa0", code: $0).text(host: host.text) }
  }

  /// Returns true if the file gives an app all of these links.
  func opensReturnLinks(of host: Origin, for identifier: String) -> Bool {
    Self.returnLinks(host).allSatisfy { link in
      if case .opens = decision(on: link, for: identifier) { true } else { false }
    }
  }
}

/// Compares Apple's copy of a link host's association file with the file. Phones that install an app get the copy.
enum AppleCopyCheck {
  /// - Parameter served: The link host's answer. If it is no file, there is nothing to compare; another finding reports it.
  static func finding(_ copy: Fetched, at address: String, served: Fetched, apps: [RegisteredApp]) -> Finding? {
    guard case .answer(let file) = served, file.status == 200, let read = try? AssociationFile.read(file.body) else {
      return nil
    }
    let unasked = "Apple's copy of the association file could not be fetched"
    switch copy {
    case .failure(let failure): return .note(.links, address, "\(unasked). \(failure.seen)")
    case .answer(let answer) where answer.status == 404:
      let reason = answer.headers[.appleFailureReason].map { " Apple says: \(Printable.text($0))." } ?? ""
      return .warning(
        .links, address, "Apple has no copy of the association file.\(reason)",
        "Let Apple reach the file from the internet: no country filter, no bot protection. "
          + "Apple tries again within hours; until then, newly installed apps get no links.")
    case .answer(let answer) where answer.status == 200:
      let known = try? AssociationFile.read(answer.body).file
      if answer.body == file.body || known == read.file {
        return .ok(.links, address, "Apple's copy equals the served file.")
      }
      guard let known else {
        return .warning(
          .links, address, "Apple's copy is not an association file.",
          "Check again later; Apple keeps copies for days.")
      }
      let without = apps.filter { app in
        guard case .ios(let ios) = app.platform else { return false }
        return !known.opensReturnLinks(of: app.linkHost, for: ios.identifier)
      }
      let missing = without.map(\.id).sorted().joined(separator: ", ")
      return .warning(
        .links, address,
        "Apple's copy differs from the served file and is probably older"
          + (missing.isEmpty ? "; it gives Ferry's links to the apps." : "; it gives no links to \(missing)."),
        "Wait: Apple refreshes it within days. Apps installed until then use the copy. A development device fetches the "
          + "file itself if the entitlement has ?mode=developer.")
    case .answer(let answer): return .note(.links, address, "\(unasked): \(answer.status).")
    }
  }
}

extension HTTPField.Name {
  fileprivate static let appleFailureReason: HTTPField.Name = {
    guard let name = HTTPField.Name("Apple-Failure-Reason") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
