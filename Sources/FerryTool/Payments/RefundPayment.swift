import ArgumentParser
import FerryEngine

struct RefundPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund", abstract: "Gives captured money back.",
    discussion: """
      A refund takes a while at the provider and may be declined by it days later; list shows how it stands. \
      It is done when the server starts; while one runs, the shop says it with POST /v1/checkouts/ID/refund.
      """)

  @OptionGroup var writing: PaymentWriting
  @OptionGroup var options: PaymentAmount

  func run() async throws {
    let amount = try options.amount(of: try await writing.payment())
    try await writing.perform("refund", body: options.body(amount), .refund(options.operation, amount))
  }
}
