import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import SwedbankPay
import SwedbankPayModule
import Testing

/// Callbacks are not signed: they only name a payment order to ask for.
@Suite("Swedbank Pay: callbacks")
struct CallbackReadingTests {
  private func read(_ body: String) async throws -> NotificationReading {
    try await Sale.provider().read(
      IncomingNotification(headers: [:], body: Array(body.utf8), receivedAt: .sample))
  }

  @Test(
    "A callback is a question about its payment order, whatever else it says",
    arguments: [
      #"{"orderReference": "F01", "paymentOrder": {"id": "\#(Answers.id)", "instrument": "paymentorders"}}"#,
      #"{"paymentOrder": {"id": "\#(Answers.id)"}, "status": "Paid", "amount": 1}"#,
      #"{"paymentorder": {"id": "\#(Answers.id)"}, "payment": {"number": 99463794}}"#,
    ])
  func question(_ body: String) async throws {
    #expect(
      try await read(body)
        == .read(
          ProviderNotification(
            sender: .unknown, meaning: .change("callback"), references: [ProviderReference("order", Answers.id)])))
  }

  @Test("A callback of a foreign payment order names that order, which belongs to no checkout of ours")
  func foreign() async throws {
    let id = "/psp/paymentorders/00000000-f87f-4313-577e-08d3dca1a26c"
    guard case .read(let notification) = try await read(#"{"paymentOrder": {"id": "\#(id)"}}"#) else {
      Issue.record("It is not read.")
      return
    }
    #expect(notification.references == [ProviderReference("order", id)])
    #expect(notification.references != [ProviderReference("order", Answers.id)])
  }

  @Test(
    "A body that names no payment order is malformed",
    arguments: [
      "", "null", "[]", "{}", "<html>", #"{"paymentOrder": {}}"#, #"{"paymentOrder": {"id": 7}}"#,
      #"{"paymentOrder": {"id": "https://evil.example/psp/paymentorders/1"}}"#,
    ])
  func malformed(_ body: String) async throws {
    await #expect(throws: NotificationRefusal.malformed) { try await read(body) }
  }

  @Test("Callbacks come from any address, unless the account names their sources; large ones are not read")
  func sources() throws {
    let usual = try #require(try Sale.provider().notificationRules)
    #expect(usual.sources == nil && usual.largestBody == 16_384)
    let sources = ["20.91.170.120/29"].compactMap { AddressRange($0) }
    let rules = try #require(try Sale.provider { $0.callbackSources = sources }.notificationRules)
    #expect(rules.allows("20.91.170.120") && rules.allows("20.91.170.127") && usual.allows("198.51.100.7"))
    for source in ["20.91.170.119", "20.91.170.128", "51.107.183.58", nil] { #expect(!rules.allows(source)) }
  }
}
