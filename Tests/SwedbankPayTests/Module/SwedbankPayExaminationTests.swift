import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import HTTPTypes
import SwedbankPay
import SwedbankPayModule
import Testing

@Suite("Doctor: Swedbank Pay accounts")
struct SwedbankPayExaminationTests {
  private static let missing = Answers.problem("paymentorders/notfound", 404)

  private func findings(
    _ status: Int, _ body: String = missing, ahead: Int64 = 0, date: String? = "Thu, 15 Jan 2026 14:30:00 GMT"
  ) async throws -> [Finding] {
    let time = VirtualTime(start: .sample + .seconds(ahead))
    let account = SwedbankPayProvider(try .sample())
    let step: ScriptedTransport.Step =
      status > 0 ? .answer(status, body, date: date) : .failure(.notSent("There is nobody."))
    let transport = ScriptedTransport([step], now: time.now, repeats: true)
    defer {
      #expect(transport.sent.allSatisfy { $0.request.method == .get && $0.body.isEmpty }, "Doctor changes nothing.")
    }
    return await account.examine(
      ProviderConnection(transport: transport, time: time, randomness: SequentialRandomness()))
  }

  @Test("A payment order that does not exist proves the access token")
  func good() async throws {
    let found = try await findings(404)
    #expect(found.map(\.severity) == [.ok, .ok])
    #expect(found.map(\.area) == [.provider, .clock])
  }

  @Test(
    "A refused access token is an error that names the Merchant Portal and not the token", arguments: ["", missing])
  func refused(_ body: String) async throws {
    let found = try await findings(401, body)
    #expect(found[0].severity == .error && found[0].seen.contains("does not accept the access token"))
    #expect(found[0].change?.contains("Merchant Portal") == true)
    #expect(found.allSatisfy { !"\($0)".contains("sample-token") })
  }

  @Test("A place that does not answer, or is not Swedbank Pay's, is an error; one that is busy, a warning")
  func others() async throws {
    #expect(try await findings(0).map(\.severity) == [.error])
    #expect(try await findings(404, "<html>")[0].severity == .error)
    #expect(try await findings(403, "{}")[0].severity == .error)
    #expect(try await findings(503, "<html>")[0].severity == .warning)
    #expect(try await findings(500, Answers.problem("systemerror", 500))[0].severity == .warning)
  }

  @Test(
    "The clock's difference is told in seconds",
    arguments: [(0, Finding.Severity.ok), (5, .ok), (-40, .warning), (400, .warning)] as [(Int64, Finding.Severity)])
  func clock(_ ahead: Int64, _ severity: Finding.Severity) async throws {
    let found = try await findings(404, ahead: ahead)
    #expect(found[1].severity == severity)
    if severity != .ok { #expect(found[1].seen.contains("\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind")")) }
    #expect(try await findings(404, date: nil)[1].severity == .note)
  }
}
