import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Logging
import Synchronization
import Testing

@Suite("The log of server and engine, at the most detailed level")
struct LogCanaryTests {
  /// A failure during the journey, because failures are logged.
  enum Trouble: CaseIterable, Sendable {
    case none, declined, providerFails, providerBabbles, wrongCode, brokenRequest, storeFails
  }

  /// An error as detailed as those of databases.
  struct StatementFailed: Error, CustomStringConvertible {
    let description = "INSERT INTO checkouts VALUES ('山田 太郎 hanako@example.jp canary')"
  }

  @Test(
    "Contains no code, ticket, token, cookie or key, and no data of the buyer",
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
          ShopRequest(
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
    // The log may name the checkout.
    for token in tokens where token != checkout { #expect(!text.contains(token)) }
    #expect(!text.contains("canary"))
    // The log must have lines for the check to mean anything.
    #expect(log.lines.isEmpty == (trouble != .storeFails))
  }

  /// The buyer's data in the review.
  private static func person(_ review: ReviewBody) -> [String] {
    let address = review.shippingAddress
    let texts = [
      review.buyer?.name, review.buyer?.email, address?.name, address?.phone, address?.postalCode, address?.city,
      review.paymentDescriptor,
    ]
    return (texts + (address?.lines ?? [])).compactMap { $0 }.filter { !$0.isEmpty }
  }
}

/// All requests to the checkout server and its answers, which contain all secrets of a journey.
final class Traffic: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ request: ShopRequest, _ answer: ShopAnswer) {
    let parts =
      [request.url] + request.headers.map(\.value) + [String(decoding: request.body ?? [], as: UTF8.self)]
      + answer.headers.map(\.value) + [String(decoding: answer.body, as: UTF8.self)]
    texts.withLock { $0 += parts }
  }

  /// Every possible token: long runs of token characters.
  var tokens: Set<String> {
    let texts = texts.withLock { $0 }
    return Set(
      texts.flatMap { text in
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
          .filter { $0.count >= 20 }.map(String.init)
      })
  }
}
