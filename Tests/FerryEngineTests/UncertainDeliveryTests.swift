import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

@Suite("Delivery prices in the timeline")
struct UncertainDeliveryTests {
  @Test(
    "The timeline says if the address does not tell its zone",
    arguments: [(nil, true), ("東京都", false), ("Hokkaido", false)] as [(String?, Bool)])
  func remark(_ region: String?, _ isUncertain: Bool) throws {
    var content = SampleAttempt.content
    content.shipping = ShippingRule(
      standard: .yen(600), zones: [ShippingRule.Zone(regions: ["北海道"], price: .yen(1_500))])
    let stated = try CheckedOrder(reference: "R-1", content: content)
    var order = Order(
      id: "o1", number: "F-1", shop: "shop", mode: .test, stated: stated, createdAt: SampleAttempt.start)
    try order.open("c1", stated: stated)
    let profile = JourneyProfile(
      journey: .selectThenPay, lifetime: .seconds(3_600), quietSchedule: [.seconds(60)],
      pendingSchedule: [.seconds(60)],
      settlesOnlyByUs: true, canCancelSession: false)
    let checkout = try Checkout(
      id: "c1", order: order, provider: "bank", kind: .browser, language: .english, capture: .automatic,
      profile: profile, createdAt: SampleAttempt.start)
    var file = CheckoutFile(order: order, checkout: checkout, roundTrips: RoundTrips(nonce: "nonce"))
    var change = Change()
    try file.decide(.returned(session: "S-1"), &change, at: SampleAttempt.start, telling: [])
    let answer = Observation(
      sessionReference: "S-1", session: .open, selection: Selection(fingerprint: "a", region: region, country: "JP"))
    try file.decide(
      .performed(file.checkout.lastCommand, .observed(answer)), &change, at: SampleAttempt.start, telling: [])
    #expect(file.checkout.phase == .reviewing)
    let remark = LogEntry(
      at: SampleAttempt.start,
      .remark("Nothing tells which delivery price applies, or whether the address is in an excluded area."))
    #expect(change.log.contains(remark) == isUncertain)
  }
}
