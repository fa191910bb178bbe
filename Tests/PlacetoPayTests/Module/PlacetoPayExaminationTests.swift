import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import HTTPTypes
import PlacetoPay
import PlacetoPayModule
import Testing

@Suite("Doctor: PlacetoPay accounts")
struct PlacetoPayExaminationTests {
  private func findings(
    _ status: Int, _ body: String, ahead: Int64 = 0, date: String? = "Thu, 15 Jan 2026 14:30:00 GMT"
  ) async throws -> [Finding] {
    let time = VirtualTime(start: .sample + .seconds(ahead))
    let account = PlacetoPayProvider(try .sample(), .init(country: "CO"))
    let step: ScriptedTransport.Step =
      status > 0 ? .answer(status, body, date: date) : .failure(.notSent("There is nobody."))
    let transport = ScriptedTransport([step], now: time.now, repeats: true)
    return await account.examine(
      ProviderConnection(transport: transport, time: time, randomness: SequentialRandomness()))
  }

  @Test(
    "A session that does not exist proves login and secret key", arguments: [(200, "0"), (404, "request_not_valid")])
  func good(_ status: Int, _ reason: String) async throws {
    let findings = try await findings(status, refusal(reason, message: "No existe la sesión que busca"))
    #expect(findings.map(\.severity) == [.ok, .ok])
    #expect(findings.map(\.area) == [.provider, .clock])
  }

  @Test(
    "Each refusal of the login is explained with its cause and its remedy",
    arguments: [
      (100, "saw no authentication", "proxy"), (101, "does not know the login", "environment"),
      (102, "does not match", "tranKey"), (103, "5 minutes", "NTP"), (104, "not active", "support"),
      (105, "expired", "support"), (106, "credentials are expired", "new credentials"),
      (107, "could not read", "Content-Type"),
    ])
  func refused(_ code: Int, _ cause: String, _ remedy: String) async throws {
    let found = try await findings(401, authenticationRefusal(code))
    #expect(found[0].severity == .error && found[0].area == .provider)
    #expect(found[0].seen.contains("error \(code)") && found[0].seen.contains(cause), "\(found[0])")
    #expect(found[0].change?.contains(remedy) == true, "\(found[0])")
    for finding in found { #expect(!"\(finding)".contains("siteSecretKey")) }
  }

  @Test(
    "The clock's difference is told in seconds",
    arguments: [(0, Finding.Severity.ok), (5, .ok), (-40, .warning), (400, .error), (-400, .error)]
      as [(Int64, Finding.Severity)])
  func clock(_ ahead: Int64, _ severity: Finding.Severity) async throws {
    let found = try await findings(401, authenticationRefusal(103), ahead: ahead)
    #expect(found[1].severity == severity)
    if severity != .ok { #expect(found[1].seen.contains("\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind")")) }
    #expect(try await findings(404, refusal("0"), date: nil)[1].severity == .note)
  }

  @Test("A place that does not answer, or is not PlacetoPay, is an error; one that is busy, a warning")
  func others() async throws {
    #expect(try await findings(0, "").map(\.severity) == [.error])
    #expect(try await findings(404, "<html>")[0].severity == .error)
    #expect(try await findings(200, "<html>")[0].severity == .error)
    // The base URL has a path too many.
    #expect(try await findings(404, refusal("NA", message: "Page not found"))[0].severity == .error)
    #expect(try await findings(503, "<html>")[0].severity == .warning)
  }
}
