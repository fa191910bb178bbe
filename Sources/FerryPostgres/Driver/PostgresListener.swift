#if PostgreSQL
  package import FerryCore
  import FerryEngine
  import Foundation
  package import Logging
  import ServiceLifecycle

  /// A connection of its own, on its own thread, that hears the database's notifications (`LISTEN ferry`) and runs a
  /// transaction at intervals.
  package struct PostgresListener: Sendable {
    private let connector: PostgresConnector
    private let randomness: any Randomness
    private let logger: Logger

    package init(
      _ address: PostgresAddress, name: String, deadlines: PostgresDeadlines = PostgresDeadlines(),
      randomness: any Randomness = SystemRandomness(), logger: Logger
    ) {
      connector = PostgresConnector(address, name: name, deadlines, logger)
      self.randomness = randomness
      self.logger = logger
    }

    /// Runs until the task is cancelled or a graceful shutdown begins. A connection that is lost is replaced.
    /// - Parameters:
    ///   - interval: The time between two transactions; the first is at once after each connection.
    ///   - body: The transaction. It runs once, and the next at its time, on a new connection if it failed.
    ///   - committed: Gets its result after the commit. After the first of a connection, notifications may have been missed.
    ///   - heard: Gets the payload of each notification.
    package func run<Result>(
      every interval: Duration, _ body: @escaping @Sendable (PostgresTransaction) throws -> Result,
      committed: @escaping @Sendable (Result) -> Void, heard: @escaping @Sendable (String) -> Void
    ) async throws {
      let stop = try StopSignal()
      await withTaskCancellationOrGracefulShutdownHandler {
        await withCheckedContinuation { continuation in
          Thread {
            serve(every: interval, body, committed, heard, until: stop)
            continuation.resume()
          }.start()
        }
      } onCancelOrGracefulShutdown: {
        stop.give()
      }
    }

    private func serve<Result>(
      every interval: Duration, _ body: (PostgresTransaction) throws -> Result, _ committed: (Result) -> Void,
      _ heard: (String) -> Void, until stop: StopSignal
    ) {
      var failures = 0
      var hasWarned = false
      while !stop.isGiven {
        do {
          let session = try connector.connect()
          _ = try session.exchange([PostgresStatement("LISTEN ferry")])
          while !stop.isGiven {
            let next = ContinuousClock.now + interval
            committed(try transact(session, body))
            failures = 0
            hasWarned = false
            while .now < next, !stop.isGiven {
              for payload in try session.notifications(until: next, or: stop.descriptor) { heard(payload) }
            }
          }
        } catch {
          if !hasWarned { hasWarned = warn(of: error) }
          // Half of the pause is random.
          let pause = min(.seconds(2), Duration.milliseconds(50) * (1 << min(failures, 10)))
          failures += 1
          stop.wait(atMost: pause / 2 + pause / 2 * Int(randomness.bytes(1)[0]) / 256)
        }
      }
    }

    /// Logs a failure, unless it is one to connect: the connector logs those.
    /// - Returns: True if it was logged.
    private func warn(of error: any Error) -> Bool {
      let reason: String
      switch error {
      case PostgresFailure.notConnected: return false
      case let failure as PostgresFailure: reason = failure.description
      case StoreError.unavailable(let text): reason = text
      default: reason = "\(type(of: error))"
      }
      logger.warning("the connection that listens has failed, and is replaced", metadata: ["reason": "\(reason)"])
      return true
    }

    private func transact<Result>(
      _ session: PostgresSession, _ body: (PostgresTransaction) throws -> Result
    ) throws -> Result {
      let transaction = PostgresTransaction(session, .write)
      let result = try body(transaction)
      if try transaction.commit(with: []) { connector.counts.countCommit() }
      return result
    }
  }

  /// Ends a wait in `poll`: a pipe that can be read once the signal is given.
  private final class StopSignal: Sendable {
    private let ends: (read: Int32, write: Int32)

    /// - Throws: `POSIXError` if the process has no descriptors left.
    init() throws {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
      self.ends = (ends[0], ends[1])
    }

    deinit {
      _ = close(ends.read)
      _ = close(ends.write)
    }

    var descriptor: Int32 { ends.read }

    /// Stays given: nobody reads the byte.
    func give() { _ = write(ends.write, [1], 1) }

    var isGiven: Bool { wait(atMost: .zero) }

    @discardableResult
    func wait(atMost duration: Duration) -> Bool {
      var descriptors = [pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)]
      return poll(&descriptors, 1, Int32(duration / .milliseconds(1))) > 0
    }
  }
#endif
