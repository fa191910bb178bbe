import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

struct ListPayments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the latest payments, the newest first; or what was asked of one.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "A checkout's id, to see its operations.")
  var id: String?

  @Flag(help: "Only those that hold money which nobody has captured yet.")
  var capturable = false

  @Flag(help: "Only those with an operation that has not ended.")
  var pending = false

  @Option(help: "Among how many of the latest checkouts.")
  var limit = 200

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
      let files = try await store.checkouts(CheckoutFilter(), limit: limit).filter { isWanted($0.checkout) }
      guard !files.isEmpty else {
        return print(
          capturable ? "Nothing waits to be captured." : pending ? "No operation is under way." : "No payments yet.")
      }
      for file in files { print(PaymentText.row(file)) }
    }
  }

  private func isWanted(_ checkout: Checkout) -> Bool {
    guard let payment = checkout.payment else { return false }
    return (!capturable || payment.capturable.isPositive) && (!pending || payment.current != nil)
  }
}
