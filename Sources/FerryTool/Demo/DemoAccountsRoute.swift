import FerryCheckout
import FerryCore
import FerryModule
import FerryWeb
import Hummingbird

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
      sound: DoctorReport(findings: listed.flatMap(\.findings)).isSound, accounts: listed)
  }
}
