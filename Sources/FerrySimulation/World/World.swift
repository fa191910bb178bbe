import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerryServer
import FerryTesting
import FerryWeb
import Synchronization

/// Everything of one seed: providers, servers, their store, and the actors, on one thread and on virtual time.
final class World: Sendable {
  static let shop: Origin = {
    guard let origin = Origin("http://localhost:3080") else { preconditionFailure("The shop has no address.") }
    return origin
  }()
  static let secretKey = Secret("sk_test_of-the-shop-of-a-simulation")
  static let shopID: ShopID = "main"

  let swarm: Swarm
  let time = VirtualTime()
  let chance: Chance
  let providers: [SandboxedProvider]
  /// As a server knows them whose settings are wrong; empty in worlds without such.
  let mistakenProviders: [any Provider]
  let data = MemoryStore(losesUnflushed: true)
  let fleet = Fleet()
  let history: History
  let receiver: Receiver
  let configuration: FerryServerConfiguration
  let links: ServerLinks
  /// Each fault draws from a stream of its own, so that one less does not change the others.
  private let faultChances: [Fault: Chance]
  private typealias Errand = (delay: Duration, work: @Sendable () async -> Void)
  private let errands = AsyncStream.makeStream(of: Errand.self)
  private let calm = Mutex(false)
  /// Sessions at Amazon Pay whose buyers have selected and left.
  private let abandoned = Mutex<[(session: String, order: String)]>([])

  init(_ swarm: Swarm) throws {
    self.swarm = swarm
    chance = Chance(seed: swarm.seed)
    faultChances = Dictionary(
      uniqueKeysWithValues: Fault.allCases.map { [chance] in ($0, chance.stream("fault \($0.rawValue)")) })
    let (chance, time) = (chance, time)
    providers = try swarm.benches.enumerated().map { index, bench in
      guard let origin = Origin("http://127.0.0.1:\(3081 + index)") else { throw NoAddress() }
      return try SandboxedProvider(
        bench, at: origin, shop: Self.shop, time, chance.stream("provider \(bench)"), notifies: true, requestLog: 0)
    }
    mistakenProviders =
      swarm.faults[.settingsWrong] == nil ? [] : try providers.map { try $0.mistaken.provider }
    history = History(time)
    receiver = Receiver(chance.stream("receiver"))
    guard let linkHost = Origin(AppBuyer.linkHost) else { throw NoAddress() }
    let app = RegisteredApp(
      id: AppBuyer.app, shop: Self.shopID, platform: .ios(IOSApp(bundleID: "example.shop", teamID: "SIMULATION")),
      scheme: AppBuyer.scheme, linkHost: linkHost)
    links = ServerLinks(base: Self.shop, apps: [app])
    configuration = FerryServerConfiguration(
      base: Self.shop,
      shops: [
        ShopConfiguration(
          id: Self.shopID, checkoutPage: Self.shop.link("/checkout"),
          keys: [ShopConfiguration.Key(SecretKeyDigest(of: Self.secretKey.reveal()), mode: .test)])
      ],
      apps: [app],
      limits: FerryServerConfiguration.Limits(rates: .none))
  }

  private struct NoAddress: Error {}

  // MARK: Faults

  /// Draws whether a fault happens now.
  func happens(_ fault: Fault) -> Bool {
    guard let frequency = swarm.faults[fault], !isCalm else { return false }
    let happens = faultChances[fault]?.happens(perMille: frequency) ?? false
    if happens { history.count(fault.rawValue) }
    return happens
  }

  /// Draws whether a fault happens where it could at each of a checkout's many steps.
  func happensRarely(_ fault: Fault) -> Bool {
    (faultChances[fault]?.happens(perMille: 100) ?? false) && happens(fault)
  }

  /// Draws whether a process dies at this point, and kills it then. It has many points in a checkout.
  func kills(_ process: Process, _ point: @autoclosure () -> String) -> Bool {
    guard !process.isDead else { return true }
    guard happensRarely(.crash) else { return false }
    let point = point()
    history.count("dies \(point)")
    history.note("server \(process.number)", nil, .remark("dies \(point)"))
    process.die()
    return true
  }

  /// Faults happen no more.
  var isCalm: Bool { calm.withLock { $0 } }

  func calmDown() {
    calm.withLock { $0 = true }
    fleet.correctClocks()
    for place in providers { place.sandbox.clearFaults() }
  }

  /// All servers die, and the store loses what was not flushed.
  func cutPower() {
    history.note("power", nil, .remark("is cut"))
    fleet.killAll()
    data.cutPower()
  }

  /// Cuts power, perhaps, at the moment when somebody outside has been told or asked something: it must be on disk.
  func tell() { if data.hasUnflushed, happens(.powerCutAfterTelling) { cutPower() } }

  // MARK: Errands

  /// Has something done after a while, beside everything else.
  func later(_ delay: Duration, _ work: @escaping @Sendable () async -> Void) {
    errands.continuation.yield((delay, work))
  }

  /// Does what others leave for later, until the task is cancelled.
  func runErrands() async {
    await withDiscardingTaskGroup { group in
      for await errand in errands.stream {
        group.addTask { [time] in
          do { try await time.sleep(for: errand.delay) } catch { return }
          await errand.work()
        }
      }
      group.cancelAll()
    }
  }

  // MARK: The providers

  func abandon(session: String, of order: String) { abandoned.withLock { $0.append((session, order)) } }

  /// The last session that was left, of another order.
  func abandonedSession(besides order: String) -> String? {
    abandoned.withLock { $0.last { $0.order != order }?.session }
  }

  /// The money of all orders, as the providers' consoles show it.
  var money: [OrderMoney] { providers.flatMap { $0.sandbox.money } }

  func sandbox(at authority: String?) -> (any SandboxModule & ProviderSandbox)? {
    providers.first { $0.sandbox.place.origin.authority == authority }?.sandbox
  }

  func sandbox(of url: String) -> (any SandboxModule & ProviderSandbox)? {
    providers.first { url.hasPrefix($0.sandbox.place.origin.text + "/") }?.sandbox
  }
}
