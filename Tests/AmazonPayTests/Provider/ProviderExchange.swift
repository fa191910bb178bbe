import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes

/// A command of a paid checkout in the provider: its request, and the meaning of answers.
struct ProviderExchange: Sendable {
  static let returnURLs = ProviderReturnURLs(
    select: "https://shop.example/review?nonce=abc", pay: "https://shop.example/pay",
    cancel: "https://shop.example/cancel")

  private let provider: AmazonPayProvider
  private let task: ProviderTask
  let request: ProviderRequest
  let sent: HTTPRequest

  /// - Parameter record: The provider's record as JSON.
  init(_ kind: Command.Kind, stage: String = "", record: String? = nil) throws {
    provider = try AmazonPayProvider(TestAccount.make())
    var file = try SampleAttempt("one").file()
    _ = try file.pay(session: Answers.sessionId, charge: Answers.chargeId)
    task = ProviderTask(
      checkout: file.checkout, order: file.order, command: Command(number: 9, kind: kind), stage: stage,
      reference: "0123456789abcdef", returnURLs: Self.returnURLs, record: record.map { Array($0.utf8) })
    request = try provider.request(for: task)
    sent = try provider.seal(request, Sending(now: .signing, random: [])).request
  }

  func reaction(_ status: Int, _ body: [UInt8]) -> ProviderReaction {
    provider.receive(
      ProviderAnswer(
        status: .init(code: status), headers: [:], body: body, receivedAt: .signing, sent: sent), to: request, of: task)
  }

  func reaction(_ body: String) -> ProviderReaction { reaction(200, Array(body.utf8)) }
}
