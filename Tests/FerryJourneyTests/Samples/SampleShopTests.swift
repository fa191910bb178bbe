import FerryCore
import Foundation
import Testing

@Suite("The samples of web shops, run as they are")
struct SampleShopTests {
  @Test(
    "A buyer pays, and the order is shipped once although every webhook comes twice", .timeLimit(.minutes(10)),
    arguments: SampleShop.allCases)
  func paid(_ sample: SampleShop) async throws {
    try await sample.run { world in
      let checkout = try await world.select()
      let agreed = try await world.review()
      #expect(agreed == "revision=1&amount=2760&currency=JPY")
      let back = try await world.atProvider(try await world.press("confirm", agreed), "approve")
      #expect(try world.saved().shipments.isEmpty)
      #expect(try await world.comeBack(back) == world.shop + "/checkout")
      #expect(try await world.page().contains("your order is paid"))

      let ids = ["msg_\(checkout)_1", "msg_\(checkout)_2"]
      try await Patience.until("Both webhooks") { (try? world.saved())?.messages.sorted() == ids ? () : nil }
      for id in ids {
        #expect(try await world.tool("webhooks", "retry", id) == "Ferry will resend one message.\n")
      }
      try await Patience.until("Their second delivery") {
        try await world.tool("webhooks", "list", "--waiting") == "No message is waiting.\n" ? () : nil
      }
      #expect(try await world.tool("webhooks", "list").components(separatedBy: "answered 204").count == 3)
      #expect(try world.saved().messages.sorted() == ids)
      #expect(try world.saved().shipments.count == 1)
    }
  }

  @Test(
    "An order that costs nothing is complete without a payment, at once or once the address is known",
    .timeLimit(.minutes(10)), arguments: SampleShop.allCases)
  func free(_ sample: SampleShop) async throws {
    try await SampleWorld.run { world in
      // Goods and delivery.
      try await sample.serve(world, giftCard: 2_760) { try await Self.buysForNothing(world) }
      try world.forget()
      // The goods alone, and delivery to Osaka is free.
      try await sample.serve(world, giftCard: 2_160) { try await Self.selectsForNothing(world) }
    }
  }

  private static func buysForNothing(_ world: SampleWorld) async throws {
    #expect(try await world.press("buy") == "/thanks")
    #expect(try await world.page("/thanks").contains("Your order is complete, and there is nothing to pay."))
    #expect(try world.saved().shipments.count == 1)
    #expect(try await world.press("buy") == "/thanks", "The next order is another one.")
    #expect(try world.saved().shipments.count == 2)
  }

  private static func selectsForNothing(_ world: SampleWorld) async throws {
    let checkout = try await world.select(["address": "osaka"])
    let agreed = try await world.review()
    #expect(agreed == "revision=1&amount=0&currency=JPY")
    #expect(try await world.press("confirm", agreed) == "/thanks")
    try await Patience.until("The cancellation's webhook") {
      (try? world.saved())?.messages == ["msg_\(checkout)_1"] ? () : nil
    }
    #expect(try world.saved().shipments.count == 1)
  }

  @Test(
    "A cancelled order stays unpaid, and the next press begins another attempt", .timeLimit(.minutes(10)),
    arguments: SampleShop.allCases)
  func cancelled(_ sample: SampleShop) async throws {
    try await sample.run { world in
      let checkout = try await world.select()
      #expect(try await world.press("cancel") == "/checkout")
      #expect(try await world.page().contains("The order is cancelled."))
      try await Patience.until("The webhook") {
        (try? world.saved())?.messages == ["msg_\(checkout)_1"] ? () : nil
      }
      #expect(try world.saved().shipments.isEmpty)
      let other = try await world.select()
      #expect(other != checkout)
      #expect(try world.saved().shipments.isEmpty)
    }
  }

  @Test(
    "A forged, altered or old webhook is refused, and a genuine one ships nothing that is not paid",
    .timeLimit(.minutes(10)), arguments: SampleShop.allCases)
  func forged(_ sample: SampleShop) async throws {
    try await sample.run { world in
      let checkout = try await world.select()
      let paid = #"{"type":"checkout.paid","data":{"checkout":"\#(checkout)"}}"#
      let stranger = WebhookSecret(SystemRandomness())
      #expect(try await world.send("msg_stranger", paid, secret: stranger) == 401)
      #expect(try await world.send("msg_altered", paid, signed: paid + " ") == 401)
      #expect(try await world.send("msg_old", paid, ago: .seconds(400)) == 401)
      #expect(try await world.send("msg_early", paid, ago: .seconds(-400)) == 401)
      #expect(try world.saved().messages.isEmpty)

      #expect(try await world.send("msg_genuine", paid) == 204)
      #expect(try world.saved().messages == ["msg_genuine"])
      #expect(try world.saved().shipments.isEmpty)
      // A message that cannot be worked on yet is not stored: Ferry sends it again.
      #expect(try await world.send("msg_unknown", #"{"data":{"checkout":"co_unknown"}}"#) == 503)
      #expect(try world.saved().messages == ["msg_genuine"])
    }
  }

