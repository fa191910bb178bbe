import ArgumentParser
import FerryEngine

struct VoidPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "void", abstract: "Lets go of what is authorized and not captured.",
    discussion: """
      The buyer's money is free again, and the payment can be captured no more. It is done when the server starts; while one \
      runs, the shop says it with POST /v1/checkouts/ID/void.
      """)

  @OptionGroup var writing: PaymentWriting

  func run() async throws {
    _ = try await writing.payment()
    try await writing.perform("void", .void)
  }
}
