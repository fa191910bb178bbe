import FerryCheckout
import FerryCore
import FerryModule
import Logging
import ServiceLifecycle

/// Asks each provider once, at the start, if it accepts the account, as `ferry doctor` does, and logs what is wrong and what to
/// do. Nothing waits for the answers.
struct AccountCheck: Service {
  let accounts: [any ProviderAccount]
  let connection: ProviderConnection
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for account in accounts {
        for finding in await account.examine(connection) where !Task.isCancelled { log(finding, of: account.id) }
      }
    }
    // The process stops when one of its services ends.
    try? await gracefulShutdown()
  }

  private func log(_ finding: Finding, of account: ProviderAccountID) {
    let level: Logger.Level
    switch finding.severity {
    case .ok, .note: return
    case .warning: level = .warning
    case .error: level = .error
    }
    logger.log(
      level: level, "\(finding.seen)",
      metadata: [
        "provider": "\(account.provider)", "account": "\(account.account)", "mode": "\(account.mode.rawValue)",
        "change": "\(finding.change ?? "")",
      ])
  }
}
