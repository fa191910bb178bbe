import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerrySandbox
import FerryServer
import FerrySimulation
import Hummingbird
import HummingbirdTesting
import Testing

/// The checkout server with a world's engine, provider and sandbox, in one process and on virtual time.
struct ServedProvider: Sendable {
  let world: ProviderWorld
  let sites: InProcessSites

  static let linkHost = "http://127.0.0.1:3080"
  static let secretKey = Secret("sk_test_of-a-shop-at-a-provider")
  private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

  /// - Parameters:
  ///   - notifies: True if the sandbox sends its notifications to the server.
  ///   - settings: Settings of the account in place of the demo's.
  ///   - forgery: Changes a notification; nil loses it.
  static func run<Result: Sendable>(
    _ bench: ProviderBench, notifies: Bool = false, settings: [String: String] = [:],
    forgery: @escaping @Sendable (String) -> String? = { $0 },
    _ journey: @escaping @Sendable (ServedProvider) async throws -> Result
  ) async throws -> Result {
    let world = try ProviderWorld(bench, notifies: notifies, settings: settings)
    let base = try #require(Origin(ProviderWorld.shopOrigin))
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(
        base: base,
        shops: [
          ShopConfiguration(
            id: "main", checkoutPage: base.link("/checkout"),
            keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
        ],
        apps: [
          RegisteredApp(
            id: "tablets-android", shop: "main",
            platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [fingerprint])),
            scheme: "tablets", linkHost: try #require(Origin(linkHost)))
        ],
        limits: FerryServerConfiguration.Limits(rates: .none)),
      service: world.engine, providers: [], freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let served = ServedProvider(world: world, sites: InProcessSites(client: client, sandbox: world.sandbox))
      return try await world.run(posting: InProcessPost(client: client, forgery: forgery)) { try await journey(served) }
    }
  }

  private func target(
    _ options: ProviderOptions? = nil, _ capture: CapturePolicy = .automatic, _ order: OrderContent? = nil
  ) -> ScriptedCheckout.Target {
    ScriptedCheckout.Target(
      ferry: ProviderWorld.shopOrigin, sandbox: ProviderWorld.sandboxOrigin, secretKey: Self.secretKey,
      purchase: ScriptedPurchase(
        provider: world.bench.sandbox.id, language: world.bench.language, order: order ?? world.bench.order,
        capture: capture,
        options: options))
  }

  /// A shop, and a buyer with a browser of their own.
  /// - Parameters:
  ///   - options: The shop's options for the provider.
  ///   - order: Nil for the bench's.
  func buyer(
    _ options: ProviderOptions? = nil, capture: CapturePolicy = .automatic, order: OrderContent? = nil
  ) -> ScriptedCheckout {
    ScriptedCheckout(target(options, capture, order), transport: sites)
  }

  /// An app on Android.
  func app() -> ScriptedApp {
    ScriptedApp(
      target(), app: "tablets-android", linkHost: Self.linkHost, transport: sites)
  }

  /// A browser without cookies, as every browser is in a form of another site.
  func strangeBrowser() -> ScriptedBrowser { ScriptedBrowser(sites) }

  func file(_ id: String) async throws -> CheckoutFile { try await world.file(CheckoutID(id)) }

  func remarks(_ id: String) async throws -> [String] {
    try await world.log(CheckoutID(id)).compactMap {
      switch $0 {
      case .remark(let text), .misconfigured(let text): text
      default: nil
      }
    }
  }
}
