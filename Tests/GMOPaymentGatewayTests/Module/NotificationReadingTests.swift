import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import GMOPaymentGatewayModule
import HTTPTypes
import Testing

@Suite("GMO: result notifications")
struct NotificationReadingTests {
  private static let genuine = """
    ShopID=tshop00000001&ShopPass=**********&AccessID=0123456789abcdef0123456789abcdef&AccessPass=********************************\
    &OrderID=order-0001&Status=AUTH&JobCd=AUTH&Amount=5500&Tax=0&TranDate=20251121154500&ErrCode=&ErrInfo=&PayType=38\
    &CancelAmount=&CancelTax=
    """

  private func read(_ body: String) async throws(NotificationRefusal) -> ProviderNotification? {
    guard let provider = try? Sale.provider() else { return nil }
    let reading = try await provider.read(
      IncomingNotification(headers: [:], body: Array(body.utf8), receivedAt: ScriptedGMO.start))
    guard case .read(let read) = reading else { return nil }
    return read
  }

  @Test("It is answered by 0 in plain text, and reduced to the OrderID")
  func reduced() async throws {
    let provider = try Sale.provider()
    #expect(provider.notificationRules?.receipt == "0")
    #expect(provider.notificationRules?.allows(nil) == true)
    let read = try #require(try await read(Self.genuine))
    #expect(
      read
        == ProviderNotification(
          sender: .unknown, meaning: .change("result"), references: [ProviderReference("order", "order-0001")]))
  }

  @Test("Nothing but the OrderID has any effect")
  func others() async throws {
    let changed = Self.genuine.replacing("Status=AUTH", with: "Status=SALES").replacing("5500", with: "1")
    #expect(try await read(changed) == read(Self.genuine))
  }

  @Test("The test of the connection, and another payment method, are received and mean nothing")
  func nothing() async throws {
    for body in ["ErrCode=E00&ErrInfo=E00000000", Self.genuine.replacing("PayType=38", with: "PayType=0")] {
      #expect(try await read(body)?.meaning == .nothing)
      #expect(try await read(body)?.references == [])
    }
  }

  @Test("Another shop's, and what cannot be read, is refused")
  func refused() async throws {
    await #expect(throws: NotificationRefusal.foreignAccount) {
      try await read(Self.genuine.replacing("tshop00000001", with: "tshop00000002"))
    }
    for body in ["", "hello", Self.genuine.replacing("order-0001", with: "order%0A1")] {
      await #expect(throws: NotificationRefusal.malformed) { try await read(body) }
    }
  }
}
