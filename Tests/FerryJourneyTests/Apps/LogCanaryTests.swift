import FerryCheckout
import FerryCore
import FerryEngine
import FerryScriptedBuyer
import Testing

@Suite("The log of server and engine, at its most talkative")
struct LogCanaryTests {
  /// What went wrong on the way, for what goes wrong is what is logged.
  enum Trouble: CaseIterable, Sendable {
    case none, declined, providerFails, providerBabbles, wrongCode, brokenRequest, storeFails
  }

  /// As talkative as the errors of databases are.
  struct StatementFailed: Error, CustomStringConvertible {
    let description = "INSERT INTO checkouts VALUES ('山田 太郎 hanako@example.jp canary')"
  }

  @Test(
    "Says nothing of what travelled: no code, ticket, token, cookie or key, and nothing of the buyer",
    arguments: AppKind.allCases, Trouble.allCases)
  func silentAboutSecrets(_ kind: AppKind, _ trouble: Trouble) async throws {
    let log = RecordedLog()
    let spoilt: SpoiltAnswers? =
      switch trouble {
      case .providerFails: SpoiltAnswers("/complete", [.refusal(500, "ProcessingFailure")])
      case .providerBabbles: SpoiltAnswers("/complete", [SpoiltAnswer(status: 200, body: "<html>")])
      default: nil
      }
    let power = PowerSwitch(afterCommits: .max)
    let (checkout, person, tokens) = try await ServedInProcess.run(
      power: power, spoilt: spoilt, logger: log.logger
    ) { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review(card: trouble == .declined ? "3434" : "1111")
      let checkout = reviewing.handoff.checkout
      if trouble == .wrongCode {
        let wrong = AppReturnLink(checkout: checkout, code: Verifier(SystemRandomness()).text)
        #expect(try await buyer.app.claim(reviewing.handoff, wrong).problem != nil)
      }
      if trouble == .brokenRequest {
        let secret = Verifier(SystemRandomness()).text
        let answer = try await served.send(
          ScriptedRequest(
            "POST", ServedInProcess.ferry + "/v1/checkouts?key=\(secret)",
            headers: [("authorization", "Bearer \(secret)"), ("content-type", "application/json")],
            body: Array("{\"secret\": \"\(secret)\"".utf8)))
        #expect((400...499).contains(answer.status))
      }
      try await buyer.pay(reviewing)
      try await buyer.app.act(reviewing.session, "approve", card: trouble == .declined ? "3434" : nil)
      if trouble == .declined { try await buyer.app.act(reviewing.session, "cancel") }
      #expect(try await buyer.end(reviewing, served).phase == (trouble == .declined ? .declined : .paid))
      if trouble == .storeFails {
        power.turnOff(StatementFailed())
        await #expect(throws: Unexpected.self) { try await buyer.app.read(reviewing.handoff) }
        try await served.world.time.sleep(for: .seconds(60))
      }
      let review = try #require(reviewing.checkout.review)
      return (checkout, Self.person(review), served.traffic.tokens.union([buyer.app.verifier.text]))
    }
    let text = log.lines.joined(separator: "\n")
    #expect(person.count >= 5)
    for datum in person { #expect(!text.contains(datum)) }
    #expect(tokens.count >= 10)
    // Which checkout it is about may be said.
    for token in tokens where token != checkout { #expect(!text.contains(token)) }
    #expect(!text.contains("canary"))
    // What is to be silent must have something to say.
    #expect(log.lines.isEmpty == (trouble != .storeFails))
  }

  /// What the review says of the buyer.
  private static func person(_ review: ReviewBody) -> [String] {
    let address = review.shippingAddress
    let texts = [
      review.buyer?.name, review.buyer?.email, address?.name, address?.phone, address?.postalCode, address?.city,
      review.paymentDescriptor,
    ]
    return (texts + (address?.lines ?? [])).compactMap { $0 }.filter { !$0.isEmpty }
  }
}
