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

@Suite("The address by which banks lead buyers back to the payment page")
struct PaymentPageAddressTests {
  private static let next = TestServer.base + "/ferry/next/"

  @Test("In a browser it is the page of the next action; beside an app it is the app's wake link, without a code")
  func address() async throws {
    try await TestServer.run { server in
      let apps = try TestServer.configuration().apps
      let links = ServerLinks(base: try #require(Origin(TestServer.base)), apps: apps)
      let buyer = try await server.departed()
      let inBrowser = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(links.returnLinks(inBrowser).page == Self.next + "\(buyer.id)?returned=1")

      let app = try await TestApp.started(on: server, reference: "A-2")
      let besideApp = try #require(await server.service.file(CheckoutID(app.id)))
      let page = try #require(links.returnLinks(besideApp).page)
      let read = AppReturnLink.read(page, host: TestServer.linkHost, scheme: nil)
      guard case .wake(let link) = read else { return #expect(Bool(false), "\(page)") }
      #expect(link.checkout == app.id)
      #expect(!page.contains(besideApp.roundTrips.nonce))

      let unregistered = ServerLinks(base: links.base, apps: apps.filter { $0.shop != "main" })
      #expect(unregistered.returnLinks(besideApp).page == Self.next + "\(app.id)?returned=1")
    }
  }

  @Test("Return URLs that were stored before there was a payment page can be read")
  func older() throws {
    let stored = Data(#"{"select":"a","pay":"b","cancel":"c"}"#.utf8)
    let urls = try JSONDecoder().decode(ProviderReturnURLs.self, from: stored)
    #expect(urls == ProviderReturnURLs(select: "a", pay: "b", cancel: "c"))
  }
}
