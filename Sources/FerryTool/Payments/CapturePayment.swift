import ArgumentParser
import FerryEngine

struct CapturePayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Takes authorized money.",
    discussion: """
      Amazon Pay captures once: what a partial capture leaves is let go with it. \
      It is done when the server starts; while one runs, the shop says it with POST /v1/checkouts/ID/capture.
      """)

  @OptionGroup var writing: PaymentWriting
  @OptionGroup var options: PaymentAmount

  func run() async throws {
    let amount = try options.amount(of: try await writing.payment())
    try await writing.perform("capture", body: options.body(amount), .capture(options.operation, amount))
  }
}
