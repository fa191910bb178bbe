import FerryCheckout
import FerryCore
import FerryProvider
import SwedbankPayModule
import Testing

/// Operations without an answer, and references that count as used. Swedbank Pay refuses a reference twice, so a repetition
/// under the same one is safe, and one under a new reference needs proof.
@Suite("Swedbank Pay: operations without an answer")
struct LostOperationTests {
  enum Kind: String, CaseIterable {
    case capture = "captures"
    case release = "cancellations"
    case refund = "reversals"

    func cups() throws -> SoldCups { self == .refund ? try .paid() : try .held() }

    var event: Event {
      switch self {
      case .capture: .capture("one", .sek(4_000))
      case .release: .void("one")
      case .refund: .refund("one", .sek(4_000))
      }
    }
  }

  /// The requests of a kind, beyond the capture that paid.
  private func sent(_ cups: SoldCups, _ kind: Kind) -> [ScriptedSwedbankPay.Request] { cups.bank.sent(kind.rawValue) }

  @Test("An operation whose answer is lost is done if the order shows its reference", arguments: Kind.allCases)
  func lostDone(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, request in
        state.perform(request)
        return .lost
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(sent(cups, kind).count == 1)
  }

  @Test("An operation whose request is lost is repeated under the same reference", arguments: Kind.allCases)
  func lostBefore(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .lost
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(sent(cups, kind).count == 2 && Set(sent(cups, kind).map(\.reference)).count == 1)
  }

  @Test(
    "A reference that counts as used is waited for: a transaction that shows within five minutes is the operation",
    arguments: Kind.allCases)
  func usedShownLater(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, request in
        state.read = { state in
          if state.elapsed >= .seconds(300), state.read != nil {
            state.read = nil
            state.perform(request)
          }
          return .answer(200, state.order)
        }
        return .answer(400, referenceRefusal)
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(sent(cups, kind).count == 1)
  }

  @Test(
    "A used reference that shows nothing for five minutes is replaced, and the operation is carried out once",
    arguments: Kind.allCases)
  func usedNeverShown(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(400, referenceRefusal)
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(sent(cups, kind).count == 2 && Set(sent(cups, kind).map(\.reference)).count == 2)
    cups.bank.set { #expect($0.elapsed == .seconds(300)) }
    #expect(cups.checkout.payment?.refunded == .sek(kind == .refund ? 4_000 : 0))
  }

  @Test(
    "A movement in the Merchant Portal proves nothing about ours, even if kind and amount are equal",
    arguments: [Kind.capture, .refund])
  func inPortal(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.transactions.append(
          .init(kind: kind == .capture ? "Capture" : "Reversal", number: 79, amount: 4_000, reference: "PORTAL"))
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .lost
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded && sent(cups, kind).count == 2)
    let payment = try #require(cups.checkout.payment)
    #expect((kind == .capture ? payment.captured : payment.refunded) == .sek(8_000))
  }

  @Test("After three used references a person has to look at the contract")
  func everyReferenceUsed() throws {
    var cups = try SoldCups.paid()
    cups.bank.set { $0.operate = { _, _ in .answer(400, referenceRefusal) } }
    #expect(throws: ProviderFailure.self) { try cups.apply(.refund("one", .sek(4_000))) }
    #expect(Set(cups.bank.sent("reversals").map(\.reference)).count == 3)
    #expect(cups.checkout.payment?.refunded.isZero == true)
  }

  @Test("A failure of Swedbank Pay's is no refusal: the order is asked", arguments: [408, 500, 502])
  func providerFault(_ status: Int) throws {
    var cups = try SoldCups.paid()
    cups.bank.set { state in
      state.operate = { state, request in
        state.perform(request)
        return .answer(status, "<html>")
      }
    }
    #expect(throws: ProviderFailure.self) { try cups.apply(.refund("one", .sek(4_000))) }
    #expect(cups.state("one") != .failed(.notAllowed))
    #expect(cups.bank.sent("reversals").count == 1)
  }
}
