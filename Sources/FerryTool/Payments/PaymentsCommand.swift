import ArgumentParser

struct PaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments", abstract: "Shows the money of paid checkouts, and captures, lets go or refunds it.",
    discussion: """
      capture, void and refund write down what is to be done; it is done at the provider when the server starts. A running \
      server has its database to itself; there the shop says it, with its secret key: POST /v1/checkouts/ID/capture, /void \
      or /refund. list works at any time.
      """,
    subcommands: [ListPayments.self, CapturePayment.self, VoidPayment.self, RefundPayment.self])
}
