import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("GMO's sandbox over HTTP")
struct ServedTests {
  @Test("An order is entered over HTTP, and an answer that a fault drops does not arrive")
  func served() async throws {
    let shop = try TestShop()
    let server = Application(responder: shop.sandbox.responder, logger: Logger(label: "gmo-pg-sandbox"))
    let own: [String: String?] = ["ShopID": TestShop.shopID, "ShopPass": TestShop.shopPass]
    let body = try TestShop.form(own.merging(TestShop.entry("HTTP-1")) { $1 })
    let other = try TestShop.form(own.merging(TestShop.entry("HTTP-2")) { $1 })
    try await server.test(.live) { client in
      let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded;charset=windows-31j"]
      let answer = try await client.execute(
        uri: "/payment/EntryTranAmazonpay.idPass", method: .post, headers: headers, body: ByteBuffer(bytes: body))
      #expect(answer.status == .ok && String(buffer: answer.body).hasPrefix("AccessID="))
      shop.sandbox.state.plan(SandboxFault(.dropAfterExecution, onOperation: "EntryTranAmazonpay"))
      await #expect(throws: (any Error).self) {
        try await client.execute(
          uri: "/payment/EntryTranAmazonpay.idPass", method: .post, headers: headers, body: ByteBuffer(bytes: other))
      }
    }
    #expect(try await shop.status("HTTP-2") == "UNPROCESSED")
  }

  @Test("A notification is delivered when the receiver answers 0, and is sent again after another answer")
  func notified() async throws {
    let answers = Mutex(["OK", "0"])
    let received = Mutex<[String]>([])
    let router = Router()
    router.post("notify") { request, _ in
      let body = try await request.body.collect(upTo: 4_096)
      received.withLock { $0.append(String(buffer: body)) }
      return answers.withLock { $0.isEmpty ? "0" : $0.removeFirst() }
    }
    let receiver = Application(router: router, logger: Logger(label: "receiver"))
    try await receiver.test(.live) { client in
      let port = try #require(client.port)
      let time = VirtualTime()
      let shop = try TestShop(place: {
        $0.timekeeper = time
        $0.notificationURL = "http://127.0.0.1:\(port)/notify"
      })
      _ = try await shop.paid()
      let service = try #require(shop.sandbox.services.first)
      try await whileRunning({ try await service.run() }) {
        func wait(_ state: DeliveryState, attempts: Int) async throws {
          for _ in 0..<2_000 {
            let delivery = shop.sandbox.state.advanced().0.post.list.first
            if delivery?.state == state, delivery?.attempts.count == attempts { return }
            try await Task.sleep(for: .milliseconds(5))
          }
          Issue.record("The notification does not become \(state).")
        }
        try await wait(.waiting, attempts: 1)
        await time.advance(by: .seconds(3_600))
        try await wait(.delivered, attempts: 2)
      }
      #expect(shop.sandbox.replies.last.map(\.text) == ["200 “OK”"])
      #expect(received.withLock { $0.count } == 2)
      #expect(received.withLock { $0[0] == $0[1] && $0[0].contains("Status=AUTH") })
    }
  }
}
