public import ArgumentParser
import AsyncHTTPClient
import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryModule
import FerryReconciliation
import FerryServer
import Foundation

struct ReconcileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Compares the shop's orders, Ferry's books and the provider's, and lists what differs.",
    discussion: """
      Run it every day where the server runs, with the same settings; the server may run meanwhile. Three books are compared:

        the shop's    a CSV file of its orders, named by --orders (- is standard
                      input), with the columns reference, status, total and
                      currency, and perhaps captured, refunded, created_at and
                      updated_at, in any order and among others. A status is
                      paid, unpaid, cancelled or refunded
        Ferry's       its payments, and the entries of its ledger
        the provider  each payment's charge is asked for by its id. Settlement
                      reports, with --report or --fetch-reports, show charges
                      as well that Ferry knows nothing of

      Listed is what differs for longer than --grace-minutes, with its age and what to do about it, and everything that waits for \
      a person's decision: operations of unknown outcome and held checkouts, of any age. The operations page shows the last \
      comparison. Nothing is changed, unless \
      --repair is said: then the provider is asked again about the payments that it has otherwise, and what it answers is taken \
      in as ever. The list names orders and payments by their ids and tells nothing of buyers.

      Ends with 0 when nothing differs, with 1 when something does, and with 2 when not all of it could be compared. \
      With a PostgreSQL database an account is compared once at a time: while it is, another run on any machine ends \
      with 3 and compares nothing.

        ferry reconcile --orders orders.csv
        ferry reconcile --orders - --json < orders.csv
        ferry reconcile --demo --account swedbank-pay    while `ferry demo` runs
      """)

  @OptionGroup var config: ConfigOptions

  @Option(help: ArgumentHelp("The shop's orders, as CSV; - for standard input.", valueName: "file"))
  var orders: String?

  @Option(
    help:
      "When the shop has written its orders down, for what came later is not among them. When the file was, unless given."
  )
  var ordersAt: PointInTime?

  @Option(
    help: """
      The shop that the orders are of, and whose key --repair takes, where there are several; with --demo demo, which is the \
      default, or \(DemoSampleShop.id).
      """)
  var shop: String?

  @Option(help: "test or live, where both are set up.") var mode: Mode?

  @Option(help: "The provider's account, where there are several: amazon-pay, or amazon-pay/NAME.") var account: String?

  @Option(
    help:
      "Compare what began then or later: 2026-01-31 (in UTC), or 2026-01-31T12:00:00Z. Thirty days ago unless given.")
  var since: PointInTime?

  @Option(help: "Compare what began before that. Now unless given.") var until: PointInTime?

  @Option(help: "How many minutes something may differ before it is listed: it is under way as long.")
  var graceMinutes = 60

  @Option(
    help: ArgumentHelp(
      "After how many seconds the provider is asked once more about what it has otherwise.", valueName: "seconds"))
  var recheckSeconds = 30

  @Option(
    name: .customLong("report"), parsing: .singleValue,
    help: ArgumentHelp("A settlement report of the provider, as it was downloaded; may be repeated.", valueName: "file")
  )
  var reports: [String] = []

  @Flag(help: "Fetch the provider's settlement reports of that time; for test payments one is made.")
  var fetchReports = false

  @Flag(name: .customLong("no-provider"), help: "Do not ask the provider for each charge.") var asksNoProvider = false

  @Flag(help: "Let the running server ask the provider again about the payments that it has otherwise.")
  var repair = false

  @Option(
    help: ArgumentHelp(
      "A file with the shop's secret key, for --repair; else as `ferry help checkouts list` says.", valueName: "file"))
  var keyFile: String?

  @OptionGroup var output: JSONOption

  @Flag(help: "Compare the books of this machine's demo.") var demo = false

  @OptionGroup(title: "With --demo, as `ferry demo` was given it") var place: DemoPlaceOptions

  func validate() throws {
    if !demo { try place.requireNoSites() }
    guard (0...525_600).contains(graceMinutes) else {
      throw ValidationError("--grace-minutes takes a number from 0 to 525600.")
    }
    guard (0...3600).contains(recheckSeconds) else {
      throw ValidationError("--recheck-seconds takes a number from 0 to 3600.")
    }
    if let since, let until, since.moment >= until.moment {
      throw ValidationError("--since has to lie before --until.")
    }
    if orders == nil, ordersAt != nil { throw ValidationError("--orders-at is for --orders.") }
    if keyFile != nil, !repair { throw ValidationError("--key-file is for --repair.") }
    if asksNoProvider, fetchReports || repair {
      throw ValidationError("\(repair ? "--repair" : "--fetch-reports") asks the provider: leave out --no-provider.")
    }
  }

  func run() async throws {
    let result: ReconciliationResult
    do {
      let subject = try subject()
      let books = try await subject.books()
      result = try await reconcile(subject, books)
      print(output.json ? try JSONOutput.text(result.report) : result.text)
      try await books.keep(result.report)
    } catch let underWay as ReconciliationUnderWay {
      printNote("\(underWay)")
      throw ExitCode(3)
    } catch {
      printNote("Error: \(error)")
      throw ExitCode(2)
    }
    if let failure = result.repairFailure { printNote("Error: \(failure)") }
    if !result.discrepancies.isEmpty { throw ExitCode(1) }
    if !result.isComplete { throw ExitCode(2) }
  }

  /// In bytes.
  private static let largestReport = 64 << 20

  private func subject() throws -> ReconciliationSubject {
    demo
      ? try ReconciliationSubject(demoIn: place.data, place.sites(), mode, account: account)
      : try ReconciliationSubject(try config.configuration(try config.sources()), mode, account: account)
  }

  /// - Throws: `CommandFailure`, `StartFailure`: nothing could be compared.
  private func reconcile(_ subject: ReconciliationSubject, _ store: OpenBooks) async throws -> ReconciliationResult {
    let time = store.time
    let now = time.now
    let end = until?.moment ?? now
    let begin = since?.moment ?? end - .seconds(30 * 86_400)
    guard begin < end else {
      throw CommandFailure("That time has not come: --since lies after now. A day is one in UTC.")
    }
    let window = begin..<end
    let orders = try await statedOrders()
    let shop = orders == nil && shop == nil ? nil : try subject.shop(named: shop)
    let server = repair ? try server(subject) : nil
    return try await HTTPClient.withHTTPClient(configuration: .trusting(subject.authorities)) { client in
      let transport = HTTPTransport(client: client, time: time, largestAnswer: Self.largestReport)
      let connection = ProviderConnection(transport: transport, time: time, randomness: SystemRandomness())
      var result = try await compared(subject, store, window, orders, of: shop, connection)
      if let server {
        // The findings are shown even if the server cannot be asked.
        do {
          result.repairs = try await ServerClient(server, client).repairs(of: result.discrepancies)
        } catch let failure as CommandFailure {
          result.repairFailure = failure
        }
      }
      return result
    }
  }

  private func server(_ subject: ReconciliationSubject) throws -> ServerAccess {
    if demo { return try ServerAccess(demoIn: place.data, at: subject.base, shop: shop, keyFile: keyFile) }
    return try ServerAccess(
      SettingsReader(try config.sources().reader), keyFile: keyFile, shop: shop, subject.mode,
      ProcessInfo.processInfo.environment)
  }

  private func compared(
    _ subject: ReconciliationSubject, _ store: OpenBooks, _ window: Range<Moment>, _ orders: [StatedOrder]?,
    of shop: ShopID?, _ connection: ProviderConnection
  ) async throws -> ReconciliationResult {
    let hasReports = !reports.isEmpty || fetchReports
    let settled = hasReports ? try await settlementReports(subject, window, connection) : []
    let reader = store.reader
    var elsewhere: Set<String> = []
    if let orders, let shop { elsewhere = try await subject.ordersPaidElsewhere(reader, orders, of: shop) }
    var books = BooksReading { orders, groups in
      try await subject.recordedPayments(reader, window, orders: orders, of: shop, groups: groups)
    }
    if !asksNoProvider { books.ask = { await subject.statuses(of: $0, reader, connection) } }
    let reconciliation = try await books.reconciliation(
      shop: shop, orders: orders?.filter { !elsewhere.contains($0.reference) },
      asOf: ordersAt?.moment ?? self.orders.flatMap { InputFile.writtenAt($0) },
      reports: settled, window: window, grace: .seconds(graceMinutes * 60),
      recheck: .seconds(recheckSeconds), time: store.time)
    return ReconciliationResult(
      reconciliation, of: subject.account.id, ordersElsewhere: elsewhere.count, reports: hasReports ? settled : nil,
      unreadable: reader.failures, at: store.time.now)
  }

  private func statedOrders() async throws -> [StatedOrder]? {
    guard let orders else { return nil }
    do {
      return try StatedOrder.read(csv: try await InputFile.bytes(orders))
    } catch let problem as CSVProblem {
      throw CommandFailure("\(orders == "-" ? "The orders" : orders) cannot be read. \(problem)")
    }
  }

  private func settlementReports(
    _ subject: ReconciliationSubject, _ window: Range<Moment>, _ connection: ProviderConnection
  ) async throws -> [SettlementReport] {
    guard let source = subject.account.settlementReports else {
      throw CommandFailure("\(subject.account.name) has no settlement reports.")
    }
    var settled: [SettlementReport] = []
    for file in reports {
      do {
        settled.append(try source.read(try await InputFile.bytes(file)))
      } catch let problem as CSVProblem {
        throw CommandFailure("\(file) cannot be read. \(problem)")
      }
    }
    if fetchReports { settled += try await source.fetch(window, connection) }
    return settled
  }
}

extension Mode: ExpressibleByArgument {}
