import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

struct ListPayments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the latest payments, the newest first; or what was asked of one.",
    discussion: "GET /v1/payments tells a shop the same of its own.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "A checkout's id, to see its operations.")
  var id: String?

  @Flag(help: "Only those that hold money which nobody has captured yet.")
  var capturable = false

  @Flag(help: "Only those with an operation that has not ended.")
  var pending = false

  @Option(help: "Only those of checkouts that began then or later: 2026-01-31, or 2026-01-31T12:00:00Z.")
  var from: PointInTime?

  @Option(help: "Only those of checkouts that began before that.")
  var before: PointInTime?

  @Option(help: "How many.")
  var limit = 50

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("A limit is 1 to 10000.") }
  }

  func run() async throws {
    try await store.reading { store in
      if let id {
        guard let file = try await store.file(CheckoutID(id)) else { throw CommandFailure.noCheckout(id) }
        guard let payment = file.checkout.payment else { throw CommandFailure.noPayment(file.checkout) }
        print(PaymentText.lines(payment).joined(separator: "\n"))
        return
      }
      let files = try await store.checkouts(filter, limit: limit)
      guard !files.isEmpty else { return try StoreOptions.printEmpty(nothing, store) }
      for line in TextTable.lines(files.map(PaymentText.row)) { print(line) }
    }
  }

  private var filter: CheckoutFilter {
    var state: CheckoutFilter.PaymentState = .any
    if capturable { state.insert(.capturable) }
    if pending { state.insert(.pending) }
    return CheckoutFilter(payment: state, from: from?.moment, before: before?.moment)
  }

  private var nothing: String {
    if from != nil || before != nil { return "No such payments in that time." }
    return capturable ? "Nothing waits to be captured." : pending ? "No operation is under way." : "No payments yet."
  }
}
