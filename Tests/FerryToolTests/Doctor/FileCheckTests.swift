import FerryCore
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes
import Testing

@testable import FerryTool

@Suite("The doctor on link files")
struct FileCheckTests {
  private let host: Origin
  private let ios: RegisteredApp
  private let android: RegisteredApp
  private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

  init() throws {
    host = try #require(Origin("https://link.shop.example"))
    ios = RegisteredApp(
      id: "shop-ios", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "A1B2C3D4E5")),
      scheme: "shop", linkHost: host)
    android = RegisteredApp(
      id: "shop-android", shop: "main",
      platform: .android(AndroidApp(package: "jp.example.shop", fingerprints: [Self.fingerprint])), scheme: "shop",
      linkHost: host)
  }

  private static let json: HTTPFields = [.contentType: "application/json"]

  private func association(_ text: String, status: Int = 200, headers: HTTPFields = json) -> [Finding] {
    FileCheck.association(
      .answer(Fetched.Answer(status: status, headers: headers, body: Array(text.utf8))), of: host, apps: [ios])
  }

  private func file(
    apps: String = "A1B2C3D4E5.jp.example.shop", components: String = #"[{"/":"/ferry/return/*"}]"#,
    credentials: String = "A1B2C3D4E5.jp.example.shop"
  ) -> String {
    #"{"applinks":{"details":[{"appIDs":["\#(apps)"],"components":\#(components)}]},"#
      + #""webcredentials":{"apps":["\#(credentials)"]}}"#
  }

  @Test("The files that Ferry itself writes are sound")
  func own() throws {
    let files = LinkHostFiles(of: host, apps: [ios, android], base: try #require(Origin("https://pay.shop.example")))
    func answer(_ name: String) throws -> Fetched {
      let file = try #require(files.files.first { $0.path.hasSuffix(name) })
      return .answer(Fetched.Answer(status: 200, headers: Self.json, body: file.content))
    }
    #expect(
      FileCheck.association(try answer("apple-app-site-association"), of: host, apps: [ios, android])
        .map(\.severity) == [.ok])
    #expect(
      FileCheck.assetLinks(try answer("assetlinks.json"), of: host, apps: [ios, android]).map(\.severity) == [.ok])
    #expect(association(file()).map(\.severity) == [.ok])
  }

  @Test(
    "A file that phones do not read is an error with the reason",
    arguments: [
      (301, "redirect"), (302, "redirect"), (308, "redirect"), (404, "404"), (403, "sign-in"), (401, "sign-in"),
      (500, "500"), (204, "204"),
    ])
  func statuses(status: Int, word: String) throws {
    let finding = try #require(association(file(), status: status).first)
    #expect(finding.severity == .error && finding.area == .links)
    #expect((finding.seen + (finding.change ?? "")).contains(word))
    #expect(finding.subject == "https://link.shop.example/.well-known/apple-app-site-association")
  }

  @Test("A file of the largest readable size is sound, and one more byte is an error")
  func size() {
    func padded(_ count: Int) -> String { file() + String(repeating: " ", count: count - file().utf8.count) }
    #expect(association(padded(131_072)).map(\.severity) == [.ok])
    let findings = association(padded(131_073))
    #expect(findings.map(\.severity) == [.error])
    #expect(findings[0].seen.contains("131072"))
  }

  @Test(
    "The content type must be JSON's",
    arguments: [
      ("application/json", true), ("application/json; charset=utf-8", true), ("Application/JSON", true),
      ("text/plain", false), ("application/octet-stream", false), (nil, false),
    ])
  func type(text: String?, isRight: Bool) {
    let findings = association(file(), headers: text.map { [.contentType: $0] } ?? [:])
    #expect(findings.map(\.severity) == (isRight ? [.ok] : [.warning, .ok]))
  }

  @Test("An invalid association file is an error")
  func unreadable() {
    for text in ["", "<html></html>", "{", "[]"] {
      #expect(association(text).map(\.severity).contains(.error), "\(text)")
    }
  }

  @Test("A file that names another app is an error that names both")
  func otherApp() {
    let findings = association(file(apps: "ZZZZZZZZZZ.jp.example.shop"))
    #expect(findings.map(\.severity) == [.error])
    #expect(findings[0].seen.contains("A1B2C3D4E5.jp.example.shop"))
    #expect(findings[0].seen.contains("ZZZZZZZZZZ.jp.example.shop"))
  }

  @Test(
    "Rules that do not assign Ferry's links to the app are an error, by the phone's matching rules",
    arguments: [
      (#"[{"/":"/ferry/return/*"}]"#, true), (#"[{"/":"*"}]"#, true), (#"[{"/":"/ferry/*","?":{"code":"?*"}}]"#, true),
      (#"[{"/":"/other/*"}]"#, false), (#"[{"/":"/ferry/return"}]"#, false), ("[]", false),
      (#"[{"/":"/ferry/*","exclude":true},{"/":"*"}]"#, false), (#"[{"/":"/Ferry/return/*"}]"#, false),
      (#"[{"/":"/ferry/return/*","?":{"other":"?*"}}]"#, false),
      // Codes of a confirmation have a dot and a number.
      (#"[{"/":"/ferry/return/*","?":{"code":"?????"}}]"#, false),
    ])
  func rules(components: String, isRight: Bool) {
    let findings = association(file(components: components))
    #expect(findings.map(\.severity) == [isRight ? .ok : .error], "\(findings)")
  }

  @Test("An app that is not in webcredentials is a warning")
  func credentials() {
    let findings = association(file(credentials: "ZZZZZZZZZZ.other"))
    #expect(findings.map(\.severity) == [.ok, .warning])
    #expect(findings[1].seen.contains("webcredentials"))
  }

  private func links(_ text: String) -> [Finding] {
    FileCheck.assetLinks(
      .answer(Fetched.Answer(status: 200, headers: Self.json, body: Array(text.utf8))), of: host, apps: [android])
  }

  @Test("Android's file assigns links to the app's package, with each of its certificates")
  func assetLinks() {
    func statement(
      relation: String = "delegate_permission/common.handle_all_urls", package: String = "jp.example.shop",
      fingerprint: String = Self.fingerprint
    ) -> String {
      #"[{"relation":["\#(relation)"],"target":{"namespace":"android_app","package_name":"\#(package)","#
        + #""sha256_cert_fingerprints":["\#(fingerprint)"]}}]"#
    }
    #expect(links(statement()).map(\.severity) == [.ok])
    #expect(links(statement(fingerprint: Self.fingerprint.lowercased())).map(\.severity) == [.ok])
    let spaces = 131_072 - statement().utf8.count
    #expect(links(statement() + String(repeating: " ", count: spaces)).map(\.severity) == [.ok])
    #expect(links(statement() + String(repeating: " ", count: spaces + 1)).map(\.severity) == [.error])
    let wrong = [
      statement(relation: "delegate_permission/common.get_login_creds"), statement(package: "jp.example.other"),
      statement(fingerprint: Array(repeating: "CD", count: 32).joined(separator: ":")), "[]", "{}", "", "<html>",
    ]
    for text in wrong { #expect(links(text).map(\.severity) == [.error], "\(text)") }
  }

  @Test(
    "A host that does not answer is an error", arguments: [Fetched.Failure.refused, .noSuchName, .tooLate, .notTrusted])
  func silent(failure: Fetched.Failure) {
    #expect(FileCheck.association(.failure(failure), of: host, apps: [ios]).map(\.severity) == [.error])
    #expect(FileCheck.assetLinks(.failure(failure), of: host, apps: [android]).map(\.severity) == [.error])
  }

  @Test("A link host must not be another site's host, on any port")
  func hosts() throws {
    func severity(base: String, shop: String) throws -> [Finding.Severity] {
      SiteCheck.findings(
        base: try #require(Origin(base)), shopPages: [try #require(Link(external: shop))], apps: [ios]
      ).map(\.severity)
    }
    #expect(try severity(base: "https://pay.shop.example", shop: "https://shop.example/checkout") == [.ok])
    #expect(try severity(base: "https://link.shop.example:8443", shop: "https://shop.example/checkout") == [.error])
    #expect(try severity(base: "https://pay.shop.example", shop: "https://link.shop.example:8443/checkout") == [.error])
  }
}
