import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import FerryTool

@Suite("What the demo tells its app of the accounts")
struct DemoAccountsTests {
  private static let secretKey = "024h1IlD-not-to-be-told"

  private struct Body: Decodable {
    struct Account: Decodable {
      let provider: String
      let name: String
      let findings: [Finding]
    }
    struct Finding: Decodable {
      let severity: String
      let seen: String
      let change: String?
    }
    let sound: Bool
    let accounts: [Account]
  }

  private func answer(_ status: Int, _ message: String) async throws -> (body: Body, text: String) {
    let settings = ["baseURL": "http://127.0.0.1:3082", "login": "demo", "secretKey": Self.secretKey, "country": "CO"]
    let variables = settings.map {
      (ConfigurationKey("ferry.placetoPay.test.\($0.key)", "", example: "").variable, $0.value)
    }
    let sources = SettingsSources(environment: Dictionary(uniqueKeysWithValues: variables), file: nil)
    var reader = SettingsReader(sources.reader) { _ in nil }
    let accounts = Providers.accounts(&reader)
    try reader.requireNoProblems()
    let body = """
      {"status":{"status":"FAILED","reason":\(status),"message":"\(message)","date":"2026-01-15T14:30:00+00:00"}}
      """
    let route = DemoAccountsRoute(
      accounts: accounts,
      connection: ProviderConnection(
        transport: ScriptedTransport([.answer(status, body)], now: SystemTime().now, repeats: true), time: SystemTime(),
        randomness: SystemRandomness()))
    let json = try JSONEncoder().encode(await route.answer())
    return (try JSONDecoder().decode(Body.self, from: json), String(decoding: json, as: UTF8.self))
  }

  @Test(
    "A refused login is told with its code, the cause and the remedy, and without the secret key",
    arguments: [
      (101, "does not know the login", "base URL"), (102, "does not match", "tranKey"), (103, "5 minutes", "NTP"),
      (107, "could not read", "Content-Type"),
    ])
  func refused(_ code: Int, _ cause: String, _ remedy: String) async throws {
    let (body, text) = try await answer(401, "Autenticación fallida \(code)")
    #expect(!body.sound)
    #expect(body.accounts.map(\.provider) == ["placetopay"] && body.accounts.map(\.name) == ["PlacetoPay"])
    let finding = try #require(body.accounts.first?.findings.first)
    #expect(finding.severity == "error" && finding.seen.contains("error \(code)") && finding.seen.contains(cause))
    #expect(finding.change?.contains(remedy) == true, "\(finding)")
    #expect(!text.contains(Self.secretKey))
  }

  @Test("An accepted login is sound")
  func accepted() async throws {
    let (body, _) = try await answer(404, "No existe la sesión que busca")
    #expect(body.sound)
    #expect(body.accounts.first?.findings.first?.severity == "ok")
  }
}
