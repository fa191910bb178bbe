import ArgumentParser
import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryServer
import Foundation

struct ReconcileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Compare the shop's orders with Ferry's books and the provider's, and list the differences.",
    usage: "ferry reconcile [<options>]",
    discussion: """
      Run it every day on the server's machine, with the same settings. The server may be running. It compares three books:

      \(comparedBooks)

      It lists each difference older than --grace-minutes, with its age and its remedy, and everything that needs a person's \
      decision: held checkouts, and operations whose outcome is unknown. Orders and payments have ids only; no buyer data is \
      printed. The operations page shows the last comparison.

      By default it changes nothing. --fetch-reports keeps the reports in the database. With --repair, the server asks the provider again about payments that differ, and records its \
      answers. It records unknown chargebacks of the reports as lost disputes.

      Exit status:
        0  nothing differs
        1  something differs
        2  not everything could be compared
        3  another comparison of the account is running (PostgreSQL only)

      Examples:
        ferry reconcile --orders orders.csv
        ferry reconcile --orders - --json < orders.csv
        ferry reconcile --demo --account swedbank-pay
      """)

  private static let comparedBooks = HelpList.text([
    (
      "the shop's",
      """
      the orders in the CSV file of --orders. It has the columns reference, status, total and currency, and optionally \
      captured, refunded, created_at and updated_at, in any order; other columns are ignored. A status is paid, unpaid, \
      cancelled or refunded
      """
    ),
    ("Ferry's", "the payments, and the entries of the ledger"),
    (
      "the provider's",
      """
      the charge of each payment. The settlement reports of --fetch-reports, `ferry reports import` and the operations page \
      also contain chargebacks, and charges that Ferry does not know
      """
    ),
  ])

  @OptionGroup var config: ConfigOptions

  @Option(
    help: ArgumentHelp("The CSV file with the shop's orders, or - for standard input.", valueName: "file"),
    completion: .file())
  var orders: String?

  @Option(
    help: ArgumentHelp(
      "When the orders file was written; later orders are ignored. (default: the file's modification time)",
      valueName: "time"))
  var ordersAt: PointInTime?

  @Option(
    help: ArgumentHelp(
      """
      The shop of the orders, and of the key for --repair, if there are several. The demo has \(DemoMerchant.own) (default) and \
      \(DemoMerchant.sample).
      """, valueName: "name"))
  var shop: String?

  @Option(help: ArgumentHelp("The mode, if the settings have both.", valueName: "mode")) var mode: Mode?

  @Option(
    help: ArgumentHelp(
      "The provider's account, if there are several: amazon-pay or amazon-pay/NAME.", valueName: "account"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      """
      Compare checkouts created at this time or later: 2026-01-31 (UTC) or 2026-01-31T12:00:00Z. (default: 30 days before \
      --until)
      """, valueName: "time"))
  var since: PointInTime?

  @Option(help: ArgumentHelp("Compare checkouts created before this time. (default: now)", valueName: "time"))
  var until: PointInTime?

  @Option(
    help: ArgumentHelp(
      "Ignore differences that are younger than this: they may resolve themselves.", valueName: "minutes"))
  var graceMinutes = 60

  @Option(
    help: ArgumentHelp(
      "How long to wait before asking the provider again about payments that differ.", valueName: "seconds"))
  var recheckSeconds = 30

  @Flag(help: "Fetch the provider's settlement reports of the period, and import them. For test payments, create one.")
  var fetchReports = false

  @Flag(name: .customLong("no-provider"), help: "Do not ask the provider.") var asksNoProvider = false

  @Flag(help: "Let the running server ask the provider again about payments that differ.") var repair = false

  @Option(
    help: ArgumentHelp(
      "The file with the shop's secret key, for --repair. (default: as for `ferry checkouts list`)", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @OptionGroup var output: JSONOption

  @Flag(help: "Compare the books of the demo on this machine.") var demo = false

  @OptionGroup(title: "Options of the demo, with --demo") var place: DemoPlaceOptions

  func validate() throws {
    if !demo { try place.requireNoSites() }
    try (0...525_600).require(graceMinutes, of: "--grace-minutes")
    try (0...3600).require(recheckSeconds, of: "--recheck-seconds")
    if let since, let until, since.moment >= until.moment {
      throw ValidationError("--since must be before --until.")
    }
    if orders == nil, ordersAt != nil { throw ValidationError("--orders-at requires --orders.") }
    if keyFile != nil, !repair { throw ValidationError("--key-file requires --repair.") }
    if asksNoProvider, fetchReports || repair {
      throw ValidationError(
        "--no-provider and \(repair ? "--repair" : "--fetch-reports") cannot be used together.")
    }
  }

  func run() async throws {
    let result: ReconciliationResult
    do {
      let subject = try subject()
      let ledger = try await subject.ledger()
      result = try await reconcile(subject, ledger)
      print(output.json ? try JSONOutput.text(result.report) : result.text)
      try await ledger.keep(result.report)
    } catch let underWay as ReconciliationUnderWay {
      printNote("\(underWay)")
      throw ExitCode(3)
    } catch {
      printNote("Error: \(error)")
      throw ExitCode(2)
    }
    if let failure = result.repairFailure { printNote("Error: \(failure)") }
    if !result.discrepancies.isEmpty { throw ExitCode(1) }
    if !result.report.complete { throw ExitCode(2) }
  }

  /// In bytes.
  private static let largestReport = 64 << 20

  private func subject() throws -> ReconciliationSubject {
    demo
      ? try ReconciliationSubject(demoIn: place.data, place.sites(), mode, account: account)
      : try ReconciliationSubject(try config.configuration(try config.sources()), mode, account: account)
  }

  private func reconcile(_ subject: ReconciliationSubject, _ ledger: OpenLedger) async throws -> ReconciliationResult {
    let time = ledger.time
    let now = time.now
    let end = until?.moment ?? now
    let begin = since?.moment ?? end - .seconds(30 * 86_400)
    guard begin < end else {
      throw CommandFailure("--since is in the future. A date without a time is in UTC.")
    }
    let window = begin..<end
    let orders = try await statedOrders()
    let shop = orders == nil && shop == nil ? nil : try subject.shop(named: shop)
    let server = repair ? try server(subject) : nil
    return try await HTTPClient.withHTTPClient(configuration: .trusting(subject.server.authorities)) { client in
      let transport = HTTPTransport(client: client, time: time, largestAnswer: Self.largestReport)
      let connection = ProviderConnection(transport: transport, time: time, randomness: SystemRandomness())
      var result = try await compared(subject, ledger, window, orders, of: shop, connection)
      if let server {
        // The findings are shown even if the server cannot be asked.
        do {
          result.report.repairs = try await ServerClient(access: server, client: client).repairs(
            of: result.discrepancies)
        } catch let failure as CommandFailure {
          result.repairFailure = failure
        }
      }
      return result
    }
  }

  private func server(_ subject: ReconciliationSubject) throws -> ServerAccess {
    if demo { return try ServerAccess(demoIn: place.data, at: subject.server.base, shop: shop, keyFile: keyFile) }
    return try ServerAccess(
      SettingsReader(try config.sources().reader), keyFile: keyFile, shop: shop, subject.mode,
      ProcessInfo.processInfo.environment)
  }

  private func compared(
    _ subject: ReconciliationSubject, _ ledger: OpenLedger, _ window: Range<Moment>, _ orders: [StatedOrder]?,
    of shop: ShopID?, _ connection: ProviderConnection
  ) async throws -> ReconciliationResult {
    if fetchReports { try await importReports(subject, window, connection) }
    let reader = ledger.reader
    let account = subject.account.id
    let lines = try await subject.server.store.explaining { try await reader.lines(of: account, in: window) }
    let settled = SettlementReport(lines: lines.map(\.line))
    var elsewhere: Set<String> = []
    if let orders, let shop { elsewhere = try await subject.ordersPaidElsewhere(reader, orders, of: shop) }
    var comparison = Comparison { orders, transactions in
      try await subject.recordedPayments(reader, window, orders: orders, of: shop, transactions)
    }
    if !asksNoProvider { comparison.ask = { await subject.statuses(of: $0, reader, connection) } }
    let reconciliation = try await comparison.reconciliation(
      shop: shop, orders: orders?.filter { !elsewhere.contains($0.reference) },
      asOf: ordersAt?.moment ?? self.orders.flatMap { InputFile.writtenAt($0) },
      transactions: settled.transactions, window: window, grace: .seconds(graceMinutes * 60),
      recheck: .seconds(recheckSeconds), time: ledger.time)
    return ReconciliationResult(
      reconciliation, of: subject.account.id, ordersElsewhere: elsewhere.count,
      report: lines.isEmpty && !fetchReports ? nil : settled,
      unreadable: reader.unreadable.map { "\($0)" }, at: ledger.time.now)
  }

  private func statedOrders() async throws -> [StatedOrder]? {
    guard let orders else { return nil }
    let bytes = FileText.utf8(of: try await InputFile.bytes(orders))
    do { return try StatedOrder.read(csv: bytes) } catch {
      throw CommandFailure("Cannot read \(orders == "-" ? "the orders" : orders). \(error)")
    }
  }

  private func importReports(
    _ subject: ReconciliationSubject, _ window: Range<Moment>, _ connection: ProviderConnection
  ) async throws {
    let files = try await subject.settlementReports.fetch(window, connection)
    try await subject.keep(files, at: connection.time.now, by: "ferry reconcile")
  }
}
