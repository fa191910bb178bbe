import DemoShop
@_spi(Phone) import Ferry
import FerryCore
import FerrySimulation
import FerryTesting
import Foundation
import Synchronization
import Testing

/// A device with Ferry's own app library, with a server in process: the app acts by
/// `CheckoutFlow`, and the buyer acts in a browser.
struct FlowDevice: Sendable {
  let kind: AppKind
  let served: ServedInProcess
  let storage = DeviceStorage()
  /// The shop's reference for the purchase.
  let order: String
  /// The secure browser's cookies, the buyer in it, and the shop's backend.
  let rehearsed: ScriptedApp
  /// The buyer's session at the provider.
  private let place = Place()

  private final class Place: Sendable {
    let session = Mutex<ScriptedApp.Session?>(nil)
    let approved = Mutex(false)
    /// The last handoff that the shop's backend has stored.
    let handoff = Mutex<CheckoutHandoff?>(nil)
  }

  /// - Parameter journey: Gets a device.
  static func run(
    _ kind: AppKind, _ journey: @escaping @Sendable (_ device: @Sendable (String) -> FlowDevice) async throws -> Void
  ) async throws {
    try await ServedInProcess.run { served in
      try await journey { order in
        FlowDevice(kind: kind, served: served, order: order, rehearsed: served.app(kind))
      }
    }
  }

  init(kind: AppKind, served: ServedInProcess, order: String, rehearsed: ScriptedApp) {
    self.kind = kind
    self.served = served
    self.order = order
    self.rehearsed = rehearsed
  }

  /// One start of the app.
  @MainActor func flow(_ life: AppLife, losing lost: Set<String> = []) throws -> CheckoutFlow {
    let lost = Lost(lost)
    return CheckoutFlow(
      server: try #require(URL(string: ServedInProcess.ferry)), app: "tablets-ios",
      linkHost: URL(string: ServedInProcess.linkHost), scheme: "tablets",
      storage: LivingStorage(storage: storage, life: life),
      sender: AppSender(served, life) { lost.take($0) }, time: served.world.time)
  }

  // MARK: - The shop's backend

  /// Creates the checkout for a challenge, or returns the existing one.
  @concurrent func create(_ challenge: Challenge) async throws -> CheckoutHandoff {
    let handoff = try await rehearsed.create(order, key: order + challenge.text, challenge: challenge)
    place.handoff.withLock { $0 = handoff }
    return handoff
  }

  /// The shop's backend drops that checkout.
  func beginAnew() { place.handoff.withLock { $0 = nil } }

  /// The checkout of the shop's backend; nil before the first.
  var created: CheckoutHandoff? { place.handoff.withLock { $0 } }

  @concurrent func shop<Result: Sendable>(
    _ work: @Sendable (ScriptedApp) async throws -> Result
  ) async throws -> Result {
    return try await work(rehearsed)
  }

  // MARK: - The buyer in the secure browser

  /// The buyer's way out of the secure browser before the end.
  enum Leaving: Sendable {
    /// They do nothing at the provider.
    case atOnce
    /// The buyer finishes the step, and the provider's page stays open.
    case done
    /// They are redirected back, and the link is lost.
    case back
    /// They cancel there, and are redirected back.
    case cancelling
    /// They press the app's own button.
    case cancellingInApp

    static let closing: [Leaving] = [.atOnce, .done, .back]
  }

  /// Does what a buyer does on the page that a ticket opens.
  /// - Returns: The link that the system opens the app with; nil if the buyer closes the browser before that.
  @concurrent func visit(_ page: URL, leaving: Leaving?) async throws -> AppReturnLink? {
    // The ticket determines the step; the page has only its text.
    let ticket = CheckoutHandoff.Ticket(step: .resume, text: try #require(page.fragment))
    let arrival: ScriptedApp.Arrival
    switch try await rehearsed.open(ticket) {
    case .back(let way): arrival = way
    case .selection(let session):
      place.session.withLock { $0 = session }
      guard leaving != .atOnce else { return nil }
      guard leaving != .cancelling else { return try await rehearsed.returnToShop(session).link }
      try await rehearsed.act(session, "select")
      guard leaving != .done else { return nil }
      arrival = try await rehearsed.comeBackFromSelection(session)
    case .change(_, let action):
      let session = try #require(place.session.withLock { $0 })
      guard leaving != .atOnce else { return nil }
      try await rehearsed.act(session, action)
      guard leaving != .done else { return nil }
      arrival = try await rehearsed.comeBackFromSelection(session)
    case .payment:
      let session = try #require(place.session.withLock { $0 })
      guard leaving != .atOnce else { return nil }
      // Once is enough: the page of an approved payment continues by itself.
      if !place.approved.withLock({ $0 }) { try await rehearsed.act(session, "approve") }
      place.approved.withLock { $0 = true }
      guard leaving != .done else { return nil }
      arrival = try await rehearsed.comeBackFromPayment(session)
    }
    return leaving == .back ? nil : try arrival.link
  }
}

/// Lost requests, by the last part of their path.
final class Lost: Sendable {
  private let left: Mutex<Set<String>>

  init(_ parts: Set<String>) { left = Mutex(parts) }

  func take(_ part: String) -> Bool { left.withLock { $0.remove(part) != nil } }
}

/// The secure browser of one life of the app, with a buyer in it.
@MainActor final class SimulatedSecureBrowser: SecureBrowser {
  private let device: FlowDevice
  private let life: AppLife
  private let handle: @MainActor (URL) -> Void
  private let cancel: @MainActor () -> Void
  /// The buyer's ways out of the opened pages, one after the other; the remaining pages are finished.
  private var leaving: [FlowDevice.Leaving?]
  private var gone: AsyncStream<Void>.Continuation?
  private(set) var openings = 0

  init(
    _ device: FlowDevice, _ life: AppLife, leaving: [FlowDevice.Leaving?] = [],
    flow: CheckoutFlow
  ) {
    self.device = device
    self.life = life
    handle = { flow.handle($0) }
    cancel = { flow.cancel() }
    self.leaving = leaving
  }

  func open(_ url: URL) async throws -> URL? {
    let (end, gone) = AsyncStream.makeStream(of: Void.self)
    self.gone = gone
    openings += 1
    defer { self.gone = nil }
    try life.step()
    let leaving = self.leaving.isEmpty ? nil : self.leaving.removeFirst()
    if leaving == .cancellingInApp {
      cancel()
      for await _ in end {}
      return nil
    }
    guard let link = try await device.visit(url, leaving: leaving) else { return nil }
    try life.step()
    if let url = URL(string: link.text(host: ServedInProcess.linkHost)) { handle(url) }
    for await _ in end {}
    return nil
  }

  func close() async { gone?.finish() }
}
