public import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import HTTPTypes
import Logging
import Metrics
import NIOConcurrencyHelpers

extension Engine {
  public func notificationRules(of account: ProviderAccountID) -> NotificationRules? {
    providers[account]?.notificationRules
  }

  public func accept(_ notification: IncomingNotification, from account: ProviderAccountID) async throws -> String {
    guard let provider = providers[account], let rules = provider.notificationRules else {
      throw NotificationRefusal.notSetUp
    }
    do {
      guard rules.allows(notification.source) else { throw NotificationRefusal.foreignSource }
      guard notification.body.count <= rules.largestBody else { throw NotificationRefusal.tooLarge }
      let read = try await read(notification, provider)
      if let confirmation = read.confirmation { _ = try await fetch(confirmation) }
      if let remark = read.remark { log(remark, account) }
      for entry in InboxEntry.entries(of: read, notification, account) {
        let acceptance = try await noticingOutage { try await store.accept(entry, limits: inboxLimits) }
        // A repetition of an unsigned one opens it again.
        if acceptance == .kept || acceptance == .repeated && !entry.isAuthenticated {
          inFlight.expectNotification()
          lookInTime(for: entry.receivedAt)
        }
        count(acceptance.rawValue, account)
        if acceptance == .kept, !entry.isRecognised { count("unrecognised", account) }
      }
      if case .nothing = read.meaning { count("nothing", account) }
      return rules.receipt
    } catch let refusal as NotificationRefusal {
      count(refusal.rawValue, account)
      if let remark = provider.remark(on: notification, refused: refusal) { log(remark, account) }
      throw refusal
    }
  }

  private func log(_ remark: String, _ account: ProviderAccountID) {
    logger.notice("\(remark)", metadata: ["account": "\(account)"])
  }

  public func refused(_ reason: NotificationRefusal, from account: ProviderAccountID) {
    count(reason.rawValue, account)
  }

  private func count(_ result: String, _ account: ProviderAccountID) {
    Counter(
      label: "ferry_notifications_total",
      dimensions: [("provider", account.provider.text), ("mode", account.mode.rawValue), ("result", result)]
    ).increment()
  }

  private func read(
    _ notification: IncomingNotification, _ provider: any Provider
  ) async throws -> ProviderNotification {
    var kept: Set<NeededDocument> = []
    do {
      return try await read(notification, by: provider, keeping: &kept)
    } catch NotificationRefusal.untrusted where !kept.isEmpty {
      // They were good once and may have expired; there may be new ones at their addresses.
      documents.forget(kept)
      return try await read(notification, by: provider, keeping: &kept)
    }
  }

  /// - Parameter kept: Gets the documents that came from the cache.
  private func read(
    _ notification: IncomingNotification, by provider: any Provider, keeping kept: inout Set<NeededDocument>
  ) async throws -> ProviderNotification {
    var notification = notification
    // A certificate with an issuer needs two documents; nothing needs more.
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
    // A document that does not exist authenticates nobody.
    case .clientError, .redirection, .invalid: throw .unauthenticated
    }
  }
}

extension InboxEntry {
  /// The entries of a notification. An unsigned one is reduced to its references, each by itself.
  fileprivate static func entries(
    of read: ProviderNotification, _ notification: IncomingNotification, _ account: ProviderAccountID
  ) -> [InboxEntry] {
    let (kind, isRecognised): (String, Bool)
    switch read.meaning {
    case .change(let name): (kind, isRecognised) = (name, true)
    case .unrecognised(let name): (kind, isRecognised) = (name, false)
    case .nothing: return []
    }
    let references = read.references.prefix(8).filter {
      $0.value.isStorableID && (1...64).contains($0.kind.utf8.count)
    }
    switch read.sender {
    case .authenticated:
      let messageID = read.messageID.flatMap { $0.isStorableID ? $0 : nil }
      let identity = messageID.map { "id:\($0)" } ?? "sha256:\(notification.digest)"
      return [
        InboxEntry(
          account: account, identity: identity, isAuthenticated: true, kind: kind.plain, isRecognised: isRecognised,
          references: references, body: notification.body, receivedAt: notification.receivedAt)
      ]
    case .unknown:
      return Set(references).sorted().map { reference in
        InboxEntry(
          account: account, identity: "hint:\(reference.kind):\(reference.value)", isAuthenticated: false,
          kind: kind.plain,
          isRecognised: isRecognised, references: [reference], body: nil, receivedAt: notification.receivedAt)
      }
    }
  }
}

extension String {
  /// The printable ASCII of a sender's word, for timelines.
  fileprivate var plain: String {
    let allowed = unicodeScalars.prefix(64).filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
    return String(String.UnicodeScalarView(allowed))
  }
}

/// A cache of documents that have authenticated a sender. Others are not kept, so that invented addresses displace nothing.
final class FetchedDocuments: Sendable {
  private struct State {
    var documents: [NeededDocument: [UInt8]] = [:]
    var fetching = 0
  }

  private static let mostKept = 16
  private static let mostAtOnce = 4
  private let state = NIOLockedValueBox(State())

  subscript(_ document: NeededDocument) -> [UInt8]? { state.withLockedValue { $0.documents[document] } }

  func keep(_ documents: [NeededDocument: [UInt8]]) {
    state.withLockedValue { state in
      for (document, bytes) in documents where state.documents[document] == nil {
        // Any of them can be fetched again.
        if state.documents.count >= Self.mostKept { state.documents.removeAll() }
        state.documents[document] = bytes
      }
    }
  }

  /// Removes documents that authenticate no more: there may be new ones at their addresses.
  func forget(_ documents: Set<NeededDocument>) {
    state.withLockedValue { state in
      for document in documents { state.documents[document] = nil }
    }
  }

  /// Returns true if one more may be fetched now; then call `endFetch` afterwards.
  func beginFetch() -> Bool {
    state.withLockedValue { state in
      guard state.fetching < Self.mostAtOnce else { return false }
      state.fetching += 1
      return true
    }
  }

  func endFetch() { state.withLockedValue { $0.fetching -= 1 } }
}
