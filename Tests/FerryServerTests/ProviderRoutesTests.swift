import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Configured providers")
struct ProviderRoutesTests {
  @Test("A key gets its mode's accounts, with names, buttons and texts")
  func list() async throws {
    try await TestServer.run { server in
      let list = try await server.call(.get, "/v1/providers").decoded(ProviderListBody.self)
      #expect(list.providers.count == 1)
      let provider = try #require(list.providers.first)
      #expect(provider.id == MemoryCheckouts.provider.text && provider.account == "main" && provider.mode == .test)
      #expect(provider.name == "Test Pay" && provider.journey == .selectThenPay)
      #expect(
        provider.label == [
          "en": "Pay with Test Pay", "ja": "Test Payでお支払い", "es": "Pagar con Test Pay", "sv": "Betala med Test Pay",
        ])
      #expect(provider.button?.script?.function == ["provider", "button"])
      let image = try #require(provider.button?.image)
      #expect(image.hasPrefix(TestServer.base))
      #expect(try await server.visit(String(image.dropFirst(TestServer.base.count))).status == .ok)

      let live = try await server.call(.get, "/v1/providers", key: TestServer.liveKey).decoded(ProviderListBody.self)
      #expect(live.providers.map(\.id) == ["other-pay"])
      #expect(live.providers.first?.journey == .pay && live.providers.first?.button == nil)
    }
  }
}
