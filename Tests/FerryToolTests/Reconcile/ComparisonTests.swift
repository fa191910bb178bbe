import FerryCheckout
import FerryCore
import FerryModule
import FerrySandbox
import FerryTesting
import Foundation
import Synchronization
import Testing

@testable import FerryCheckout
@testable import FerryTool

@Suite("The books that ferry reconcile compares")
struct ComparisonTests {
  private static let now = Moment(milliseconds: 1_800_000_000_000)
  private static let account = ProviderAccountID(provider: "amazon-pay", mode: .live)

  private static func payment(_ id: String, captured: Int64, daysAgo: Int = 3) -> RecordedPayment {
    RecordedPayment(
      checkout: CheckoutID(id), shop: "main", orderReference: id, phase: .paid,
      createdAt: now - .seconds(daysAgo * 86_400),
      totals: PaymentTotals(
        authorized: .yen(100), held: .yen(100 - captured), captured: .yen(captured), refunded: .yen(0),
        refundsUnderWay: .yen(0), lost: .yen(0), everDisputed: .yen(0)), charge: "C-\(id)")
  }

  private static func standing(captured: Int64) -> ProviderStatus {
    .charge(
      ProviderCharge(reference: "C", held: .yen(100 - captured), captured: .yen(captured), refunded: .yen(0)))
  }

  /// The findings if Ferry's books say one thing at first and another half a minute later.
  private func found(
    first: Int64, later: Int64, recheck: Duration
  ) async throws -> (kinds: [Discrepancy.Kind], asked: [[CheckoutID]]) {
    let time = VirtualTime(start: Self.now)
    let asked = Mutex<[[CheckoutID]]>([])
    let reads = Mutex(0)
    let reconciliation = try await time.run {
      var comparison = Comparison { _, _ in
        let count = reads.withLock { count in
          count += 1
          return count
        }
        return [Self.payment("one", captured: count == 1 ? first : later), Self.payment("two", captured: 100)]
      }
      comparison.ask = { payments in
        asked.withLock { $0.append(payments.map(\.checkout)) }
        return Dictionary(uniqueKeysWithValues: payments.map { ($0.checkout, Self.standing(captured: 100)) })
      }
      return try await comparison.reconciliation(
        shop: nil, orders: nil, asOf: nil, transactions: [], window: (Self.now - .seconds(30 * 86_400))..<Self.now,
        grace: .seconds(3600), recheck: recheck, time: time)
    }
    return (reconciliation.discrepancies(at: time.now).map(\.kind), asked.withLock { $0 })
  }

  @Test("A recent change at the provider that Ferry learns of during the run is no drift")
  func underWay() async throws {
    let (kinds, asked) = try await found(first: 0, later: 100, recheck: .seconds(30))
    #expect(kinds == [])
    #expect(asked == [["one", "two"], ["one"]])
  }

  @Test("A lasting difference is drift")
  func stays() async throws {
    #expect(try await found(first: 0, later: 0, recheck: .seconds(30)).kinds == [.captured])
    let (kinds, asked) = try await found(first: 0, later: 100, recheck: .zero)
    #expect(kinds == [.captured])
    #expect(asked.count == 1)
  }

  @Test("Without a difference the provider is asked once")
  func once() async throws {
    #expect(try await found(first: 100, later: 100, recheck: .seconds(30)).asked == [["one", "two"]])
  }

  @Test("A result names the difference as text and as JSON, with its age")
  func result() throws {
    let reconciliation = Reconciliation(
      shop: "main",
      orders: [
        StatedOrder(reference: "one", status: .unpaid, total: .yen(100)),
        StatedOrder(reference: "lost\u{1B}[31m", status: .paid, total: .yen(7)),
      ],
      payments: [Self.payment("one", captured: 100)], statuses: ["one": .unanswered("It was asleep.")],
      window: (Self.now - .seconds(30 * 86_400))..<Self.now, grace: .zero)
    let result = ReconciliationResult(reconciliation, of: Self.account, report: nil, at: Self.now)
    let text = result.text
    #expect(text.contains(/order-not-counted   3 days  since \S+  shop ¥100, Ferry ¥100/), "\(text)")
    #expect(text.contains("order one, checkout one, reference C-one"))
    #expect(text.contains("order-not-paid      age unknown  shop ¥7"))
    #expect(text.contains("one  It was asleep."))
    #expect(text.hasSuffix("2 discrepancies."))
    #expect(!text.contains("\u{1B}"))
    let json = try JSONOutput.text(result.report)
    #expect(json.contains(#""agrees" : false"#) && json.contains(#""complete" : false"#))
    #expect(json.contains(#""kind" : "order-not-counted""#) && json.contains(#""ageHours" : 72"#), "\(json)")
  }

