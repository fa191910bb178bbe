import FerryCore
public import ServiceLifecycle

/// Sends a sandbox's notifications when they are due, and lets its time pass: what falls due happens without a request.
public struct AmazonPayNotificationService: Service {
  private let sandbox: AmazonPaySandbox
  private let transport: any NotificationTransport

  /// - Parameter sandbox: has one service at most.
  public init(_ sandbox: AmazonPaySandbox, transport: any NotificationTransport) {
    self.sandbox = sandbox
    self.transport = transport
  }

  public func run() async throws {
    // Everything stays within this task: what is unstructured would escape a virtual time that the sandbox goes by.
    await withGracefulShutdownHandler {
      await deliver()
    } onGracefulShutdown: {
      sandbox.endWakings()
    }
  }

  private func deliver() async {
    let time = sandbox.timekeeper
    await withDiscardingTaskGroup { group in
      var alarm: Moment?
      sandbox.wake()
      for await _ in sandbox.wakings {
        let due = sandbox.takeDueNotifications()
        for delivery in due.deliveries { group.addTask { await send(delivery) } }
        if let set = alarm, set <= time.now { alarm = nil }
        guard let next = due.next, alarm.map({ next < $0 }) ?? true else { continue }
        alarm = next
        group.addTask {
          try? await time.sleep(until: next)
          sandbox.wake()
        }
      }
      group.cancelAll()
    }
  }

  private func send(_ delivery: NotificationDelivery) async {
    let outcome: NotificationDelivery.Outcome
    do {
      let message = try sandbox.message(delivery)
      outcome = .status(try await transport.post(message, timeout: sandbox.configuration.notifications.timeout))
    } catch is CancellationError {
      return
    } catch {
      outcome = .noAnswer
    }
    // The sandbox is being stopped: the message is sent again when it runs again.
    if Task.isCancelled, outcome == .noAnswer { return }
    sandbox.note(outcome, of: delivery.number)
  }
}
