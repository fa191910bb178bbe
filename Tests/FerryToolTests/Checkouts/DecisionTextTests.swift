import ArgumentParser
import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@testable import FerryCheckout
@testable import FerryTool

@Suite("Commands that decide what waits for a person")
struct DecisionTextTests {
  private func checkout(
    _ phase: PhaseName, mismatch: AmountMismatchBody? = nil, seen: HeldMoneyBody? = nil,
    decisions: [String] = ["ask", "accept", "reject"]
  ) -> CheckoutBody {
    let held = HeldBody(reason: "amount-mismatch", asked: mismatch?.asked, seen: seen, decisions: decisions)
    return CheckoutBody(
      id: "co_1", orderNumber: "F-1", orderReference: "A-1", provider: "amazon-pay", mode: .test, kind: .browser,
      language: .english, capture: .automatic, phase: phase, awaitsProvider: false, next: nil, review: nil,
      decline: nil,
      payment: nil, createdAt: SampleAttempt.start, expiresAt: SampleAttempt.start,
      holdReason: phase == .held ? "amount-mismatch" : nil, mismatch: mismatch, overdueAt: SampleAttempt.start,
      held: phase == .held ? held : nil)
  }

  private func refund(_ state: OperationState, reported: Money? = nil) -> OperationBody {
    OperationBody(
      id: "op_1", kind: "refund", amount: .yen(1000), state: state, reason: nil, reference: nil,
      requestedAt: SampleAttempt.start, reportedAmount: reported)
  }

  @Test("A held payment of another amount is shown with both amounts, and accepted by the reported one")
  func mismatch() {
    let held = checkout(
      .held, mismatch: AmountMismatchBody(asked: .yen(3000), reported: .yen(2999)),
      seen: HeldMoneyBody(
        state: .captured, authorized: .yen(2999), captured: .yen(2999), refunded: .yen(0), unreadable: nil))
    let header = Timeline.header(held, OperationsBody(payment: nil, operations: []), [], at: SampleAttempt.start)
    let lines = header.split(separator: "\n").map(String.init)
    for line in [
      "  asked     ¥3,000", "  reported  captured: authorized ¥2,999, captured ¥2,999, refunded ¥0",
      "            ferry checkouts resolve co_1 accept --amount 2999  # the order is paid with ¥2,999, and the shop delivers",
      "            ferry checkouts resolve co_1 reject                # the order is cancelled; ¥2,999 goes back to the buyer",
      "            ferry checkouts resolve co_1 ask                   # nothing changes until the provider has answered; its answer decides",
    ] { #expect(lines.contains(line), "\(line) in \(header)") }
    #expect(!header.contains("OVERDUE"))
  }

  @Test("A held payment whose amount cannot be read is shown as it is written, and accepted without naming an amount")
  func unreadable() {
    let held = checkout(
      .held, mismatch: AmountMismatchBody(asked: .yen(3000), reported: nil, unreadable: "3ooo JPY"),
      seen: HeldMoneyBody(state: .unknown, authorized: nil, captured: nil, refunded: nil, unreadable: "3ooo JPY"),
      decisions: ["ask", "accept"])
    let header = Timeline.header(held, OperationsBody(payment: nil, operations: []), [], at: SampleAttempt.start)
    let lines = header.split(separator: "\n").map(String.init)
    for line in [
      "  asked     ¥3,000", "  reported  state unknown: an amount that cannot be read, 3ooo JPY",
      "            ferry checkouts resolve co_1 accept  # the order is paid, and the shop delivers",
    ] { #expect(lines.contains(line), "\(line) in \(header)") }
    #expect(!header.contains("reject"), "Only what is possible now is offered.")
  }

  @Test(
    "An operation of unknown outcome is decided first, whether its checkout is paid or held",
    arguments: [PhaseName.paid, .held])
  func operation(_ phase: PhaseName) {
    let lines = DecisionText.lines(checkout(phase), [refund(.succeeded), refund(.unknown)])
    #expect(
      lines == [
        "  DECIDE    The outcome of the refund of ¥1,000 is unknown. Look it up in the provider's console:",
        "            ferry checkouts resolve co_1 happened --operation op_1      # it succeeded",
        "            ferry checkouts resolve co_1 didNotHappen --operation op_1  # it did not",
        "            ferry checkouts resolve co_1 ask                            # ask the provider again",
      ])
  }

  @Test("The amount that the provider reports is in the command")
  func reported() {
    let lines = DecisionText.lines(checkout(.paid), [refund(.unknown, reported: .yen(700))])
    #expect(lines.first?.contains("Ferry requested a refund of ¥1,000, but the provider reports ¥700.") == true)
    #expect(lines.contains { $0.contains("ferry checkouts resolve co_1 happened --operation op_1 --amount 700 ") })
  }

  @Test("Nothing is to be decided about others", arguments: [PhaseName.paid, .cancelled, .settling])
  func nothing(_ phase: PhaseName) {
    #expect(DecisionText.lines(checkout(phase), [refund(.pending)]) == [])
  }

  @Test("A comparison of the books names the commands, and the amount that the provider reports")
  func remedy() {
    var discrepancy = Discrepancy(kind: .undecided, checkout: "co_1", ferry: .yen(1000), provider: .yen(700))
    #expect(discrepancy.remedy.contains("`ferry checkouts resolve co_1 accept --amount 700`"))
    #expect(discrepancy.meaning.contains("held"))
    discrepancy.operation = "op_1"
    for command in ["happened --operation op_1 --amount 700`", "`didNotHappen --operation op_1`"] {
      #expect(discrepancy.remedy.contains(command), "\(discrepancy.remedy)")
    }
    #expect(discrepancy.meaning.contains("outcome"))
    discrepancy.provider = nil
    #expect(!discrepancy.remedy.contains("--amount"))
  }

  @Test(
    "Options that a decision does not take, and words that are none, are refused",
    arguments: [
      (["accept", "--operation", "op_1"], "Use --operation only with"),
      (["ask", "--amount", "1"], "Use --amount only with"),
      (["didNotHappen", "--amount", "1"], "Use --amount only with"), (["keep"], "Unknown decision 'keep'."),
    ])
  func options(_ arguments: [String], _ message: String) {
    #expect { try ResolveCheckout.parse(["co_1"] + arguments) } throws: { error in
      ResolveCheckout.message(for: error).contains(message)
    }
  }
}
