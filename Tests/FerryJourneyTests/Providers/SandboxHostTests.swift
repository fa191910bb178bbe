import FerrySandbox
import FerrySimulation
import HTTPTypes
import Testing

/// A buyer's browser loses the sandbox's cookie if the shop leads it to another host than the sandbox does.
@Suite("Hosted pages at another host than the sandbox's")
struct SandboxHostTests {
  /// Each provider has some of these.
  private static let pages = [
    "/checkout/select?amazonCheckoutSessionId=x", "/checkout/start", "/payment/AmazonpayStart.idPass",
    "/spa/session/1/x",
    "/checkout/0123", "/menu/0123", "/pay",
  ]

  private static func get(_ path: String, _ host: String?, _ world: ProviderWorld) async throws -> SandboxExchange {
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: host, path: path, headerFields: [.acceptLanguage: "en"])
    return try await world.sandbox.exchange(request, body: [], endsWithService: false)
  }

  @Test("A page says at which address it is, and leads there", arguments: ProviderBench.allCases)
  func otherHost(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    var count = 0
    for page in Self.pages {
      let request = HTTPRequest(method: .get, scheme: "http", authority: nil, path: page)
      guard world.sandbox.isHostedPage(request) else { continue }
      count += 1
      for host in ["localhost:3081", "localhost", "[::1]:3081", "sandbox.example"] {
        let answer = try await Self.get(page, host, world)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.response.status == .misdirectedRequest, "\(host)\(page)")
        #expect(text.contains("The sandbox is at \(ProviderWorld.sandboxOrigin)"))
        #expect(text.contains("href=\"\(ProviderWorld.sandboxOrigin)\(page)\"") && text.contains("--public-url"))
      }
      for host in ["127.0.0.1:3081", nil] {
        #expect(try await Self.get(page, host, world).response.status != .misdirectedRequest, "\(page)")
      }
    }
    #expect(count > 0)
    let logged = try #require(world.sandbox.firstRequest)
    #expect(logged.reasonCode == "OtherHost" && logged.message?.contains(ProviderWorld.sandboxOrigin) == true)
  }

  @Test(
    "API, scripts, console and control API are reached by any name of this machine", arguments: ProviderBench.allCases)
  func otherPaths(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    for path in [
      "/", "/checkout.js", "/lightbox.min.js", "/checkout/client/0123?culture=sv-SE", "/v2/charges/x",
      "/psp/paymentorders",
      "/api/session/1", "/payment/AmazonpayCancel.json", "/payments/x/read", "/console", "/control/clock",
      "/assets/x.css",
    ] where bench == .swedbankPay || !path.hasPrefix("/checkout/") {
      #expect(try await Self.get(path, "localhost:3081", world).response.status != .misdirectedRequest, "\(path)")
    }
  }
}

extension ProviderSandbox {
  fileprivate var firstRequest: RequestRecord? { state.requests.first }
}
