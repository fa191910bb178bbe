import FerryCore
import FerryWeb
import Testing

@testable import DemoShop

@Suite("The thank-you page")
struct ThanksPageTests {
  private let fixture = ShopFixture()
  private var ferry: FakeFerry { fixture.ferry }

  @Test("It shows items with quantity and amount, delivery, total, address and card")
  func thankedWithItems() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .paid)
      let thanks = try await browser.follow(try await browser.get("/checkout")).text
      #expect(thanks.contains("Fire HD10<span class=\"each\">Quantity 2</span>") && thanks.contains("¥31,960"))
      #expect(thanks.contains("<dt>Shipping</dt><dd>¥540</dd>") && thanks.contains("<dt>Total</dt><dd>¥41,480</dd>"))
      #expect(thanks.contains("山田 太郎") && thanks.contains("北一条西2-1") && thanks.contains("Visa ****1111"))
      // It is erased at Ferry, and the shop has no copy.
      await ferry.forget(id)
      let forgotten = try await browser.get("/thanks").text
      #expect(forgotten.contains("Fire HD10") && !forgotten.contains("山田") && !forgotten.contains("北一条西2-1"))
      await ferry.fail(.dropBefore)
      let alone = try await browser.get("/thanks").text
      #expect(alone.contains("F7K2-9QXM-4TVD") && alone.contains("¥41,480") && !alone.contains("Fire HD10"))
    }
  }

  @Test("Only a shop with an operations page links to the order's timeline there, and never in an app")
  func timeline() async throws {
    for operations in [nil, Origin("https://operations.example")] {
      let fixture = ShopFixture(operations: operations)
      try await fixture.openAtReview { browser, id async throws in
        await fixture.ferry.move(id, to: .paid)
        let page = try await browser.follow(try await browser.get("/checkout")).text
        let link = #"href="https://operations.example/checkouts/\#(id)""#
        #expect(page.contains(link) == (operations != nil))
        #expect(page.contains("Sign in with the key") == (operations != nil))
        try await browser.get("/app/tablets-ios")
        let inApp = try await browser.get("/thanks").text
        #expect(inApp.contains("Fire HD10") && !inApp.contains("operations.example"))
        #expect(!inApp.contains("Sign in with the key"))
      }
    }
  }

  @Test("Only a captured amount is called paid; after a void, nothing was charged")
  func capturedLater() async throws {
    try await fixture.openAtReview { browser, id async throws in
      let (none, total) = (Money.zero(.jpy), Money.yen(41_480))
      func payment(captured: Money, capturable: Money) -> PaymentBody {
        PaymentBody(
          authorized: total, captured: captured, refunded: none, capturable: capturable, reference: nil)
      }
      await ferry.move(id, to: .paid, payment: payment(captured: none, capturable: total))
      #expect(try await browser.follow(try await browser.get("/checkout")).text.contains("<dt>Reserved</dt>"))
      await ferry.move(id, to: .paid, payment: payment(captured: total, capturable: none))
      let paid = try await browser.get("/thanks").text
      #expect(paid.contains("<dt>Paid</dt>") && !paid.contains("Reserved"))
      await ferry.move(id, to: .paid, payment: payment(captured: .yen(10_000), capturable: none))
      #expect(try await browser.get("/thanks").text.contains("<dt>Paid</dt><dd class=\"price\">¥10,000</dd>"))
      await ferry.move(id, to: .paid, payment: payment(captured: none, capturable: none))
      let voided = try await browser.get("/thanks").text
      #expect(voided.contains("Nothing was charged") && !voided.contains("Paid") && !voided.contains("Reserved"))
    }
  }

  @Test("After a refund of everything nothing is called paid, unless something is still to be captured")
  func refunded() async throws {
    try await fixture.openAtReview { browser, id async throws in
      func payment(refunded: Money, capturable: Money) -> PaymentBody {
        PaymentBody(
          authorized: .yen(41_480), captured: .yen(10_000), refunded: refunded, capturable: capturable, reference: nil)
      }
      await ferry.move(id, to: .paid, payment: payment(refunded: .yen(10_000), capturable: .yen(0)))
      let page = try await browser.follow(try await browser.get("/checkout")).text
      #expect(page.contains("The amount was refunded.") && !page.contains("<dt>Paid</dt>"))
      await ferry.move(id, to: .paid, payment: payment(refunded: .yen(10_000), capturable: .yen(31_480)))
      #expect(try await browser.get("/thanks").text.contains("<dt>Reserved</dt>"))
      await ferry.move(id, to: .paid, payment: payment(refunded: .yen(9_999), capturable: .yen(0)))
      #expect(try await browser.get("/thanks").text.contains("<dt>Paid</dt>"))
    }
  }

  @Test(
    "While a dispute claims the money, or has taken it, the delivery is stopped",
    arguments: DisputeState.allCases)
  func disputed(_ state: DisputeState) async throws {
    try await fixture.openAtReview { browser, id async throws in
      let dispute = DisputeBody(
        id: "case-1", state: state, reason: .other, amount: nil, openedAt: Moment(milliseconds: 0), respondBy: nil,
        source: "person")
      let payment = PaymentBody(
        authorized: .yen(41_480), captured: .yen(41_480), refunded: .yen(0), capturable: .yen(0), reference: nil,
        disputes: [dispute])
      await ferry.move(id, to: .paid, payment: payment)
      let page = try await browser.follow(try await browser.get("/checkout")).text
      let isStopped = state != .won && state != .withdrawn
      #expect(page.contains("we have stopped the delivery") == isStopped)
      #expect(page.contains("<dt>Paid</dt>"))
      #expect((payment.shownStatus == .disputed) == isStopped)
    }
  }

  @Test("It shows the address that the shop asked for, in the words of the order's country")
  func ownAddress() async throws {
    let fixture = ShopFixture.inColombia
    try await fixture.openAtPayment { browser, id async throws in
      await fixture.ferry.hear(id, phase: .paid)
      let thanks = try await browser.follow(try await browser.get("/checkout")).text
      #expect(thanks.contains("Ana María Restrepo") && thanks.contains("Calle 1 # 2-3"))
      #expect(thanks.contains("<span>Colombia</span>") && thanks.contains("<dt>Shipping</dt>"))
    }
  }
}
