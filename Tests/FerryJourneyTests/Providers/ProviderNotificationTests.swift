import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import HTTPTypes
import Testing

@Suite("The contract of providers: notifications", .timeLimit(.minutes(10)))
struct ProviderNotificationTests {
  /// The fate of the notifications.
  enum Trouble: CaseIterable, Sendable {
    case none, lost, doubled, late, early

    func begin(_ sandbox: some ProviderSandbox) {
      switch self {
      case .none: break
      case .lost: sandbox.plan(NotificationFault(.lose, onObject: nil, .next(1_000)))
      case .doubled:
        sandbox.plan(NotificationFault(.duplicate(copies: 3, pause: .milliseconds(700)), onObject: nil, .next(1_000)))
      case .late: sandbox.plan(NotificationFault(.delay(.seconds(1_800)), onObject: nil, .next(1_000)))
      // Our calls are answered so late that notifications are faster.
      case .early: sandbox.plan(.slow(.seconds(15)), .next(1_000))
      }
    }
  }

  @Test(
    "Lost, doubled, early and late notifications lead to the same end, and each gets the same receipt",
    arguments: ProviderBench.allCases, Trouble.allCases)
  func trouble(_ bench: ProviderBench, _ trouble: Trouble) async throws {
    let world = try ProviderWorld(bench, notifies: true)
    let rules = try #require(world.provider.notificationRules, "The provider takes no notifications.")
    let (told, end) = try await world.run {
      trouble.begin(world.sandbox)
      let created = try await world.create()
      try world.act(.approve, on: try await world.toPayment(created))
      let paid = try await world.reach(created.checkout.id) { $0.isFinal }
      // Nobody is in the console within a second, in which PlacetoPay's notifications would be equal to the byte.
      try await world.time.sleep(for: .seconds(5))
      try await world.refundInConsole(world.minor(3_000), paid)
      try await world.time.sleep(for: .seconds(7_200))
      let told = try await world.file(paid.checkout.id)
      _ = try await world.engine.submit(.recheckRequested, to: paid.checkout.id)
      try await world.time.sleep(for: .seconds(600))
      return (told, try await world.file(paid.checkout.id))
    }
    let total = try #require(end.checkout.agreed).total.minorUnits
    #expect(end.checkout.phase == .paid)
    #expect(world.moved(end) == [total, 3_000])
    #expect(end.checkout.payment?.refunded == world.minor(3_000))
    #expect(try await world.balances() == [.receivable: total - 3_000, .sales: 3_000 - total])
    // Only a notification tells of the console, and each that arrives gets the receipt.
    #expect(told.checkout.payment?.refunded == world.minor(trouble == .lost ? 0 : 3_000))
    #expect(trouble == .lost || world.post.messages.count > 1)
    #expect(world.post.receipts == world.post.messages.map { _ in rules.receipt })
  }

  @Test(
    "A genuine notification is read, and one with any other signed byte is refused", arguments: ProviderBench.allCases)
  func forged(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench, notifies: true)
    try await world.run {
      _ = try await world.pay()
      var genuine = try #require(world.post.messages.last)
      var reading = try await world.provider.read(genuine)
      while case .needs(let document) = reading {
        let answer = try await world.editor.send(
          HTTPRequest(
            method: .get, scheme: document.scheme.rawValue, authority: document.authority, path: document.path),
          body: [], timeout: .seconds(5))
        genuine.documents[document] = answer.body
        reading = try await world.provider.read(genuine)
      }
      guard case .read(let read) = reading else { return }
      #expect(!read.references.isEmpty)
      var refused = 0
      for index in stride(from: 0, to: genuine.body.count, by: 1 + genuine.body.count / 120) {
        var forged = genuine
        forged.body[index] ^= 1
        refused += try await isRefused(forged, world.provider, read) ? 1 : 0
      }
      #expect(read.sender == .unknown || refused > 20, "Hardly anything is signed.")
      for field in genuine.headers where read.sender == .authenticated {
        var forged = genuine
        forged.headers[field.name] = field.value + "x"
        _ = try await isRefused(forged, world.provider, read)
      }
    }
  }

  /// True if a forged notification is refused; one that is read must say the same as the genuine one.
  private func isRefused(
    _ forged: IncomingNotification, _ provider: RecordedProvider, _ genuine: ProviderNotification
  ) async throws -> Bool {
    do throws(NotificationRefusal) {
      switch try await provider.read(forged) {
      // An unsigned one tells ids, and nothing else of it is used.
      case .read(let read) where genuine.sender == .unknown:
        #expect(read.sender == .unknown && read.references.count <= genuine.references.count && read.messageID == nil)
      case .read(let read): #expect(read == genuine, "\(String(decoding: forged.body, as: UTF8.self)) is believed.")
      // It names another certificate.
      case .needs: return true
      }
      return false
    } catch { return true }
  }
}
