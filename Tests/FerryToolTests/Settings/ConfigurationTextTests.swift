import FerryCore
import FerryModule
import FerryServer
import Foundation
import Testing

@testable import FerryTool

@Suite("The printed configuration")
struct ConfigurationTextTests {
  private func listing(_ changes: [String: String] = [:], file: String? = nil) throws -> [String] {
    let sources = try Configured.sources(changes, file: file)
    return sources.listing(ServeConfiguration.keys(sources)).split(separator: "\n").map(String.init)
  }

  @Test("A setting is listed with its effective value and the source")
  func origins() throws {
    let file = "ferry:\n  listen:\n    port: 9000\n    address: 0.0.0.0\n"
    let words = try listing(["FERRY_LISTEN_PORT": "9001"], file: file)
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
    #expect(words.contains(["ferry.listen.port", "9001", "FERRY_LISTEN_PORT"]))
    #expect(words.contains(["ferry.listen.address", "0.0.0.0", "ferry.yaml:4"]))
    #expect(words.contains(["ferry.data", "/var/lib/ferry", "default"]))
    #expect(!words.contains { $0.first?.contains("amazonPay.live") == true })
  }

  @Test("No secret is in the list, from the environment or from the file")
  func secrets() throws {
    let text = try listing(
      file: "ferry:\n  shop:\n    main:\n      liveKeys: sk_live_q7Zk2xW9bTn4RvH8sLd3MfJ6yPc1Ga\n"
    ).joined(separator: "\n")
    #expect(!text.contains("q7Zk2xW9bTn4RvH8sLd3"))
    #expect(!text.contains("BEGIN"))
    #expect(text.split(separator: "\n").count { $0.contains("redacted") } == 3)
  }

  @Test("The example file has every setting and is sound except for the placeholders")
  func example() throws {
    let text = ExampleFile(shops: ["main"], apps: ["shop-ios"], webhooks: ["orders"]).text
    for key in ServeConfiguration.keys(shops: ["main"], apps: ["shop-ios"]) {
      #expect(text.contains(key.variable))
      #expect(text.contains(key.about))
    }
    let sources = SettingsSources(environment: [:], file: try SettingsFile(path: "f", text: text))
    let problems = try #require(throws: ConfigurationProblems.self) {
      try ServeConfiguration(sources) { $0.hasSuffix(".pem") ? Array(Configured.pem.utf8) : nil }
    }
    #expect(problems.entries.map(\.name) == ["ferry.shop.main.testKeys"])
    #expect(!problems.description.contains("Example:"), "What was taken from the example is not offered again.")
  }

  @Test("The example file with every line enabled has only existing settings")
  func wholeExample() throws {
    let text = ExampleFile(shops: ["main"], apps: ["shop-ios"]).text
      .split(separator: "\n").map { $0.replacing(/^( *)# ([a-zA-Z0-9-]+:)/, with: { "\($0.1)\($0.2)" }) }
      .joined(separator: "\n")
    let sources = SettingsSources(environment: [:], file: try SettingsFile(path: "f", text: text))
    let known = ServeConfiguration.keys(shops: ["main"], apps: ["shop-ios"], webhooks: ["orders"])
    #expect(sources.unknown(known: known).isEmpty)
    #expect(known.allSatisfy { sources.setting($0)?.origin != "default" })
  }

  @Test("The guide for operators, or the provider's own, names every setting")
  func guide() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let guides =
      ["Operating", "OperationsPage"] + Providers.modules.map { "\($0)".replacing("Registration", with: "") }
    let guide = try guides.map { name in
      let path = folder.appending(path: "Documentation/\(name).md").path
      return String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    }.joined()
    let keys = ServeConfiguration.keys(shops: ["NAME"], apps: ["NAME"], webhooks: ["NAME"], operators: ["NAME"])
    for key in keys where !key.name.contains(".live.") {
      let accounts = Providers.modules.map { $0.settingsFolder + ".test." }
      let account = accounts.first { key.name.hasPrefix($0) }
      let name = String(key.name.dropFirst((account ?? "ferry.").count))
      #expect(guide.contains("`\(name)`"), "\(key.name)")
      if let fallback = key.fallback { #expect(guide.contains("`\(fallback)`"), "\(key.name)") }
    }
  }
}
