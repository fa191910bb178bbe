import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySimulation
import FerryTesting
import HTTPTypes
import Testing

@Suite("The contract of providers: garbage", .timeLimit(.minutes(10)))
struct ProviderGarbageTests {
  private static let garbage: [String] = [
    "", " ", "null", "17", "[]", "\"text\"", "{}", "\u{0}\u{1}", #"{"error":17}"#, #"{"error":null,"reasonCode":null}"#,
    "<html><body>502 Bad Gateway</body></html>", String(repeating: "[", count: 5_000),
    String(repeating: #"{"a":"#, count: 5_000), String(repeating: "x", count: 50_000),
  ]

  private static let statuses = [200, 201, 204, 301, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503, 599]

  @Test(
    "Garbage never yields money, a refusal of a call that moves money, or proof that nothing happened",
    arguments: ProviderBench.allCases)
  func garbage(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    for exchange in world.provider.distinct {
      let whole = exchange.answer.body
      let cuts = stride(from: 1, to: whole.count, by: 1 + whole.count / 16).map { Array(whole.prefix($0)) }
      for status in Self.statuses {
        for body in Self.garbage.map({ Array($0.utf8) }) + (status == 200 && bench.answersHaveEnd ? cuts : []) {
          let reaction = world.react(exchange, status, body)
          let about: Comment =
            "\(exchange.request.call) \(status) \(String(decoding: body.prefix(60), as: UTF8.self)): \(reaction)"
          #expect(reaction.observation?.charge == nil, about)
          switch reaction {
          case .nothingHappened, .newReference: Issue.record(about)
          case .done(.rejected, _): #expect(!exchange.isDelicate, about)
          case .done, .next, .failed: break
          }
        }
      }
    }
  }

  @Test(
    "Reading an answer is total under fuzzing of body, status and headers, and no changed answer pays another amount",
    arguments: ProviderBench.allCases)
  func fuzzed(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let fuzzing = Fuzzing(pieces: ["\"state\":", "\"amount\":", "-1", "0.1", "EUR", "JPY", "9223372036854775807"])
    var random = SplitMix64(seed: 8)
    for exchange in world.provider.distinct {
      for _ in 0..<150 {
        let status =
          Bool.random(using: &random) ? exchange.answer.status.code : Self.statuses.randomElement(using: &random) ?? 200
        let body = fuzzing.mutated(exchange.answer.body, &random)
        let reaction = world.react(
          exchange, status, body,
          [.retryAfter: String(decoding: body.prefix(8), as: UTF8.self), .date: "Thu, 02 Jan 2025 03:04:05 GMT"])
        let about: Comment = "\(exchange.request.call) \(status) \(String(decoding: body, as: UTF8.self))"
        if let charge = reaction.observation?.charge {
          #expect([charge.authorized, charge.captured, charge.refunded].allSatisfy { !$0.isNegative }, about)
        }
        if case .done(.rejected, _) = reaction, (200..<300).contains(status) { #expect(!exchange.isDelicate, about) }
        guard case .done(let outcome, _) = reaction else { continue }
        var (checkout, order) = (exchange.task.checkout, exchange.task.order)
        _ = try checkout.receive(.performed(exchange.task.command.number, outcome), at: world.time.now, for: &order)
        if checkout.phase == .paid, exchange.task.checkout.phase != .paid {
          let payment = checkout.payment
          let paid = checkout.capture == .automatic ? payment?.captured : payment?.authorized
          #expect(paid == checkout.agreed?.total, about)
        }
      }
    }
  }
}

extension ProviderWorld {
  func react(
    _ exchange: Exchange, _ status: Int, _ body: [UInt8], _ headers: HTTPFields = [:]
  ) -> ProviderReaction {
    let answer = ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: headers, body: body, receivedAt: exchange.answer.receivedAt,
      sent: exchange.answer.sent)
    return provider.base.receive(answer, to: exchange.request, of: exchange.task)
  }
}
