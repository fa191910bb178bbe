import FerryCore
import FerryEngine

/// The sessions of operators who sign in with keys. They are in the store, so that all servers that share it know them.
/// It holds digests of their tokens, so that its content opens nothing.
struct OperatorSessions: Sendable {
  static let limits = OperatorSessionLimits(longest: .seconds(12 * 3600), idle: .seconds(3600), most: 1000)
  /// A use is stored if the last stored one is this long ago.
  private static let useInterval = Duration.seconds(60)

  private let keys: [OperatorKey]
  private let service: any CheckoutService

  /// - Parameter keys: The operators who may sign in now.
  init(_ keys: [OperatorKey], _ service: any CheckoutService) {
    self.keys = keys
    self.service = service
  }

  /// Begins a session. If there are too many, the one that was used longest ago ends.
  /// - Returns: Its token, for the cookie.
  func begin(_ key: OperatorKey) async throws -> String {
    let token = service.randomness.token(bytes: 32)
    let now = service.time.now
    let session = OperatorSession(
      digest: TextDigest.sha256(token), name: key.person.name, fingerprint: key.digest.fingerprint, startedAt: now,
      usedAt: now)
    try await service.operatorSessions.beginOperatorSession(session, limits: Self.limits)
    return token
  }

  /// The operator of a valid session, as the settings have them now. If the operator was removed or has another key, the
  /// session is not valid.
  /// - Parameter isUse: False for requests that the page makes by itself: they do not keep a session alive.
  func person(of token: String, isUse: Bool = true) async throws -> Operator? {
    let now = service.time.now
    let store = service.operatorSessions
    guard let session = try await store.operatorSession(TextDigest.sha256(token)),
      Self.limits.allow(session, at: now),
      let key = keys.first(where: { $0.person.name == session.name && $0.digest.fingerprint == session.fingerprint })
    else { return nil }
    if isUse, now.since(session.usedAt) >= Self.useInterval {
      // While the store takes no changes, operators can still look: a use that is lost only ends a session earlier.
      do { try await store.useOperatorSession(session.digest, at: now) } catch StoreError.unavailable {}
    }
    return key.person
  }

  func end(_ token: String) async throws {
    try await service.operatorSessions.endOperatorSession(TextDigest.sha256(token))
  }
}
