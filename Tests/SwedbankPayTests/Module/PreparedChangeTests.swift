import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import SwedbankPay
import SwedbankPayModule
import Testing

/// A change is kept with its address and body from the answer that offers it to its own. An address is good for a short time.
@Suite("Swedbank Pay: changes that are prepared")
struct PreparedChangeTests {
  typealias Kind = LostOperationTests.Kind

  enum Answer: CaseIterable {
    case accepted, refused, lost
  }

  /// True if the record has the address of a change.
  private func keepsChange(_ cups: Sale) -> Bool {
    let record = String(decoding: cups.record ?? [], as: UTF8.self)
    return Kind.allCases.contains { record.contains($0.rawValue) } || record.contains("\"prepared\"")
  }

  @Test("After its answer nothing of it is kept, whatever the answer is", arguments: Kind.allCases, Answer.allCases)
  func answered(_ kind: Kind, _ answer: Answer) throws {
    var cups = try kind.cups()
    #expect(!keepsChange(cups), "The capture of a payment that is captured at once.")
    cups.bank.set { state in
      state.operate = { state, request in
        if answer == .refused { return .answer(403, Answers.problem("paymentorders/forbidden", 403)) }
        state.perform(request)
        return answer == .lost ? .lost : .answer(200, state.order)
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == (answer == .refused ? .failed(.notAllowed) : .succeeded))
    #expect(!keepsChange(cups))
  }

  @Test(
    "If an answer names another site for a change, the payment order is read again before the next try",
    arguments: Kind.allCases, [1, 3])
  func otherSite(_ kind: Kind, _ answers: Int) throws {
    var cups = try kind.cups()
    cups.triesAgain = true
    let before = cups.bank.requests.count
    cups.bank.set { $0.misplaced = answers }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    let reports = cups.remarks.filter { $0.contains("https://api.evil.example") }
    #expect(reports.count == answers)
    let questions = cups.bank.requests.dropFirst(before).prefix { $0.name == "get" }
    #expect(questions.count == answers + 1)
    #expect(cups.bank.sent(kind.rawValue).count == 1)
    #expect(!keepsChange(cups))
  }

  @Test("A change at the other name of the API's site is made there, at once", arguments: Kind.allCases)
  func otherName(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.bank.set { $0.api = "https://api.externalintegration.swedbankpay.com" }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded && cups.remarks.isEmpty)
    #expect(cups.bank.sent(kind.rawValue).map(\.authority) == ["api.externalintegration.swedbankpay.com"])
    #expect(cups.bank.sent("get").allSatisfy { $0.authority == "api.externalintegration.payex.com" })
  }

  @Test("A change that was offered before the settings got the other name is made after it")
  func renamedMeanwhile() throws {
    var cups = try Kind.refund.cups()
    let command = Command.Kind.refund("one", .sek(4_000))
    guard case .next("offered", let findings) = try reaction(cups, command) else {
      Issue.record("The change is not offered.")
      return
    }
    cups.record = findings.record
    let renamed = SwedbankPayProvider(
      try .sample(
        apiURL: "https://api.externalintegration.swedbankpay.com",
        payerURLs: ["https://ecom.externalintegration.swedbankpay.com"]))
    let request = try renamed.request(for: cups.task(command, stage: "offered", number: 9))
    let sealed = try renamed.seal(request, Sending(now: .sample, buyer: Sale.buyer, random: Array(0..<32)))
    #expect(sealed.request.authority == "api.externalintegration.payex.com")
    #expect(sealed.request.path?.hasSuffix("/reversals") == true)
  }

  @Test("The same of an abort")
  func otherSiteOfAbort() throws {
    var cups = try Sale()
    cups.triesAgain = true
    cups.bank.set { $0.misplaced = 2 }
    try cups.apply(.cancel(.buyer))
    #expect(cups.checkout.phase == .cancelled(.buyer) && cups.bank.sent("abort").count == 1)
  }

  @Test("A change that was refused for the settings is offered again before the next try", arguments: Kind.allCases)
  func misconfigured(_ kind: Kind) throws {
    var cups = try kind.cups()
    cups.triesAgain = true
    cups.bank.set { state in
      state.operate = { state, _ in
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(401, "")
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == .succeeded)
    #expect(cups.bank.course.hasSuffix("get \(kind.rawValue) get \(kind.rawValue) get"))
    let references = cups.bank.sent(kind.rawValue).map(\.reference)
    #expect(references.count == 2 && Set(references).count == 1)
  }

  @Test("A change that an earlier version has kept at another site is offered again")
  func keptAtOtherSite() throws {
    var cups = try Kind.refund.cups()
    let command = Command.Kind.refund("one", .sek(4_000))
    cups.bank.set { $0.misplaced = 1 }
    guard case .next("offered", let findings) = try reaction(cups, command) else {
      Issue.record("The change is not offered.")
      return
    }
    cups.record = findings.record
    let retry = cups.task(command, stage: "offered", number: 9, isRetry: true)
    #expect(try cups.provider.request(for: retry).method == "GET")
  }

  @Test("After an abort nothing of it is kept")
  func aborted() throws {
    var cups = try Sale()
    try cups.apply(.cancel(.buyer))
    #expect(cups.checkout.phase.name == .cancelled && cups.bank.sent("abort").count == 1)
    #expect(!keepsChange(cups))
  }

  @Test("A question meanwhile leaves it to the command that sends it, also after a restart", arguments: Kind.allCases)
  func questionMeanwhile(_ kind: Kind) throws {
    var cups = try kind.cups()
    let command: Command.Kind =
      switch kind {
      case .capture: .capture("one", .sek(4_000))
      case .release: .void("one")
      case .refund: .refund("one", .sek(4_000))
      }
    guard case .next("offered", let findings) = try reaction(cups, command) else {
      Issue.record("The change is not offered.")
      return
    }
    cups.record = findings.record
    guard case .done(_, let answered) = try reaction(cups, .read) else {
      Issue.record("The question is not answered.")
      return
    }
    cups.record = answered.record
    #expect(keepsChange(cups))
    #expect(try cups.request(command, stage: "offered", number: 9).url.hasSuffix(kind.rawValue))
  }

  /// The reaction to the answer of a command's request.
  private func reaction(_ cups: Sale, _ command: Command.Kind) throws -> ProviderReaction {
    let task = cups.task(command, number: command == .read ? 10 : 9)
    return cups.reaction(to: try cups.provider.request(for: task), of: task)
  }
}