  @Test("The last report of each account is kept beside the database, and what is no report is left out")
  func kept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reconciled-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reconciliation = Reconciliation(
      shop: nil, orders: nil, payments: [], statuses: [:], window: (Self.now - .seconds(60))..<Self.now, grace: .zero)
    func report(of account: ProviderAccountID, at moment: Moment) -> ReconciliationReport {
      ReconciliationResult(reconciliation, of: account, report: nil, at: moment).report
    }
    let second = ProviderAccountID(provider: "amazon-pay", account: "second", mode: .live)
    try report(of: Self.account, at: Self.now).write(to: folder)
    let (latest, other) = (report(of: Self.account, at: Self.now + .seconds(1)), report(of: second, at: Self.now))
    for report in [latest, other] { try report.write(to: folder) }
    try Data("{}".utf8).write(to: URL(filePath: folder).appending(path: "reconciliation-broken.json"))
    #expect(ReconciliationReport.last(in: folder) == [latest, other])
    // A folder in the place of a file: nobody can read it, whoever runs the test.
    try FileManager.default.createDirectory(
      atPath: folder + "/reconciliation-other.json", withIntermediateDirectories: true)
    var unreadable: [String] = []
    #expect(ReconciliationReport.last(in: folder) { unreadable.append($0) } == [latest, other])
    #expect(unreadable == [folder + "/reconciliation-other.json"])
    #expect(ReconciliationReport.last(in: folder + "/none") == [])
    #expect(throws: (any Error).self) { try latest.write(to: folder + "/none") }
  }

  @Test("Orders that were paid at other accounts are counted apart")
  func elsewhere() {
    let reconciliation = Reconciliation(
      shop: "main", orders: [], payments: [], window: (Self.now - .seconds(60))..<Self.now, grace: .zero)
    let result = ReconciliationResult(reconciliation, of: Self.account, ordersElsewhere: 2, report: nil, at: Self.now)
    #expect(
      result.text.contains("0 orders of main (2 more were paid with other accounts); 0 payments"), "\(result.text)")
  }

  @Test("The account of the demo is named where there are several")
  func demoAccount() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try DemoFolder(folder.path).secret("shop-secret-key", SystemRandomness())
    func account(_ name: String?, _ sites: DemoSites) throws -> String {
      try ReconciliationSubject(demoIn: folder.path, sites, nil, account: name).account.id.provider.text
    }
    let all = try DemoSites()
    for module in Providers.sandboxes { #expect(try account(module.id, all) == module.id) }
    #expect(try account(nil, try DemoSites([Providers.sandboxes[1]])) == Providers.sandboxes[1].id)
    for name in [nil, "no-such"] {
      let failure = #expect(throws: CommandFailure.self) { try account(name, all) }
      for module in Providers.sandboxes { #expect(failure?.description.contains(module.id) == true) }
    }
  }

  @Test("Unreadable checkouts in Ferry's own books are reported, and the comparison is incomplete")
  func unreadable() throws {
    let reconciliation = Reconciliation(
      shop: nil, orders: nil, payments: [], statuses: [:], window: (Self.now - .seconds(60))..<Self.now, grace: .zero)
    let result = ReconciliationResult(
      reconciliation, of: Self.account, report: nil, unreadable: ["One is damaged."], at: Self.now)
    #expect(!result.report.complete)
    #expect(result.text.contains("because unreadable:\n  One is damaged.\n"), "\(result.text)")
    #expect(try JSONOutput.text(result.report).contains("One is damaged."))
    #expect(ReconciliationResult(reconciliation, of: Self.account, report: nil, at: Self.now).report.complete)
  }
}
