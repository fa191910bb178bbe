import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

/// Windows programs write a byte order mark before a text, and no provider is known to; the server ignores one.
@Suite("Byte order marks before notifications, through the server", .timeLimit(.minutes(10)))
struct ByteOrderMarkTests {
  /// True if a refund in the provider's console becomes known. Only a notification tells of it.
  /// - Parameter change: Changes each notification; nil loses it.
  private func isTold(
    _ bench: ProviderBench, _ change: @escaping @Sendable (String) -> String?
  ) async throws -> Bool {
    try await ServedProvider.run(bench, notifies: true, forgery: change) { served in
      let world = served.world
      let paid = try await world.pay()
      try await world.time.sleep(for: .seconds(5))
      try await world.refundInConsole(world.minor(3_000), paid)
      try await world.time.sleep(for: .seconds(3_600))
      return try await world.file(paid.checkout.id).checkout.payment?.refunded == world.minor(3_000)
    }
  }

  @Test("One mark before a provider's own notification is ignored", arguments: ProviderBench.allCases)
  func ignored(_ bench: ProviderBench) async throws {
    let isTold = try await isTold(bench) { "\u{FEFF}" + $0 }
    #expect(isTold)
  }

  @Test(
    "Behind a mark a notification is still refused if its signed text was changed",
    arguments: [
      (ProviderBench.amazonPay, "STATE_CHANGE", "ATTRIBUTE_CHANGE"),
      (.placetoPay, #""APPROVED""#, #""REJECTED""#),
    ])
  func forged(_ bench: ProviderBench, _ old: String, _ new: String) async throws {
    let isTold = try await isTold(bench) { "\u{FEFF}" + $0.replacing(old, with: new) }
    #expect(!isTold)
  }
}