  @Test(
    "A late message ships no order whose money went back, and one whose money is there or reserved",
    .timeLimit(.minutes(10)))
  func returned() async throws {
    try await SampleWorld.run { world in
      // No shop listens meanwhile: all webhooks are late.
      _ = try await world.step("buy")
      _ = try await world.step(
        "returned", world.comeBack(try await world.atProvider(try await world.step("buy"), "select")))
      _ = try await world.step("show")
      _ = try await world.comeBack(try await world.atProvider(try await world.step("confirm"), "approve"))
      let ofShell = try #require(try world.saved(SampleWorld.SavedByShell.self).checkout)
      _ = try await world.tool("payments", "refund", ofShell)
      let refunded = try await world.trigger("refunded")
      let voided = try await world.trigger("authorized")
      _ = try await world.tool("payments", "void", voided.id)
      let (reserved, paid) = (try await world.trigger("authorized"), try await world.trigger("paid"))
      for checkout in [ofShell, refunded.id, voided.id] { try await world.waitUntilReturned(checkout) }

      #expect(try await world.step("show").contains(#""phase": "paid""#))
      #expect(try world.saved(SampleWorld.SavedByShell.self).isShipped == false)
      for sample in SampleShop.allCases {
        try world.forget()
        try await sample.serve(world) {
          for checkout in [refunded, voided, reserved, paid] {
            let message = #"{"type":"payment.voided","data":{"checkout":"\#(checkout.id)"}}"#
            #expect(try await world.send("msg_late_\(checkout.id)", message) == 204)
          }
          let shipments = try await Patience.until("What is shipped") { (try? world.saved())?.shipments }
          #expect(Set(shipments) == [reserved.orderReference, paid.orderReference], "\(sample)")
        }
      }
    }
  }

  @Test(
    "A dispute stops the shipment, and one that is won or withdrawn takes it up again", .timeLimit(.minutes(10)),
    arguments: SampleShop.allCases)
  func disputed(_ sample: SampleShop) async throws {
    try await sample.run { world in
      let paid = try await world.trigger("paid")
      let reference = paid.orderReference
      func record(_ state: String) async throws {
        _ = try await world.tool("disputes", "record", paid.id, "case-1", "--state", state)
      }
      func wait(stopped: [String], _ state: String) async throws {
        try await Patience.until(state) { () -> Void? in
          guard let saved = try? world.saved(), saved.stopped == stopped else { return nil }
          #expect(saved.shipments == [reference])
          return ()
        }
      }
      try await Patience.until("The shipment") { (try? world.saved())?.shipments == [reference] ? () : nil }
      for end in ["won", "withdrawn"] {
        try await record("needsResponse")
        try await wait(stopped: [reference], "A dispute")
        try await record(end)
        try await wait(stopped: [], end)
      }
      try await record("lost")
      try await wait(stopped: [reference], "A lost dispute")
    }
  }

  @Test("The steps of the shell pay for an order", .timeLimit(.minutes(10)))
  func shell() async throws {
    try await SampleWorld.run { world in
      _ = try await world.step("buy")
      // Repeated, it is the same checkout.
      let selecting = try await world.atProvider(try await world.step("buy"), "select")
      #expect(try await world.step("returned", world.comeBack(selecting)) == "reviewing")
      #expect(try await world.step("show").contains(#""amount": "2760""#))
      let back = try await world.atProvider(try await world.step("confirm"), "approve")
      #expect(try await world.step("show").contains(#""phase": "paying""#))
      #expect(try await world.comeBack(back) == world.shop + "/checkout")
      #expect(try await world.step("show").contains(#""phase": "paid""#))
      let saved = try world.saved(SampleWorld.SavedByShell.self)
      #expect(saved.isShipped == true && saved.isStopped == false)
      let checkout = try #require(saved.checkout)
      _ = try await world.tool("disputes", "record", checkout, "case-1", "--state", "underReview")
      _ = try await world.step("show")
      #expect(try world.saved(SampleWorld.SavedByShell.self).isStopped == true)
    }
  }

  @Test(
    "The steps of the shell complete an order that costs nothing, at once or once the address is known",
    .timeLimit(.minutes(10)))
  func shellFree() async throws {
    try await SampleWorld.run { world in
      #expect(try await world.step("buy", giftCard: 2_760).contains("there is nothing to pay"))
      #expect(try world.saved(SampleWorld.SavedByShell.self).isShipped == true)
      try world.forget()
      let next = try await world.step("buy", giftCard: 2_160)
      let selecting = try await world.atProvider(next, "select", ["address": "osaka"])
      #expect(try await world.step("returned", world.comeBack(selecting)) == "reviewing")
      #expect(try await world.step("show").contains(#""amount": "0""#))
      #expect(try await world.step("confirm").contains("there is nothing to pay"))
      #expect(try await world.step("show").contains(#""phase": "cancelled""#))
      #expect(try world.saved(SampleWorld.SavedByShell.self).isShipped == true)
    }
  }

  @Test("The steps of the shell cancel an order, which stays unpaid", .timeLimit(.minutes(10)))
  func shellCancels() async throws {
    try await SampleWorld.run { world in
      let selecting = try await world.atProvider(try await world.step("buy"), "select")
      #expect(try await world.step("returned", world.comeBack(selecting)) == "reviewing")
      #expect(try await world.step("show").contains(#""phase": "reviewing""#))
      #expect(try await world.step("cancel") == "cancelled")
      #expect(try await world.step("confirm").contains("not possible while the checkout is cancelled"))
      #expect(try await world.step("show").contains(#""phase": "cancelled""#))
    }
  }
}
