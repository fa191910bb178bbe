import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
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

    func cups() throws -> Sale { self == .refund ? try .paid() : try .held() }

    var event: Event {
      switch self {
      case .capture: .capture("one", .sek(4_000))
      case .release: .void("one")
      case .refund: .refund("one", .sek(4_000))
      }
    }
  }

  /// The requests of a kind, beyond the capture that paid.
  private func sent(_ cups: Sale, _ kind: Kind) -> [ScriptedSwedbankPay.Request] { cups.bank.sent(kind.rawValue) }

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

  @Test(
    "An operation whose answer is lost, and that is no longer offered, may be shown later; after five minutes it has failed",
    arguments: [Kind.capture, .release], [true, false])
  func lostShownLater(_ kind: Kind, _ isDone: Bool) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.elapsed = .seconds(3_600)
      state.operate = { state, request in
        state.offers = []
        if isDone { state.show(request, after: .seconds(3_700)) }
        return .lost
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == (isDone ? .succeeded : .failed(.notAllowed)))
    #expect(sent(cups, kind).count == 1)
    cups.bank.set { #expect($0.elapsed == .seconds(3_900)) }
  }

  @Test(
    "A refused repetition does not prove that the first request has failed: its transaction may be shown later",
    arguments: [Kind.capture, .release])
  func repetitionRefused(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      state.operate = { state, request in
        state.operate = { _, _ in .answer(403, Answers.problem("paymentorders/forbidden", 403)) }
        state.show(request, after: .seconds(100))
        return .lost
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(sent(cups, kind).count == 2 && Set(sent(cups, kind).map(\.reference)).count == 1)
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
        state.show(request, after: .seconds(300))
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

  @Test("Each of three used references is waited for; after them a person has to look at the contract")
  func everyReferenceUsed() throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operate = { _, _ in .answer(400, referenceRefusal) } }
    #expect(throws: ProviderFailure.self) { try cups.apply(.refund("one", .sek(4_000))) }
    #expect(Set(cups.bank.sent("reversals").map(\.reference)).count == 3)
    cups.bank.set { #expect($0.elapsed == .seconds(900)) }
    #expect(cups.checkout.payment?.refunded.isZero == true)
  }

  @Test(
    "An answer that is no refusal of Swedbank Pay's proves nothing: the order is asked, and the operation made once",
    arguments: [200, 404, 408, 410, 500, 502], [true, false])
  func providerFault(_ status: Int, _ isDone: Bool) throws {
    var cups = try Sale.held()
    cups.bank.set { state in
      state.operate = { state, request in
        if isDone { state.perform(request) }
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(status, "<html>")
      }
    }
    try cups.apply(.capture("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.captured == .sek(4_000))
    let sent = cups.bank.sent("captures")
    #expect(sent.count == (isDone ? 1 : 2) && Set(sent.map(\.reference)).count == 1)
  }
}
