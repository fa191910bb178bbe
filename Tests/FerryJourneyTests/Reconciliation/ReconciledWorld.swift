import AmazonPay
import AmazonPayModule
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySQLite
import FerrySandbox
import FerryTesting
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import FerryCheckout

/// A shop, Ferry with its database on a disk, and the sandbox: three books about the same money, kept by those who keep them
/// in life, on virtual time.
struct ReconciledWorld: Sendable {
  /// The outcome of an order.
  enum Life: CaseIterable, Sendable {
    case paid
    case authorized
    case captured
    case capturedInPart
    case refunded
    case refundedInFull
    case voided
    case declined
    case cancelled
    case expired
    /// The buyer is at the payment page. Such an order comes last, because the others take longer than the page lives.
    case paying
  }

  let world: InProcessAmazonPay
  let buyer: InProcessBuyer
  let client: AmazonPayClient
  let folder: String

  /// Runs a test on its own database and deletes it afterwards.
  static func with(seed: UInt64, _ body: (ReconciledWorld) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await SQLiteStore(path: folder + "/ferry.sqlite").running { store in
      let time = VirtualTime()
      try await body(
        ReconciledWorld(
          world: try InProcessAmazonPay(store: HookedStore(store, holding: time), seed: seed, time: time),
          folder: folder))
    }
  }

  private init(world: InProcessAmazonPay, folder: String) {
    self.world = world
    self.folder = folder
    buyer = InProcessBuyer(world: world)
    client = AmazonPayClient(
      world.account, transport: SandboxTransport(sandbox: world.sandbox, time: world.time), time: world.time)
  }

  var time: VirtualTime { world.time }

  /// Takes an order through its life.
  /// - Returns: The checkout, and the provider's session.
  func live(_ life: Life, _ order: String) async throws -> CheckoutID {
    switch life {
    case .paid: return try await buyer.pay(order).checkout.id
    case .authorized: return try await buyer.pay(order, capture: .manual).checkout.id
    case .captured, .capturedInPart:
      let id = try await buyer.pay(order, capture: .manual).checkout.id
      try await buyer.operate(.capture("ship", life == .captured ? nil : .yen(8_000)), on: id)
      return id
    case .refunded, .refundedInFull:
      let id = try await buyer.pay(order).checkout.id
      try await buyer.operate(.refund("back", life == .refunded ? .yen(1_234) : nil), on: id)
      return id
    case .voided:
      let id = try await buyer.pay(order, capture: .manual).checkout.id
      try await buyer.operate(.void, on: id)
      return id
    case .declined:
      let (paying, session) = try await buyer.toPayment(order, card: "3434")
      try buyer.act(session, "approve", card: "3434")
      try buyer.act(session, "cancelPayment")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      return try await buyer.reach(paying.checkout.id) { $0.isFinal }.checkout.id
    case .cancelled:
      let (file, _) = try await buyer.toReview(order)
      _ = try await world.engine.submit(.cancel(.buyer), to: file.checkout.id)
      return file.checkout.id
    case .expired, .paying: return try await buyer.toPayment(order).0.checkout.id
    }
  }

  /// An order in the shop's books after all webhooks.
  func stated(_ order: String, _ id: CheckoutID) async throws -> StatedOrder {
    guard let checkout = try await world.store.file(id)?.checkout else { throw InProcessBuyer.Unexpected("No \(id).") }
    let total = checkout.agreed?.total ?? .yen(9_520)
    guard checkout.phase == .paid, let payment = checkout.payment else {
      let status: StatedOrder.Status = checkout.phase.isFinal ? .cancelled : .unpaid
      return StatedOrder(reference: order, status: status, total: total, createdAt: checkout.createdAt)
    }
    let status: StatedOrder.Status =
      payment.captured.isZero && payment.capturable.isZero
      ? .cancelled : payment.captured.isPositive && payment.captured == payment.refunded ? .refunded : .paid
    return StatedOrder(
      reference: order, status: status, total: total, captured: payment.captured, refunded: payment.refunded,
      createdAt: checkout.createdAt)
  }

