@_spi(Phone) import Ferry
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import Testing

/// The app library's screen for a provider's SDK, the server, the engine and the sandbox: from the pay button to the result.
@Suite("An SDK's screen, from the pay button to the result", .timeLimit(.minutes(10)))
struct SDKScreenJourneyTests {
  @Test("The buyer agrees in the app, pays in the SDK's screen, and the app says paid", arguments: OfficialSDK.allCases)
  func paid(_ sdk: OfficialSDK) async throws {
    let device = DeviceWithSDK(sdk)
    let world = try await ServedSDK.run { served in
      let told = try await device.live(served)
      #expect(isPaid(told))
      return served.world
    }
    #expect(device.storedCheckouts == 0)
    try await expectOnePayment(world)
  }

  @Test("A screen that the buyer leaves says nothing false, and a second showing has the same payment order")
  func left() async throws {
    let device = DeviceWithSDK(.ios)
    let world = try await ServedSDK.run { served in
      #expect(try await device.live(served, paying: false) == .confirming)
      let told = try await device.live(served)
      #expect(isPaid(told))
      return served.world
    }
    try await expectOnePayment(world)
    #expect(world.sandbox.calls("createOrder") == 1)
  }

  @Test("If the server is cut off at any commit of the SDK's request, the app goes on after its restart, and pays once")
  func cutOffAtCommits() async throws {
    #expect(try await cutOff { PowerSwitch(afterCommits: $0) } > 3)
  }

  @Test("If the server is cut off before or after any call of the provider, the app pays once after its restart")
  func cutOffAtCalls() async throws {
    for instant in [PowerSwitch.Instant.beforeSending, .beforeRecording] {
      #expect(try await cutOff { PowerSwitch(instant, atRequest: $0) } > 1)
    }
  }

  /// Cuts the server off at each moment after the SDK has begun to ask for its payment order.
  /// - Returns: The number of moments.
  private func cutOff(_ power: (Int) -> PowerSwitch) async throws -> Int {
    for moment in 0... {
      let power = power(moment)
      let device = DeviceWithSDK(.ios)
      let world = try await ServedSDK.run(power: power) { served in
        let told = try await device.live(served) { power.arm() }
        if !power.isOff { #expect(isPaid(told)) }
        return served.world
      }
      guard power.isOff else { return moment }
      let again = try await ServedSDK.run(restarting: world) { served in
        let told = try await device.live(served)
        #expect(isPaid(told), "moment \(moment)")
        return served.world
      }
      try await expectOnePayment(again, "moment \(moment)")
    }
    return 0
  }

  private func expectOnePayment(_ world: ProviderWorld, _ about: Comment? = nil) async throws {
    let files = try await world.store.checkouts(CheckoutFilter(), limit: 10)
    #expect(files.map(\.checkout.phase) == [.paid], about)
    #expect(files.map { world.moved($0) } == [[8_980, 0]], about)
    #expect(world.sandbox.money.flatMap(\.payments).count == 1, about)
  }
}

/// A device whose app has Ferry's library and the official SDK. It lives longer than the server.
private struct DeviceWithSDK: Sendable {
  let sdk: OfficialSDK
  private let storage = DeviceStorage()

  init(_ sdk: OfficialSDK) { self.sdk = sdk }

  /// The installation's secret stays stored.
  var storedCheckouts: Int { storage.names.count { $0 != "sdk-secret" } }

  /// One start of the app: it goes on with an unfinished checkout, or the buyer presses the pay button.
  /// - Parameters:
  ///   - paying: False if the buyer closes the menu.
  ///   - shown: Called when the SDK begins.
  func live(
    _ served: ServedSDK, paying: Bool = true, shown: @escaping @Sendable () -> Void = {}
  ) async throws -> CheckoutOutcome {
    try await start(served, paying, shown)
  }

  @MainActor private func start(
    _ served: ServedSDK, _ paying: Bool, _ shown: @escaping @Sendable () -> Void
  ) async throws -> CheckoutOutcome {
    let life = AppLife()
    let sites = InProcessSites(client: served.client, sandbox: served.world.sandbox)
    let flow = CheckoutFlow(
      server: try #require(URL(string: ProviderWorld.shopOrigin)), app: "tablets-\(sdk.rawValue)",
      linkHost: URL(string: ServedInProcess.linkHost), scheme: "tablets",
      storage: LivingStorage(storage: storage, life: life),
      sender: AppSender(sites, life), time: served.world.time)
    let configuration = try await flow.sdkConfiguration(for: "swedbank-pay")
    #expect(configuration.backendURL.absoluteString == ServedSDK.backend)
    let secret = configuration.headers[SDKAccess.secretHeader]
    let screen = ProviderSDKScreen(flow) { checkout, code in
      shown()
      await menu(served, checkout, code, secret, paying)
    } close: {
    }
    if let outcome = try await flow.goOn(from: screen) { return outcome }
    return try await flow.pay(for: "cart-1", from: screen) {
      try await create(served, $0)
    } review: { _ in
      .buy
    }.outcome
  }

  @concurrent private func create(
    _ served: ServedSDK, _ challenge: Challenge
  ) async throws -> CheckoutHandoff {
    try await served.create(sdk, "cart-1", challenge: challenge)
  }

  /// The SDK's controller: it asks for its payment order and shows the menu, in which the buyer pays. If the order cannot be
  /// had, it ends.
  @concurrent private func menu(
    _ served: ServedSDK, _ checkout: String, _ code: String, _ secret: String?, _ paying: Bool
  ) async {
    // The flow has asked for the code.
    let app = AppWithSDK(
      served: served, sdk: sdk, id: CheckoutID(checkout), token: "", verifier: Verifier(SystemRandomness()),
      installation: secret)
    guard let order = try? await app.pay(code), paying else { return }
    // The menu of an order that is paid takes nothing more.
    do { try app.approve(order) } catch { #expect(error is ControlRefusal) }
  }
}
