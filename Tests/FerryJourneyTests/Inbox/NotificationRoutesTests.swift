import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("The address of notifications")
struct NotificationRoutesTests {
  private struct Caller: Sendable {
    let client: any TestClientProtocol

    func post(
      _ text: String, to place: String = "notifying-bank/test", signedAs signed: String? = nil
    ) async throws -> TestResponse {
      let headers = NotifyingBankProvider.notification(signed ?? text, at: Moment(milliseconds: 0)).headers
      return try await client.execute(
        uri: "/ferry/notify/\(place)", method: .post, headers: headers, body: ByteBuffer(string: text))
    }
  }

  private func serving(
    _ world: InboxWorld, _ rates: RateLimits = .usual, _ test: @Sendable (Caller) async throws -> Void
  ) async throws {
    let configuration = FerryServerConfiguration(
      base: try #require(Origin("https://pay.shop.example")), shops: [],
      limits: FerryServerConfiguration.Limits(rates: rates))
    let server = CheckoutServer(
      configuration: configuration, service: world.engine, providers: [], freeDisk: FreeDisk { nil })
    try await Application(router: server.router()).test(.router) { try await test(Caller(client: $0)) }
  }

  @Test("A notification is stored before the answer that the provider expects, and handled afterwards")
  func accepted() async throws {
    let world = InboxWorld()
    let id = try await world.run { try await world.paying() }
    world.bank.pay("P-cart-1")
    try await serving(world) { caller in
      for _ in 1...2 {
        let answer = try await caller.post("changed P-cart-1 m-1")
        #expect(answer.status == .ok)
        #expect(String(buffer: answer.body) == "0")
        #expect(try await world.inbox() == ["test new 1"])
      }
    }
    #expect(world.bank.asked == [])
    #expect(try await world.run { try await world.isPaid(id) })
  }

  @Test("A byte order mark before a notification is ignored; the signature is that of the rest")
  func byteOrderMark() async throws {
    let world = InboxWorld()
    try await serving(world) { caller in
      let text = "changed P-cart-1 m-1"
      let marked = try await caller.post("\u{FEFF}" + text, signedAs: text).status
      let entries = try await world.inbox()
      let markedTwice = try await caller.post("\u{FEFF}\u{FEFF}" + text, signedAs: text).status
      #expect(marked == .ok && entries == ["test new 1"] && markedTwice != .ok)
    }
  }

  @Test("Refusals are problem documents without details, and store nothing")
  func refused() async throws {
    let world = InboxWorld()
    try await serving(world) { caller in
      let cases: [(TestResponse, HTTPResponse.Status)] = [
        (try await caller.post("changed P-cart-1 m-1", signedAs: "changed P-cart-1 m-2"), .forbidden),
        (try await caller.post("changed P-cart-1 m-1", to: "notifying-bank/real"), .notFound),
        (try await caller.post("changed P-cart-1 m-1", to: "amazon-pay/test"), .notFound),
        (try await caller.post(String(repeating: "x", count: 65)), .contentTooLarge),
        (try await caller.post("changed P-cart-1 m-1 and more"), .badRequest),
      ]
      for (answer, status) in cases {
        #expect(answer.status == status)
        #expect(answer.headers[.contentType] == "application/problem+json")
      }
      let visit = try await caller.client.execute(uri: "/ferry/notify/notifying-bank/test", method: .get)
      #expect(visit.status == .methodNotAllowed)
    }
    #expect(try await world.inbox() == [])
  }

  @Test("While the store does not answer, the provider is told to send the notification again")
  func unavailable() async throws {
    let power = PowerSwitch()
    let world = InboxWorld(store: HookedStore(MemoryStore(), power))
    let id = try await world.run { try await world.paying() }
    world.bank.pay("P-cart-1")
    try await serving(world) { caller in
      power.turnOff(StoreError.unavailable("No connection."))
      let refused = try await caller.post("changed P-cart-1 m-1")
      #expect(refused.status == .serviceUnavailable)
      #expect(refused.headers[.retryAfter] != nil)
      power.turnOn()
      #expect(try await world.inbox() == [])
      #expect(try await caller.post("changed P-cart-1 m-1").status == .ok)
    }
    let isPaid = try await world.run { try await world.isPaid(id) }
    #expect(isPaid)
  }

  @Test("All unsigned notifications get the same answer")
  func alike() async throws {
    let world = InboxWorld(.unsigned)
    _ = try await world.run { try await world.paying() }
    try await serving(world) { caller in
      let ours = try await caller.post("changed P-cart-1")
      let foreign = try await caller.post("changed P-cart-2")
      #expect(ours.status == .ok && foreign.status == .ok)
      #expect(ours.body == foreign.body)
      #expect(ours.headers == foreign.headers)
    }
    #expect(try await world.inbox() == ["test new 1"])
  }

  @Test("Above the limit of an address the sender has to retry, with an answer that providers do not read as a refusal")
  func limited() async throws {
    let world = InboxWorld()
    let rates = RateLimits(
      key: nil, address: nil, checkout: nil, notification: RateLimit(perMinute: 60, burst: 2))
    try await serving(world, rates) { caller in
      for number in 1...2 { #expect(try await caller.post("changed P-1 m-\(number)").status == .ok) }
      let refused = try await caller.post("changed P-1 m-3")
      #expect(refused.status == .serviceUnavailable)
      #expect(refused.headers[.retryAfter] == "1")
      #expect(try await world.inbox() == ["test new 2"])
      await world.time.advance(by: .seconds(1))
      #expect(try await caller.post("changed P-1 m-3").status == .ok)
    }
  }
}
