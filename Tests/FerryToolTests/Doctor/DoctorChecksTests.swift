import AmazonPaySandbox
import FerryCore
import FerryEngine
import FerryLinks
import FerryModule
import FerrySQLite
import FerrySandbox
import FerryServer
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import FerryTool

/// Complete examinations of real servers on this machine, each with one fault.
@Suite("The doctor's examination")
struct DoctorChecksTests {
  /// A site's answer for a path, such as "/health".
  typealias Answers = @Sendable (String, HTTPRequest.Method) -> (Int, HTTPFields, String)

  /// Runs a server with these answers, and passes its port.
  private func serving<Value: Sendable>(
    _ answers: @escaping Answers, _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    let (ports, arrived) = AsyncStream<Int>.makeStream()
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { request, _ in
        let (status, headers, text) = answers(request.uri.path, request.method)
        return Response(
          status: HTTPResponse.Status(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(string: text))
        )
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { arrived.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return try await whileRunning({ try await application.run() }) {
      for await port in ports { return try await body(port) }
      throw CancellationError()
    }
  }

  private static let json: HTTPFields = [.contentType: "application/json"]
  private static let problem: HTTPFields = [.contentType: "application/problem+json"]

  /// A server, link host and sandbox for Amazon in which nothing is wrong.
  private static let sound: Answers = { path, method in
    switch (path, method) {
    case ("/health", _): (200, json, #"{"status":"alive"}"#)
    case (AssociationFile.path, _):
      (
        200, json,
        String(
          decoding: AssociationFile(apps: ["A1B2C3D4E5.jp.example.shop"], path: "/ferry/return/*").json,
          as: UTF8.self)
      )
    case ("/ferry/notify/amazon-pay/test", .post): (400, problem, "{}")
    case ("/v2/checkoutSessions/00000000-0000-4000-8000-000000000000", .get):
      (404, json, #"{"reasonCode":"ResourceNotFound","message":""}"#)
    case ("/hook", _): (405, [:], "")
    default: (404, [:], "")
    }
  }

  private static let root = Result {
    try DevelopmentAuthority(now: Moment(milliseconds: 0), randomness: SystemRandomness()).certificatePEM
  }

  /// An account at a sandbox, by its settings.
  private static func accounts(
    _ site: String, _ keyID: String, pem: String, merchant: String = "A1B2C3D4E5F6G7",
    root: Result<String, any Error>? = nil
  ) throws -> [any ProviderAccount] {
    var values = [
      "merchantID": merchant, "storeID": "amzn1.application-oa2-client.01", "publicKeyID": keyID, "region": "jp",
      "privateKey": pem, "sandboxURL": site,
    ]
    let rootPEM = try root?.get()
    if rootPEM != nil {
      values["notificationTopics"] = "arn:aws:sns:ap-northeast-1:123456789012:a"
      values["notificationRootFile"] = "root.pem"
    }
    let variables = values.map {
      (ConfigurationKey("ferry.amazonPay.test.\($0.key)", "", example: "").variable, $0.value)
    }
    let sources = SettingsSources(environment: Dictionary(uniqueKeysWithValues: variables), file: nil)
    var settings = SettingsReader(sources.reader) { _ in rootPEM.map { Array($0.utf8) } }
    let accounts = Providers.accounts(&settings)
    try settings.requireNoProblems()
    return accounts
  }

  /// - Parameters:
  ///   - copies: True if the site also plays Apple's copies.
  ///   - makeAccounts: The accounts whose provider is the site; nil for one at Amazon.
  private func findings(
    _ answers: @escaping Answers, copies: Bool = false,
    of makeAccounts: (@Sendable (_ site: String) throws -> [any ProviderAccount])? = nil,
    fill: @escaping @Sendable (SQLiteStore) async throws -> Void = { _ in }
  ) async throws -> [Finding] {
    try await serving(answers) { port in
      let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-doctor-\(SystemRandomness().token())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let site = "http://127.0.0.1:\(port)"
      let base = try #require(Origin("http://localhost:\(port)"))
      let link = try #require(Origin(site))
      let accounts =
        try makeAccounts?(site) ?? Self.accounts(site, "SANDBOX-ABC", pem: Configured.pem, root: Self.root)
      try await fill(try SQLiteStore(path: folder.path + "/ferry.sqlite"))
      let subject = DoctorSubject(
        base: base, shopPages: [base.link("/checkout")],
        apps: [
          RegisteredApp(
            id: "shop-ios", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "A1B2C3D4E5")),
            scheme: "shop", linkHost: link)
        ],
        webhooks: ["\(site)/hook?secret=swordfish"],
        accounts: accounts, hasSettings: true,
        store: .sqlite(in: folder.path), listenAddress: "127.0.0.1", listenPort: port, isSecureOnPort: false,
        authorities: nil, appleCopies: copies ? link : nil)
      return try await DoctorCommand.examine(subject)
    }
  }

  private func severity(_ findings: [Finding], _ area: Finding.Area) -> [Finding.Severity] {
    findings.filter { $0.area == area }.map(\.severity)
  }

  @Test("A sound setup has neither error nor warning, and no secret in the report")
  func nothingWrong() async throws {
    let findings = try await findings(Self.sound)
    let report = DoctorReport(findings: findings)
    #expect(report.sound && !findings.contains { $0.severity == .warning }, "\(report.text())")
    for area in [Finding.Area.provider, .clock, .links, .notifications, .webhooks, .port] {
      #expect(severity(findings, area).contains(.ok), "\(area) \(report.text())")
    }
    #expect(!report.text().contains("swordfish"))
  }

  @Test(
    "Each fault is an error at its subject",
    arguments: [
      ("/health", 502, Finding.Area.server), (AssociationFile.path, 302, .links), (AssociationFile.path, 404, .links),
      ("/ferry/notify/amazon-pay/test", 403, .notifications), ("/ferry/notify/amazon-pay/test", 302, .notifications),
      ("/v2/checkoutSessions/00000000-0000-4000-8000-000000000000", 403, .provider), ("/hook", 301, .webhooks),
    ])
  func faults(path: String, status: Int, area: Finding.Area) async throws {
    let findings = try await findings { asked, method in
      asked == path
        ? (
          status, status == 403 ? Self.json : [.location: "https://elsewhere.example/"],
          #"{"reasonCode":"InvalidRequestSignature","message":""}"#
        ) : Self.sound(asked, method)
    }
    #expect(severity(findings, area).contains(.error), "\(DoctorReport(findings: findings).text())")
    for other in Finding.Area.allCases where other != area && !(area == .server && other == .port) {
      #expect(!severity(findings, other).contains(.error), "\(other)")
    }
  }

  @Test("The file of an account is fetched at the server's own address")
  func domainFile() async throws {
    let path = "/.well-known/apple-developer-merchantid-domain-association"
    for (served, severity) in [("7B2270", Finding.Severity.ok), ("7B2271", .error)] {
      let findings = try await findings(
        { asked, method in asked == path ? (200, [:], served) : Self.sound(asked, method) },
        of: { site in
          let names = [
            "PAYEE_ID": "5cabf558-5283-482f-b252-4d58e06f6f3b", "ACCESS_TOKEN": "a1b2c3", "API_URL": site,
            "PAYER_URLS": site, "APPLE_PAY_FILE": "/file",
          ]
          let variables = Dictionary(
            uniqueKeysWithValues: names.map { ("FERRY_SWEDBANK_PAY_TEST_\($0.key)", $0.value) })
          var settings = SettingsReader(SettingsSources(environment: variables, file: nil).reader) { _ in
            Array("7B2270".utf8)
          }
          let accounts = Providers.accounts(&settings)
          try settings.requireNoProblems()
          return accounts
        })
      let own = findings.filter { $0.subject.hasPrefix("http://localhost:") && $0.subject.hasSuffix(path) }
      #expect(own.map(\.severity) == [severity], "\(DoctorReport(findings: findings).text())")
    }
    #expect(try await findings(Self.sound).contains { $0.subject.hasSuffix(path) } == false)
  }

  @Test("What the server's requests of the last day have shown to be wrong with an account is a warning, older is not")
  func accountProblems() async throws {
    let findings = try await findings(
      Self.sound,
      fill: { store in
        try await whileRunning({ try await store.run() }) {
          try await SampleAttempt("one").open(in: store)
          try await store.update("one") { _, change in
            let now = SystemTime().now
            change.log = [
              LogEntry(at: now - .seconds(90_000), .misconfigured("Yesterday.")),
              LogEntry(
                at: now - .seconds(60), .misconfigured("Amazon says: PLN is not supported. Compare the currency.")),
            ]
          }
        }
      })
    let warnings = findings.filter { $0.severity == .warning }
    #expect(warnings.map(\.area) == [.provider])
    let seen = try #require(warnings.first?.seen)
    #expect(seen.contains("PLN is not supported. Compare the currency.") && !seen.contains("times"))
    #expect(warnings.first?.change?.contains("ferry checkouts show one") == true)
    #expect(!DoctorReport(findings: findings).text().contains("Yesterday"))
  }

  @Test("Apple's copy is compared with the file: the same, an older one, none, or no answer")
  func appleCopy() async throws {
    let path = "/a/v1/127.0.0.1"
    let older = AssociationFile(apps: ["A1B2C3D4E5.jp.example.shop"], path: "/old/*").json
    let answers: [(status: Int, file: String?, severity: Finding.Severity)] = [
      (200, nil, .ok), (200, String(decoding: older, as: UTF8.self), .warning), (404, "", .warning), (503, "", .note),
    ]
    for answer in answers {
      let findings = try await findings(
        { asked, method in
          guard asked == path else { return Self.sound(asked, method) }
          let served = Self.sound(AssociationFile.path, .get).2
          return (answer.status, Self.json, answer.file ?? served)
        }, copies: true)
      let own = findings.filter { $0.subject.hasSuffix(path) }
      #expect(own.map(\.severity) == [answer.severity], "\(answer.status) \(own)")
      #expect(DoctorReport(findings: findings).sound)
    }
    #expect(try await findings(Self.sound).contains { $0.subject.hasSuffix(path) } == false)
  }

  @Test("Apple is asked only about hosts that it can reach")
  func appleHosts() throws {
    let subject = { (copies: String?) throws -> DoctorSubject in
      DoctorSubject(
        base: try #require(Origin("https://pay.shop.example")), shopPages: [], apps: [], webhooks: [], accounts: [],
        hasSettings: true, store: .sqlite(path: ""), listenAddress: "", listenPort: 1, isSecureOnPort: false,
        authorities: nil,
        appleCopies: copies.flatMap { Origin($0) })
    }
    let apple = try subject("https://app-site-association.cdn-apple.com")
    let host = try #require(Origin("https://link.shop.example"))
    #expect(apple.appleCopy(of: host) == "https://app-site-association.cdn-apple.com/a/v1/link.shop.example")
    #expect(apple.appleCopy(of: try #require(Origin("https://127.0.0.1:3445"))) == nil)
    #expect(apple.appleCopy(of: try #require(Origin("http://localhost:3445"))) == nil)
    #expect(try subject(nil).appleCopy(of: host) == nil)
  }

  /// Asks a sandbox that has a merchant in each region about an account in Japan, by real HTTP.
  private func findings(keyId: String) async throws -> [Finding] {
    let place = SandboxPlace(
      origin: try #require(Origin("http://127.0.0.1:3081")), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Shop")
    let sandbox = try Sandbox(
      MerchantRegion.allCases.map { region in
        Merchant(
          id: "A1B2C3D4E5F6\(region.rawValue.uppercased())", name: "Shop", region: region,
          storeIDs: ["amzn1.application-oa2-client.01"],
          publicKeys: ["SANDBOX-\(region.rawValue.uppercased())": SigningTestKey.publicKey])
      }, at: place)
    let (ports, arrived) = AsyncStream<Int>.makeStream()
    let application = sandbox.responder.application(
      address: .hostname("127.0.0.1", port: 0), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      onServerRunning: { arrived.yield($0 ?? 0) })
    return try await whileRunning({ try await application.run() }) {
      for await port in ports {
        let accounts = try Self.accounts(
          "http://127.0.0.1:\(port)", keyId, pem: SigningTestKey.privateKey, merchant: "A1B2C3D4E5F6JP")
        let base = try #require(Origin("http://localhost:\(port)"))
        let subject = DoctorSubject(
          base: base, shopPages: [], apps: [], webhooks: [], accounts: accounts,
          hasSettings: true, store: .sqlite(in: "/nowhere"), listenAddress: "127.0.0.1", listenPort: port,
          isSecureOnPort: false, authorities: nil)
        return try await DoctorCommand.examine(subject)
      }
      throw CancellationError()
    }
  }

  @Test(
    "A key of another region is recognised with its region, and an unknown key is not",
    arguments: [
      ("SANDBOX-JP", Finding.Severity.ok, nil),
      (
        "SANDBOX-EU", .error,
        "The key belongs to the region eu, which accepts it: set ferry.amazonPay.test.region to eu."
      ),
      (
        "SANDBOX-NA", .error,
        "The key belongs to the region na, which accepts it: set ferry.amazonPay.test.region to na."
      ),
      ("SANDBOX-NONE", .error, "No other place accepts the key either (asked: na, eu)."),
    ])
  func regions(keyId: String, severity: Finding.Severity, advice: String?) async throws {
    let finding = try #require(try await findings(keyId: keyId).first { $0.area == .provider })
    #expect(finding.severity == severity)
    if let advice { #expect(finding.change?.hasPrefix(advice) == true, "\(finding)") }
  }

  @Test("A redirect is not followed, and an endless body is not read completely")
  func limits() async throws {
    let visits = NIOLockedValueBox(0)
    let findings = try await findings { path, method in
      switch path {
      case "/elsewhere":
        visits.withLockedValue { $0 += 1 }
        return (200, Self.json, "{}")
      case "/health": return (301, [.location: "/elsewhere"], "")
      case AssociationFile.path: return (200, Self.json, String(repeating: " ", count: 3_000_000))
      default: return Self.sound(path, method)
      }
    }
    #expect(visits.withLockedValue { $0 } == 0)
    #expect(severity(findings, .server) == [.error])
    #expect(findings.contains { $0.area == .links && $0.seen.contains("131072") })
  }

  @Test("If nothing listens, every check says so")
  func silent() async throws {
    let port = try await serving(Self.sound) { $0 }
    let site = try #require(Origin("https://127.0.0.1:\(port)"))
    try await DoctorNetwork.running(authorities: nil) { network in
      #expect(await network.fetch("http://127.0.0.1:\(port)/health") == .failure(.refused))
      #expect(await network.fetch("http://localhost:\(port)/health") == .failure(.refused))
      #expect(await network.chain(of: site) == .failure(.refused))
    }
  }

  @Test("A server without TLS at an https address is reported")
  func plain() async throws {
    try await serving(Self.sound) { port in
      let site = try #require(Origin("https://127.0.0.1:\(port)"))
      let chain = try await DoctorNetwork.running(authorities: nil) { await $0.chain(of: site) }
      #expect(chain == .failure(.notTrusted))
    }
  }

  @Test("A database that this version cannot read, or this user cannot write, is an error")
  func database() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-doctor-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/ferry.sqlite"
    #expect(await DatabaseCheck.finding(.sqlite(path: path)).severity == .warning)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A disk that is not mounted looks like this.
    #expect(await DatabaseCheck.finding(.sqlite(path: path)).severity == .warning)
    try Data("not a database, and long enough to be looked at".utf8).write(to: URL(filePath: path))
    #expect(await DatabaseCheck.finding(.sqlite(path: path)).severity == .error)
  }

  @Test("A port is the server's, free, or another program's")
  func port() {
    let alive = Fetched.answer(Fetched.Answer(status: 200))
    #expect(PortFinding.finding("127.0.0.1", 1, refused: nil, health: nil).severity == .note)
    let taken = PortCheck.Refused.inUse(1, setting: "")
    #expect(PortFinding.finding("127.0.0.1", 1, refused: taken, health: alive).severity == .ok)
    #expect(PortFinding.finding("127.0.0.1", 1, refused: taken, health: .failure(.broken)).severity == .error)
    #expect(
      PortFinding.finding("127.0.0.1", 1, refused: .notAllowed(1, setting: ""), health: nil).severity == .error)
  }
}
