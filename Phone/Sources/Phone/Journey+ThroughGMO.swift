import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// Journeys of a shop whose contract for Amazon Pay is with GMO. The selection is the same; the payment page is GMO's, which
/// wants a form, opens once, and sends the buyer back by a form from another site.
extension Journey {
  static let throughGMO =
    (paying + cancelling + leaving + killing + recovering).map { $0.throughGMO } + [
      Journey(
        name: "gmo-cancelled-then-paid",
        title: "Cancelled on the payment page, which stays open; the order is free at once, and is paid",
        market: .japanThroughGMO
      ) { scene in
        try await scene.opensAppAndSelects()
        try await scene.buys()
        try await scene.cancelsAtProvider()
        try await scene.leavesProvider()
        try await scene.seesResult("cancelled")
        try await scene.triesAgain()
        try await scene.signsInIfAsked()
        try await scene.choosesAndPays()
      }
    ]

  private var throughGMO: Journey {
    var journey = self
    journey.name = "gmo-" + name
    journey.market = .japanThroughGMO
    return journey
  }
}

extension Scene {
  /// GMO's page opens once. The buyer who has left it cancels, and pays in another attempt.
  func cancelsUsedPage() async throws {
    try await stage.step("is told that the payment page has been used") { buyer in
      try await buyer.text("This payment page has already been used", in: .secure)
    }
    try await leaves(.done, "at the page that has been used")
    try await stage.step("cancels the payment") { buyer in
      try await buyer.tap("form[action=\"/checkout/cancel\"] button", in: .app)
    }
    try await triesAgain()
    try await signsInIfAsked()
    try await choosesAndPays()
  }
}
