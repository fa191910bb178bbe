import AsyncHTTPClient
import FerryCore
import FerryHTTP
import NIOCore
import NIOHTTP1
package import NIOSSL
public import ServiceLifecycle

/// A message to a merchant's URL.
package struct NotificationMessage: Hashable, Sendable {
  package let url: String
  package let headers: [String: String]
  package let body: [UInt8]

  package init(url: String, headers: [String: String], body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// Posts messages to merchants' URLs.
package protocol NotificationTransport: Sendable {
  /// - Returns: The status of the answer. Redirects are not followed.
  /// - Throws: If no answer arrives in time.
  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int
}

private struct HTTPNotificationTransport: NotificationTransport {
  /// Follows no redirects.
  let client: HTTPClient
  let judge: NotificationService.Judge?

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
    var request = HTTPClientRequest(url: message.url)
    request.method = .POST
    for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) {
      request.headers.add(name: name, value: value)
    }
    request.body = .bytes(message.body)
    let response = try await client.execute(request, timeout: .milliseconds(timeout.wholeMilliseconds))
    let status = Int(response.status.code)
    if let judge {
      let reply = try await response.body.collect(upTo: 1 << 16)
      return judge(status, Array(reply.readableBytesView), message)
    }
    await response.body.discard(SystemTime())
    return status
  }
}

/// Sends a sandbox's notifications when they are due. It also triggers due events that need no request. A sandbox must have
/// at most one service.
public struct NotificationService: Service {
  /// Returns the status that counts for an answer of a receiver, for a provider that reads the body too.
  package typealias Judge = @Sendable (_ status: Int, _ reply: [UInt8], _ to: NotificationMessage) -> Int

  private let sandbox: any ProviderSandbox
  private let transport: (any NotificationTransport)?
  private let trust: TLSConfiguration?
  private let judge: Judge?

  /// - Parameters:
  ///   - transport: Nil for connections of its own.
  ///   - trust: The authorities of receivers' certificates; nil for the system's.
  ///   - judge: Nil for a provider that reads only the status.
  package init(
    _ sandbox: any ProviderSandbox, transport: (any NotificationTransport)? = nil, trust: TLSConfiguration? = nil,
    judge: Judge? = nil
  ) {
    self.sandbox = sandbox
    self.transport = transport
    self.trust = trust
    self.judge = judge
  }

  public func run() async throws {
    if let transport { return await run(sandbox, transport) }
    var connections = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    connections.tlsConfiguration = trust
    try await HTTPClient.withHTTPClient(configuration: connections) { client in
      await run(sandbox, HTTPNotificationTransport(client: client, judge: judge))
    }
  }

  private func run<Sandbox: ProviderSandbox>(_ sandbox: Sandbox, _ transport: any NotificationTransport) async {
    // An unstructured task would escape the virtual time of a test.
    await withGracefulShutdownHandler {
      await deliver(sandbox, transport)
    } onGracefulShutdown: {
      sandbox.state.endWakeUps()
    }
  }

  private func deliver<Sandbox: ProviderSandbox>(_ sandbox: Sandbox, _ transport: any NotificationTransport) async {
    let state = sandbox.state
    let time = state.timekeeper
    await withDiscardingTaskGroup { group in
      var alarm: Moment?
      state.wake()
      for await _ in state.wakeUps {
        let due = state.drainDueNotifications()
        for delivery in due.deliveries { group.addTask { await send(delivery, sandbox, transport) } }
        if let set = alarm, set <= time.now { alarm = nil }
        guard let next = due.next, alarm.map({ next < $0 }) ?? true else { continue }
        alarm = next
        group.addTask {
          try? await time.sleep(until: next)
          state.wake()
        }
      }
      group.cancelAll()
    }
  }

  private func send<Sandbox: ProviderSandbox>(
    _ delivery: NotificationDelivery<Sandbox.Ledger.Subject>, _ sandbox: Sandbox, _ transport: any NotificationTransport
  ) async {
    let outcome: DeliveryOutcome
    do {
      let message = try sandbox.message(delivery)
      outcome = .status(try await transport.post(message, timeout: sandbox.deliveryRules.timeout))
    } catch is CancellationError {
      return
    } catch {
      outcome = .noAnswer
    }
    // The sandbox is stopping: the message is sent again after a restart.
    if Task.isCancelled, outcome == .noAnswer { return }
    sandbox.state.note(outcome, of: delivery.number, rules: sandbox.deliveryRules)
  }
}
