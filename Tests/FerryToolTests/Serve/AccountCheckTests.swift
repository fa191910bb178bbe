import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import FerryTesting
import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import FerryTestBank
@testable import FerryTool

@Suite("Accounts at the start of the server")
struct AccountCheckTests {
  /// An account that a check finds something about.
  private struct Examined: ProviderAccount {
    let bank: BankProvider
    let findings: [Finding]

    var id: ProviderAccountID { bank.account }
    var name: String { "Bank" }
    var provider: any Provider { bank }
    var button: ButtonSource? { nil }
    var isSandbox: Bool { true }
    var facts: [String: String] { [:] }
    var settlementReports: (any SettlementReports)? { nil }

    func examine(_ connection: ProviderConnection) async -> [Finding] { findings }
  }

  private struct Handler: LogHandler {
    let lines: AsyncStream<String>.Continuation
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.yield("\(event.level) \(event.message) \(event.metadata?["change"] ?? "")")
    }
  }

  @Test("The log says what is wrong with each account and what to do, and the server runs on", .timeLimit(.minutes(1)))
  func logged() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    let time = VirtualTime()
    let bank = BankProvider(
      BankAccount(
        mode: .test, origin: try #require(Origin("http://127.0.0.1:1")), login: "shop", secret: Secret("secret")))
    let check = AccountCheck(
      accounts: [
        Examined(bank: bank, findings: [.ok(.clock, "clock", "It agrees.")]),
        Examined(
          bank: bank,
          findings: [
            .error(.provider, "account", "It refuses the login (error 102).", "Set the secret key."),
            .warning(.clock, "clock", "It is 20 s ahead.", "Set it by NTP."),
          ]),
      ],
      connection: ProviderConnection(transport: ScriptedTransport([]), time: time, randomness: SequentialRandomness()),
      logger: Logger(label: "test") { _ in Handler(lines: line) })
    try await ProcessServices(services: [check], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }).run {
      var seen: [String] = []
      for await line in lines {
        seen.append(line)
        if seen.count == 2 { break }
      }
      #expect(
        seen == [
          "error It refuses the login (error 102). Set the secret key.", "warning It is 20 s ahead. Set it by NTP.",
        ])
    }
  }
}
