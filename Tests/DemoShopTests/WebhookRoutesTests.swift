import FerryCore
import FerryTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Webhooks at the shop")
struct WebhookRoutesTests {
  private let fixture = ShopFixture(webhookSecrets: [secret, WebhookSecret(SequentialRandomness(seed: 2))])
  private static let secret = WebhookSecret(SequentialRandomness(seed: 1))

  private static func body(
    _ sequence: Int, _ phase: PhaseName, order: String = "A-1", checkout: String = "co_1",
    type: WebhookType = .checkoutPaid
  ) throws -> [UInt8] {
    let body = WebhookBody(
      type: type, at: Moment(milliseconds: 1_800_000_000_000),
      data: WebhookData(
        checkout: checkout, sequence: sequence, orderReference: order, orderNumber: "F1", provider: "amazon-pay",
        mode: .test, phase: phase,
        payment: PaymentBody(
          authorized: .yen(9_520), captured: .yen(9_520), refunded: .yen(0), capturable: .yen(0), reference: "C-1")))
    return Array(try JSONEncoder().encode(body))
  }

  /// Sends a message as Ferry does.
  private func send(
    _ bytes: [UInt8], id: String = "msg_co_1_1", signed signedBytes: [UInt8]? = nil, secret: WebhookSecret = secret,
    ago: Duration = .zero, without missing: String? = nil, to client: any TestClientProtocol
  ) async throws -> Int {
    let signature = WebhookSignature(
      signing: signedBytes ?? bytes, id: id, at: fixture.clock.now - ago, secrets: [secret])
    var headers: HTTPFields = [.contentType: "application/json"]
    for (name, value) in signature.fields where name != missing {
      headers[try #require(HTTPField.Name(name))] = value
    }
    let response = try await client.executeRequest(
      uri: "/ferry/webhooks", method: .post, headers: headers, body: ByteBuffer(bytes: bytes))
    return response.status.code
  }

  @Test("A genuine message is accepted with either secret, and is answered without a body")
  func genuine() async throws {
    try await fixture.open { _, client async throws in
      #expect(try await send(try Self.body(1, .paid), to: client) == 204)
      let other = WebhookSecret(SequentialRandomness(seed: 2))
      #expect(try await send(try Self.body(2, .paid), id: "msg_co_1_2", secret: other, to: client) == 204)
      let receipt = try await fixture.orders.record("A-1")?.receipt
      #expect(receipt == Receipt(orderNumber: "F1", total: .yen(9_520), checkout: "co_1"))
      #expect(try await fixture.orders.record("A-2") == nil)
    }
  }

  @Test("A foreign, changed or old message is refused and changes nothing")
  func forged() async throws {
    try await fixture.open { _, client async throws in
      let body = try Self.body(1, .paid)
      let stranger = WebhookSecret(SequentialRandomness(seed: 9))
      #expect(try await send(body, secret: stranger, to: client) == 401)
      #expect(try await send(body, signed: try Self.body(1, .declined), to: client) == 401)
      #expect(try await send(body, ago: .seconds(302), to: client) == 401)
      #expect(try await send(body, ago: .seconds(-302), to: client) == 401)
      for field in WebhookSignature.Field.allCases {
        #expect(try await send(body, without: field.rawValue, to: client) == 401)
      }
      #expect(try await fixture.orders.record("A-1") == nil)
      #expect(try await send(body, ago: .seconds(299), to: client) == 204)
    }
  }

  @Test("A repeated message changes nothing, and an older state does not replace a newer one")
  func repeated() async throws {
    try await fixture.open { _, client async throws in
      #expect(try await send(try Self.body(3, .paid), id: "msg_co_1_3", to: client) == 204)
      let record = try await fixture.orders.record("A-1")
      // Ferry never sends this one: if its id were unknown, it would count.
      #expect(try await send(try Self.body(9, .held), id: "msg_co_1_3", to: client) == 204)
      #expect(try await fixture.orders.record("A-1") == record)
      #expect(try await send(try Self.body(2, .held), id: "msg_co_1_2", to: client) == 204)
      #expect(try await fixture.orders.record("A-1")?.receipt != nil)
      #expect(try await send(try Self.body(4, .held), id: "msg_co_1_4", to: client) == 204)
      #expect(try await fixture.orders.record("A-1")?.receipt == nil)
    }
  }

  @Test("An order is paid by any of its attempts")
  func attempts() async throws {
    try await fixture.open { _, client async throws in
      #expect(try await send(try Self.body(5, .declined), id: "msg_co_1_5", to: client) == 204)
      #expect(try await fixture.orders.record("A-1")?.receipt == nil)
      let second = try Self.body(1, .paid, checkout: "co_2")
      #expect(try await send(second, id: "msg_co_2_1", to: client) == 204)
      #expect(try await fixture.orders.record("A-1")?.receipt != nil)
    }
  }

  @Test("An unknown type is accepted, and a malformed body is refused")
  func unknown() async throws {
    try await fixture.open { _, client async throws in
      let strange = try Self.body(1, .paid, type: WebhookType(rawValue: "checkout.blessed"))
      #expect(try await send(strange, to: client) == 204)
      #expect(try await send(Array("{}".utf8), id: "msg_2", to: client) == 422)
      #expect(try await send(Array("{".utf8), id: "msg_3", to: client) == 400)
      #expect(try await send([UInt8](repeating: 0x20, count: 65_537), id: "msg_4", to: client) == 413)
    }
  }

  @Test("A buyer who has paid and not returned finds an empty cart and their receipt")
  func emptyCart() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await fixture.ferry.only()?.id)
      let call = try #require(await fixture.ferry.calls.first)
      let order = try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body)).orderReference
      // Without the message the shop has no paid order.
      #expect(try await browser.get("/").status == 200)
      #expect(try await browser.get("/thanks").status == 303)
      let told = try Self.body(2, .paid, order: order, checkout: id)
      #expect(try await send(told, id: "msg_\(id)_2", to: browser.client) == 204)
      let calls = await fixture.ferry.calls.count
      #expect(try await browser.get("/").status == 200)
      // The shop already knew it.
      #expect(await fixture.ferry.calls.count == calls)
      #expect(try await browser.get("/thanks").text.contains("F1"))
    }
  }

  @Test("A message is on the disk when it is answered, and only the owner may read it")
  func onDisk() async throws {
    let directory = FileManager.default.temporaryDirectory.path() + "/ferry-orders-" + SystemRandomness().token()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let message = try JSONDecoder().decode(WebhookBody.self, from: Data(try Self.body(1, .paid)))
    #expect(try await OrderBook(directory: directory).update("A/../1") { $0.apply(message, id: "msg_1") })
    #expect(try await !OrderBook(directory: directory).update("A/../1") { $0.apply(message, id: "msg_1") })
    #expect(try await OrderBook(directory: directory).record("A/../1")?.receipt?.orderNumber == "F1")
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(files.count == 1)
    let rights = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(files[0])")[.posixPermissions]
    #expect(rights as? Int == 0o600)
  }

  @Test("With its key, the shop's books are a CSV file with the latest state")
  func export() async throws {
    try await fixture.open { _, client async throws in
      for (order, sequence, refunded) in [("A-2", 1, 0), ("A,\"1\"", 2, 9_520), ("A,\"1\"", 1, 0)]
        as [(String, Int, Int64)]
      {
        var body = try JSONDecoder().decode(WebhookBody.self, from: Data(try Self.body(sequence, .paid, order: order)))
        body.data.payment?.refunded = .yen(refunded)
        #expect(
          try await send(Array(try JSONEncoder().encode(body)), id: "msg_\(order)_\(sequence)", to: client) == 204)
      }
      #expect(try await send(try Self.body(1, .declined, order: "A-3;=1"), id: "msg_3", to: client) == 204)
      func orders(_ key: String?) async throws -> TestResponse {
        try await client.executeRequest(
          uri: "/orders.csv", method: .get, headers: key.map { [.authorization: "Bearer \($0)"] } ?? [:], body: nil)
      }
      #expect(try await orders(nil).status == .unauthorized)
      #expect(try await orders("secret-key-of-the-shoP").status == .unauthorized)
      let found = try await orders("secret-key-of-the-shop")
      #expect(found.headers[.contentType] == "text/csv; charset=utf-8")
      let at = "2027-01-15T08:00:00.000Z"
      #expect(
        String(buffer: found.body)
          == """
          reference,status,total,currency,captured,refunded,created_at,updated_at
          "A,""1\""",refunded,9520,JPY,9520,9520,\(at),\(at)
          A-2,paid,9520,JPY,9520,0,\(at),\(at)
          A-3;'=1,unpaid,9520,JPY,9520,0,\(at),\(at)

          """.replacing("\n", with: "\r\n"))
    }
  }
}
