public import FerryCore
public import Logging
public import ServiceLifecycle

/// Lets go of expired sessions, at the start and then every hour.
public struct SessionSweeper: Service {
  private let store: any SessionStore
  private let clock: any Timekeeper
  private let logger: Logger

  public init(store: any SessionStore, clock: any Timekeeper, logger: Logger) {
    self.store = store
    self.clock = clock
    self.logger = logger
  }

  public func run() async {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await store.removeExpired()
        } catch {
          logger.warning("Could not remove expired sessions", metadata: ["error.type": "\(type(of: error))"])
        }
        do {
          try await clock.sleep(for: .seconds(3600))
        } catch {
          return
        }
      }
    }
  }
}
