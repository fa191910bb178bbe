import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The JSON API: orders with discounts, and those that leave nothing to pay")
struct FreeOrderTests {
  /// The order of two pieces at another price, with delivery at ¥600, which is free to Hokkaido.
  private static func order(_ price: Int, _ reductions: String = "") -> String {
    TestServer.order.replacing(#""amount":"1200""#, with: #""amount":"\#(price)""#)
      .replacing(#""amount":"900""#, with: #""amount":"0""#)
      .replacing(#""tax":{"#, with: reductions + #""tax":{"#)
  }

  private static func reduction(_ member: String, _ yen: Int) -> String {
    #""\#(member)":[{"name":"SPRING","amount":{"amount":"\#(yen)","currency":"JPY"}}],"#
  }

  @Test("An order that is free to one region alone is created, and refused only for a buyer there")
  func freeRegion() async throws {
    for (region, total) in [("Hokkaido", 0), ("Tokyo", 600)] {
      try await TestServer.run { server in
        await server.service.choose(region: region)
        let created = try await server.create(Self.order(0))
        #expect(created.status == .created)
        let spent = try await server.spend(try created.decoded(CheckoutBody.self).ticket)
        let id = try created.decoded(CheckoutBody.self).id
        let buyer = try await server.browser(of: id, after: spent)
        try await server.choose(buyer)
        let review = try await server.read(buyer).review
        #expect(review?.total == .yen(Int64(total)))
        let confirmed = try await server.call(
          .post, "/v1/checkouts/\(id)/confirm", CheckoutRoutesTests.agreement(1, total))
        if total == 0 {
          #expect(confirmed.status == .unprocessableContent && confirmed.problem?.type == .nothingToPay)
          #expect(try await server.phase(buyer) == .reviewing)
          #expect(try await server.call(.post, "/v1/checkouts/\(id)/cancel").status == .ok)
        } else {
          #expect(try confirmed.decoded(CheckoutBody.self).phase == .paying)
        }
      }
    }
  }

  @Test("A discount is an amount of its own: no line has a price below zero, and none is above what it reduces")
  func discounts() async throws {
    try await TestServer.run { server in
      let created = try await server.create(Self.order(1_500, Self.reduction("discounts", 500)))
      #expect(created.status == .created)
      let content = await server.service.allCheckouts().first?.content
      #expect(try content.map { try Quote($0, region: nil).total } == .yen(3_100))
    }
    for (body, pointer) in [
      (Self.order(-500), "/order/lines/0/unitPrice/amount"),
      (Self.order(1_500, Self.reduction("discounts", 3_001)), "/order/discounts"),
      (Self.order(1_500, Self.reduction("discounts", -500)), "/order/discounts/0/amount/amount"),
    ] {
      try await TestServer.run { server in
        let refused = try await server.create(body)
        #expect(refused.problem?.errors.map(\.pointer) == [pointer])
        #expect(await server.service.everything().isEmpty)
      }
    }
  }
}
