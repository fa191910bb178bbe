public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider
import HTTPTypes
import Logging
import Metrics

extension Engine {
  public func notificationRules(of provider: ProviderID, _ mode: Mode) -> NotificationRules? {
    providers[CommandQueue(provider: provider, mode: mode)]?.notificationRules
  }

  public func accept(
    _ notification: IncomingNotification, from provider: ProviderID, _ mode: Mode
  ) async throws -> NotificationReceipt {
    let queue = CommandQueue(provider: provider, mode: mode)
    guard let provider = providers[queue], let rules = provider.notificationRules else {
      throw NotificationRefusal.notSetUp
    }
    do {
      guard notification.body.count <= rules.largestBody else { throw NotificationRefusal.tooLarge }
      let read = try await read(notification, provider)
      if let confirmation = read.confirmation { _ = try await fetch(confirmation) }
      if let remark = read.remark { log(remark, queue) }
      for entry in InboxEntry.entries(of: read, notification, queue) {
        let acceptance = try await store.accept(entry, limits: inboxLimits)
        // A repetition of what nobody signed is taken up again.
        if acceptance == .kept || acceptance == .repeated && !entry.isAuthenticated {
          inFlight.expectNotification()
          lookInTime(for: entry.receivedAt)
        }
        count(acceptance.rawValue, queue)
        if acceptance == .kept, !entry.isRecognised { count("unrecognised", queue) }
      }
      if case .nothing = read.meaning { count("nothing", queue) }
      return rules.receipt
    } catch let refusal as NotificationRefusal {
      count(refusal.rawValue, queue)
      if let remark = provider.remark(on: notification, refused: refusal) { log(remark, queue) }
      throw refusal
    }
  }

  private func log(_ remark: String, _ queue: CommandQueue) {
    logger.notice("\(remark)", metadata: ["provider": "\(queue.provider)", "mode": "\(queue.mode.rawValue)"])
  }

  public func refused(_ reason: NotificationRefusal, from provider: ProviderID, _ mode: Mode) {
    count(reason.rawValue, CommandQueue(provider: provider, mode: mode))
  }

  private func count(_ result: String, _ queue: CommandQueue) {
    Counter(
      label: "ferry_notifications_total",
      dimensions: [("provider", queue.provider.text), ("mode", queue.mode.rawValue), ("result", result)]
    ).increment()
  }

  private func read(
    _ notification: IncomingNotification, _ provider: any Provider
  ) async throws -> ProviderNotification {
    var kept: Set<NeededDocument> = []
    do {
      return try await read(notification, provider, &kept)
    } catch NotificationRefusal.untrusted where !kept.isEmpty {
      // They were good once and may have run out; where they lie there may be new ones.
      documents.forget(kept)
      return try await read(notification, provider, &kept)
    }
  }

  /// - Parameter kept: Gets those documents that need not be fetched.
  private func read(
    _ notification: IncomingNotification, _ provider: any Provider, _ kept: inout Set<NeededDocument>
  ) async throws -> ProviderNotification {
    var notification = notification
    // A message signed with a certificate that another one vouches for needs two documents; nothing needs more.
    for _ in 0...2 {
      switch try await provider.read(notification) {
      case .read(let read):
        documents.keep(notification.documents)
        return read
      case .needs(let document):
        guard notification.documents[document] == nil else { throw NotificationRefusal.unauthenticated }
        if let known = documents[document] {
          kept.insert(document)
          notification.documents[document] = known
        } else {
          notification.documents[document] = try await fetch(document)
        }
      }
    }
    throw NotificationRefusal.unauthenticated
  }

  private func fetch(_ document: NeededDocument) async throws(NotificationRefusal) -> [UInt8] {
    guard documents.beginFetch() else { throw .unavailable }
    defer { documents.endFetch() }
    let request = HTTPRequest(
      method: .get, scheme: document.scheme.rawValue, authority: document.authority, path: document.path)
    guard let answer = try? await transport.send(request, body: [], timeout: .seconds(5)) else { throw .unavailable }
    switch answer.status.kind {
    case .successful: return answer.body
    case .serverError, .informational: throw .unavailable
    // What is not there cannot vouch for anybody.
    case .clientError, .redirection, .invalid: throw .unauthenticated
    }
  }
}

extension InboxEntry {
  /// What is kept of a notification. An unsigned one is nothing but the ids that it names, each by itself.
  fileprivate static func entries(
    of read: ProviderNotification, _ notification: IncomingNotification, _ queue: CommandQueue
  ) -> [InboxEntry] {
    let (kind, isRecognised): (String, Bool)
    switch read.meaning {
    case .change(let name): (kind, isRecognised) = (name, true)
    case .unrecognised(let name): (kind, isRecognised) = (name, false)
    case .nothing: return []
    }
    let references = read.references.prefix(8).filter { (1...256).contains($0.utf8.count) }
    switch read.sender {
    case .authenticated:
      let isUsable = read.messageID.map { (1...256).contains($0.utf8.count) } ?? false
      let identity = isUsable ? "id:\(read.messageID ?? "")" : "sha256:\(notification.digest)"
      return [
        InboxEntry(
          queue: queue, identity: identity, isAuthenticated: true, kind: kind.plain, isRecognised: isRecognised,
          references: references, body: notification.body, receivedAt: notification.receivedAt)
      ]
    case .unknown:
      return Set(references).sorted().map { reference in
        InboxEntry(
          queue: queue, identity: "hint:\(reference)", isAuthenticated: false, kind: kind.plain,
          isRecognised: isRecognised, references: [reference], body: nil, receivedAt: notification.receivedAt)
      }
    }
  }
}

extension String {
  /// A sender's word as it may stand in a timeline.
  fileprivate var plain: String {
    let allowed = unicodeScalars.prefix(64).filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
    return String(String.UnicodeScalarView(allowed))
  }
}