  /// Compares the books as `ferry reconcile` does: the orders as CSV, the database by a reader beside the engine, the provider
  /// by its API and by a settlement report of its.
  /// - Parameter database: A folder with a copy of the database; nil for the database itself.
  func discrepancies(_ orders: [StatedOrder], in database: String? = nil) async throws -> [Discrepancy] {
    let window = (time.now - .seconds(10 * 86_400))..<time.now
    let account = try AmazonPayProvider(world.account)
    let reports = try #require(account.settlementReports)
    let report = try reports.read(ReportFile(name: "report", bytes: try await settlementReport(of: window)))
    let reader = try SQLiteReader(path: (database ?? folder) + "/ferry.sqlite")
    let payments = try await time.standStill {
      try await reader.recordedPayments(
        of: ProviderAccountID(provider: "amazon-pay", mode: .test), window: window, orders: orders.map(\.reference),
        of: "demo",
        transactions: report.transactions)
    }.map { payment in
      var payment = payment
      payment.group = payment.charge.map { reports.group(ofCharge: $0) }
      return payment
    }
    var subjects: [ProviderTask] = []
    for payment in payments where payment.mayHaveCharge {
      let file = try #require(try await time.standStill { try await reader.file(payment.checkout) })
      subjects.append(
        ProviderTask(
          reading: file.checkout, file.order, record: file.record,
          returnURLs: InProcessAmazonPay.returnURLs(payment.checkout, file.roundTrips),
          sentReturnURLs: file.sentReturnURLs))
    }
    let connection = ProviderConnection(
      transport: SandboxTransport(sandbox: world.sandbox, time: time), time: time,
      randomness: SequentialRandomness(seed: 1))
    return Reconciliation(
      shop: "demo", orders: try StatedOrder.read(csv: Self.csv(orders).utf8), payments: payments,
      statuses: await ProviderInquiry(account.provider, connection).statuses(of: subjects),
      transactions: report.transactions, window: window, grace: .seconds(3600)
    ).discrepancies(at: time.now)
  }

  /// The charge permission of a charge.
  static func group(ofCharge id: String) -> String {
    id.split(separator: "-", omittingEmptySubsequences: false).prefix(3).joined(separator: "-")
  }

  private func settlementReport(of window: Range<Moment>) async throws -> [UInt8] {
    let asked = try await client.send(
      .createReport(
        type: "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_", from: window.lowerBound,
        to: window.upperBound), as: Report.self)
    try await time.sleep(for: .seconds(60))
    guard let document = try await client.send(.getReport(asked.reportId), as: Report.self).reportDocumentId,
      let url = try await client.send(.getReportDocument(document), as: ReportDocument.self).url,
      url.hasPrefix(InProcessAmazonPay.origin)
    else { throw InProcessBuyer.Unexpected("There is no report.") }
    let (response, body) = world.sandbox.respond(
      to: HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1:3081",
        path: String(url.dropFirst(InProcessAmazonPay.origin.count))), body: [])
    guard response.status == .ok else { throw InProcessBuyer.Unexpected("The report is not there.") }
    return body
  }

  static func csv(_ orders: [StatedOrder]) -> String {
    let lines = orders.map { order in
      [
        order.reference, order.status.rawValue, order.total.decimal, order.total.currency.code,
        order.captured?.decimal ?? "", order.refunded?.decimal ?? "", order.createdAt?.iso8601 ?? "",
      ].joined(separator: ",")
    }
    return (["reference,status,total,currency,captured,refunded,created_at"] + lines).joined(separator: "\n")
  }

  /// Changes a copy of the database silently.
  /// - Returns: The copy's folder, inside the database's own.
  func spoiltCopy(_ spoil: (Database) throws -> Void) throws -> String {
    let copy = folder + "/copy-\(SystemRandomness().token())"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: "\(folder)/ferry.sqlite\(end)") {
      try FileManager.default.copyItem(
        atPath: "\(folder)/ferry.sqlite\(end)", toPath: "\(copy)/ferry.sqlite\(end)")
    }
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: copy + "/ferry.sqlite", configuration: configuration).write { database in
      try database.execute(sql: "DROP TRIGGER ledger_is_not_cut")
      try spoil(database)
    }
    return copy
  }
}
