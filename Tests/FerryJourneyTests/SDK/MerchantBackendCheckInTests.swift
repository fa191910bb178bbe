import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SwedbankPay
import SwedbankPayModule
import Synchronization
import Testing

@Suite("Check-in by Swedbank Pay's SDKs")
struct MerchantBackendCheckInTests {
  /// The buyer names themselves on the page that the check-in has opened.
  /// - Returns: The reference that the script gives to the SDK.
  private func identified(_ app: AppWithSDK) async throws -> String {
    let answer = try await app.ask(.post, "consumers", RecordedBody.consumers)
    guard case .success(let checkIn) = answer else { throw ProviderWorld.Stuck(description: "\(answer)") }
    let page = try #require(checkIn["redirect-consumer-identification"]?.href)
    let path = String(page.dropFirst(ProviderWorld.sandboxOrigin.count))
    var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let form = "email=test%40example.com&msisdn=%2B46739000001"
    _ = try await app.served.world.sandbox.exchange(request, body: Array(form.utf8), endsWithService: false)
    request.method = .get
    let known = try await app.served.world.sandbox.exchange(request, body: [], endsWithService: false)
    let html = String(decoding: known.body, as: UTF8.self)
    let reference = html.firstMatch(of: /consumerProfileRef&quot;:&quot;([0-9a-f]+)/)?.output.1
    return String(try #require(reference, "\(html)"))
  }

  private func order(_ app: AppWithSDK, _ reference: String) async throws -> String {
    RecordedBody.order(
      app.sdk, code: try await app.code(), isV3: false, more: #""payer":{"consumerProfileRef":"\#(reference)"},"#)
  }

  @Test("The result of a check-in goes to the provider with one payment order", arguments: OfficialSDK.allCases)
  func paid(_ sdk: OfficialSDK) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(sdk)
      let reference = try await identified(app)
      let order = try await app.order(.post, "paymentorders", order(app, reference))
      let file = try await app.file()
      #expect(!String(decoding: file.record ?? [], as: UTF8.self).contains(reference), "It is still stored.")
      #expect(served.created.allSatisfy { !String(decoding: $0.content, as: UTF8.self).contains(reference) })
      try app.approve(order, isV3: false)
      let end = try await served.world.finish(app.id)
      #expect(end.checkout.phase == .paid && served.world.moved(end) == [8_980, 0])
      // The provider has spent it: it refuses a second payment order with it.
      let second = try await served.app(sdk, "cart-2")
      let again = try await second.ask(.post, "paymentorders", self.order(second, reference))
      #expect(again.type == "mobilesdk/badrequest")
      #expect(try await served.world.reach(second.id) { $0.isFinal }.checkout.phase.name == .declined)
    }
  }

  @Test("Version 3 has no check-in: its result is refused, nothing is committed, and the checkout can still be paid")
  func version3() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let reference = try await identified(app)
      let code = try await app.code()
      let before = try await app.file()
      let order = RecordedBody.order(.ios, code: code, more: #""payer":{"consumerProfileRef":"\#(reference)"},"#)
      let answer = try await app.send(.post, "paymentorders", order)
      #expect(OfficialSDK.ios.read(answer).type == "mobilesdk/badrequest")
      #expect(String(buffer: answer.body).contains("/paymentorder/payer/consumerProfileRef"))
      #expect(try await app.file() == before && served.created.isEmpty)
      try app.approve(try await app.pay(code))
      #expect(try await served.world.finish(app.id).checkout.phase == .paid)
    }
  }

  @Test("With two accounts a check-in is refused, unless a code says whose checkout it is for")
  func accounts() async throws {
    let live = try LiveAccount(startsCheckIns: true)
    try await ServedSDK.run(besides: [live.offered]) { served in
      let app = try await served.app(.ios)
      let requests = served.world.sandbox.requestCount
      #expect(try await app.ask(.post, "consumers", RecordedBody.consumers).type == "mobilesdk/badrequest")
      #expect(live.transport.hosts.isEmpty && served.world.sandbox.requestCount == requests)
      let code = try await app.code()
      let own = try await app.send(.post, "consumers", RecordedBody.consumers, code: code)
      #expect(own.status == .ok && served.world.sandbox.requestCount > requests)
      // The code decides about the account of the payment order.
      _ = try await app.pay(code)
      #expect(live.transport.hosts.isEmpty)
    }
  }

  @Test("The only account that offers check-ins needs no code")
  func onlyAccount() async throws {
    let live = try LiveAccount(startsCheckIns: false)
    try await ServedSDK.run(besides: [live.offered]) { served in
      let app = try await served.app(.ios)
      #expect(try await app.send(.post, "consumers", RecordedBody.consumers).status == .ok)
      #expect(live.transport.hosts.isEmpty)
    }
  }

  @Test("Without the setting nobody starts a check-in, and the payment needs none")
  func off() async throws {
    try await ServedSDK.run(settings: ["FERRY_SWEDBANK_PAY_TEST_SDK_CHECK_IN": "no"]) { served in
      let app = try await served.app(.android)
      let code = try await app.code()
      let requests = served.world.sandbox.requestCount
      for code in [nil, code] {
        let answer = try await app.ask(.post, "consumers", RecordedBody.consumers, code: code)
        #expect(answer.type == "mobilesdk/unauthorized")
      }
      #expect(served.world.sandbox.requestCount == requests)
      try app.approve(try await app.pay(code, isV3: false), isV3: false)
      #expect(try await served.world.finish(app.id).checkout.phase == .paid)
    }
  }
}

/// A live account beside that of the sandbox.
private struct LiveAccount: Sendable {
  let transport = LiveTransport()
  let offered: OfferedProvider

  init(startsCheckIns: Bool) throws {
    let merchant = try SwedbankPayAccount(
      mode: .live, accessToken: Secret("token"), payeeID: "5cabf558-5283-482f-b252-4d58e06f6f3b", userAgent: "shop/1")
    let connection = ProviderConnection(transport: transport, time: VirtualTime(), randomness: SequentialRandomness())
    var options = SwedbankPayProvider.Options()
    options.sdkCheckIn = startsCheckIns
    offered = OfferedProvider(
      ProviderAccountID(provider: "swedbank-pay", account: .main, mode: .live), name: "Swedbank Pay", journey: .pay,
      sdk: SwedbankPayBackend(SwedbankPayProvider(merchant, options), connection))
  }
}

/// Swedbank Pay's API for live payments, which cannot be reached.
private final class LiveTransport: ProviderTransport {
  private let asked = Mutex<[String]>([])

  var hosts: [String] { asked.withLock(\.self) }

  func send(_ request: HTTPRequest, body: [UInt8], timeout: Duration) async throws(TransportFailure) -> ProviderAnswer {
    asked.withLock { $0.append(request.authority ?? "") }
    throw .notSent("There is no network.")
  }
}
