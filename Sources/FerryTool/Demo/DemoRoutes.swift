import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerrySandbox
import FerryWeb
import Hummingbird
import Synchronization

/// The demo's clock: the machine's clock plus an offset. Tests advance it so that codes and tickets expire at once. Only the
/// demo has one.
final class DemoClock: Timekeeper {
  private let base: any Timekeeper
  private let ahead = Mutex(Duration.zero)
  /// Tells every sleeper to look at the clock again.
  private let advances = Broadcast<Void>(limit: 1)

  init(_ base: any Timekeeper = SystemTime()) { self.base = base }

  var now: Moment { base.now + ahead.withLock(\.self) }

  /// Advances the clock, never back, and wakes every sleeper.
  @discardableResult
  func advance(by duration: Duration) -> Duration {
    let total = ahead.withLock { ahead in
      ahead += max(.zero, duration)
      return ahead
    }
    advances.send(())
    return total
  }

  func sleep(until moment: Moment) async throws {
    while true {
      try Task.checkCancellation()
      // Listens before it looks at the clock, so that no advance is missed.
      let advances = advances.stream()
      let wait = moment.since(now)
      guard wait > .zero else { return }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [base] in try? await base.sleep(for: wait) }
        group.addTask { for await _ in advances { return } }
        await group.next()
        group.cancelAll()
      }
    }
  }
}

/// Advances the demo's clock: `POST /control/clock` with `{"advanceSeconds": 660}`. It takes JSON, which a form of a foreign
/// page cannot send. The request's `Host` is the shop's or a name of this machine: in an attack by DNS rebinding, it is the
/// name of the foreign page.
struct DemoClockRoute: Sendable {
  let clock: DemoClock
  let site: Origin

  private struct Advance: Decodable { var advanceSeconds: Int }

  private struct Answer: Encodable { var aheadSeconds: Int64 }

  /// Longer than any code, ticket or cookie lives.
  private static let most = 400 * 86_400

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/control/clock") { request, _ in try await answer(request) }
  }

  func answer(_ request: Request) async throws -> Response {
    guard site.isAddressed(by: request.head) else { return Response(status: .misdirectedRequest) }
    let body: Advance = try await request.json(limit: 256)
    guard (0...Self.most).contains(body.advanceSeconds) else {
      throw Problem(.malformed, "advanceSeconds is a number from 0 to \(Self.most).")
    }
    let ahead = clock.advance(by: .seconds(body.advanceSeconds))
    return try Response.json(.ok, Answer(aheadSeconds: ahead.components.seconds))
  }
}

/// Tells the demo app what the doctor finds out about the accounts: `GET /doctor/accounts`. Only the demo has it: a server with
/// customers shows its accounts to nobody but its operators, by `ferry doctor`.
struct DemoAccountsRoute: Sendable {
  let accounts: [any ProviderAccount]
  let connection: ProviderConnection

  struct Answer: Encodable {
    /// False if there is an error.
    let sound: Bool
    let accounts: [Account]

    struct Account: Encodable {
      let provider: String
      let name: String
      let account: String
      let mode: String
      let findings: [Finding]
    }
  }

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/doctor/accounts") { _, _ in try Response.json(.ok, await answer()) }
  }

  /// Asks all providers at the same time.
  func answer() async -> Answer {
    let findings = await withTaskGroup(of: (Int, [Finding]).self) { group in
      for (place, account) in accounts.enumerated() {
        group.addTask { [connection] in (place, await account.examine(connection)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let listed = accounts.enumerated().map { place, account in
      Answer.Account(
        provider: account.id.provider.text, name: account.name, account: account.id.account.text,
        mode: account.id.mode.rawValue, findings: findings[place] ?? [])
    }
    return Answer(
      sound: !listed.flatMap(\.findings).contains { $0.severity == .error }, accounts: listed)
  }
}
