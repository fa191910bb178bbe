import FerryCore
import Foundation
import Testing

@testable import Ferry

@Suite("The offer of help in the web view of an embedded checkout")
struct PendingOfferTests {
  private let failed = PendingOffer.Offer(
    problem: \.pageFailed, address: URL(string: "https://pay.shop.example/ferry/next"))
  private let missing = PendingOffer.Offer(problem: \.appMissing, address: nil)

  @Test("An offer is shown once if the buyer answers it")
  func answered() {
    var pending = PendingOffer()
    #expect(pending.begin() == nil)
    pending.add(failed)
    #expect(pending.begin() == failed)
    pending.end(isAnswered: true)
    #expect(pending.begin() == nil)
  }

  @Test("A page that cannot ask, or leaves before the answer, asks when it is on the screen again")
  func covered() {
    var pending = PendingOffer()
    pending.add(failed)
    for _ in 1...3 {
      #expect(pending.begin() == failed)
      pending.end(isAnswered: false)
    }
    #expect(pending.begin() == failed)
  }

  @Test("Nothing is shown over an offer that is on the screen")
  func once() {
    var pending = PendingOffer()
    pending.add(failed)
    #expect(pending.begin() == failed)
    #expect(pending.begin() == nil)
    pending.add(missing)
    #expect(pending.begin() == nil)
  }

  @Test("An offer that comes while another is shown follows it; the same one again does not")
  func following() {
    var pending = PendingOffer()
    pending.add(failed)
    _ = pending.begin()
    pending.add(missing)
    pending.end(isAnswered: true)
    #expect(pending.begin() == missing)
    pending.add(missing)
    pending.end(isAnswered: true)
    #expect(pending.begin() == nil)
  }

  @Test("A later offer replaces one that waits")
  func replaced() {
    var pending = PendingOffer()
    pending.add(missing)
    pending.add(failed)
    #expect(pending.begin() == failed)
    pending.end(isAnswered: true)
    #expect(pending.begin() == nil)
  }

  @Test("A page that appears needs no offer any more")
  func appeared() {
    var pending = PendingOffer()
    pending.add(failed)
    pending.pageAppeared()
    #expect(pending.begin() == nil)
    pending.add(failed)
    #expect(!pending.isShown)
    _ = pending.begin()
    #expect(pending.isShown)
    pending.pageAppeared()
    pending.end(isAnswered: false)
    #expect(!pending.isShown)
    #expect(pending.begin() == nil)
  }
}
