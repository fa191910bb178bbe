import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@Suite("A provider's own SDK in an app")
@MainActor
struct ProviderSDKTests {
  @Test("Its configuration is the same in every life of the app, and another in every installation")
  func configuration() async throws {
    let shop = TestShop()
    let first = try await shop.flow().sdkConfiguration(for: "swedbank-pay")
    #expect(first.backendURL.absoluteString == "https://pay.shop.example/ferry/sdk/swedbank-pay/")
    let secret = try #require(first.headers["Ferry-Installation"])
    #expect(secret.utf8.count == 43)
    #expect(!"\(first)".contains(secret))
    let restarted = try shop.flow()
    #expect(try await restarted.unfinished().isEmpty)
    #expect(try await restarted.sdkConfiguration(for: "swedbank-pay") == first)
    #expect(try await TestShop().flow().sdkConfiguration(for: "swedbank-pay").headers != first.headers)
    await #expect(throws: FlowFailure.self) { try await restarted.sdkConfiguration(for: "../x") }
  }

  @Test("The SDK is shown with a code for the checkout, and the flow finds out what became of it")
  func shown() async throws {
    let shop = TestShop()
    shop.interference.withLock {
      $0 = { request in
        guard request.url.lastPathComponent == "sdk" else { return nil }
        let access = SDKAccess(backendUrl: "https://pay.shop.example/ferry/sdk/swedbank-pay/", code: "the code")
        return Result {
          HTTPAnswer(statusCode: 200, body: Array(try JSONEncoder().encode(access)))
        }.mapError { _ in CannedSender.NoAnswer() }
      }
    }
    let flow = try shop.flow()
    var seen: [String] = []
    let screen = ProviderSDKScreen(flow) { checkout, code in
      seen += [checkout, code]
    } close: {
    }
    let browser = StartPage(screen, "co_1")
    _ = try await flow.pay(from: browser) {
      try shop.create($0)
    } review: { _ in
      .cancel
    }
    #expect(seen.prefix(2) == ["co_1", "the code"])
    let asked = shop.sender.sent.filter { $0.url.lastPathComponent == "sdk" }
    #expect(!asked.isEmpty && asked.allSatisfy { $0.method == "POST" && $0.header("Ferry-Verifier") != nil })
    await #expect(throws: FlowFailure.notKept) { try await flow.sdkCode(for: "co_other") }
  }
}

/// Names the checkout in the start page's address, as the server's tickets do; those of the simulation do not.
@MainActor
private final class StartPage: SecureBrowser {
  private let screen: ProviderSDKScreen
  private let checkout: String

  init(_ screen: ProviderSDKScreen, _ checkout: String) {
    self.screen = screen
    self.checkout = checkout
  }

  func open(_ url: URL) async throws -> URL? {
    try await screen.open(try #require(URL(string: "https://pay.shop.example/ferry/start#\(checkout).app_ticket")))
  }

  func close() async { await screen.close() }
}
