import Crypto
import FerryCore
package import FerrySandbox

/// The content of a notification: the status of a session.
package struct SessionNotice: NotificationSubject {
  let session: Int64
  let reference: String
  let status: Status
  let language: Language
  /// The date is later than the event by this many seconds.
  let lead: Int64

  package var type: String { "notification" }
  package var object: String? { "session" }
  package var objectName: String? { "Session" }
  package var objectID: String? { String(session) }
  package var members: JSONValue { ["requestId": JSONValue(session)] }

  init(_ session: Session, lead: Int64 = 0) {
    self.session = session.id
    reference = session.request.reference
    status = session.status
    language = session.language
    self.lead = lead
  }

  /// The body that PlacetoPay posts ("Notification" in the Checkout documentation).
  /// - Parameter date: By the true clock.
  func body(at date: Moment, _ secret: Secret<String>, isLegacy: Bool) -> JSONValue {
    let date = date + .seconds(lead)
    let signature = Self.signature(
      session, status.name.rawValue, date: Timestamp.text(date), secret, isLegacy: isLegacy)
    return [
      "status": status.body(language, at: date), "requestId": JSONValue(session), "reference": .string(reference),
      "signature": .string(signature),
    ]
  }

  /// A hash over id, status, date and secret key, without separators: SHA-256 with its name before it, or bare SHA-1 of an
  /// old site. The reference and the message are not covered.
  static func signature(
    _ id: Int64, _ status: String, date: String, _ secret: Secret<String>, isLegacy: Bool
  ) -> String {
    let signed = Array("\(id)\(status)\(date)\(secret.reveal())".utf8)
    return isLegacy
      ? Hexadecimal.text(Insecure.SHA1.hash(data: signed)) : "sha256:\(Hexadecimal.text(SHA256.hash(data: signed)))"
  }
}

extension Ledger {
  /// Plans one notification of a session's present status. PlacetoPay sends it once, whatever the answer is.
  /// Two of one session never have the same date: a receiver would take the second one for a copy.
  mutating func notify(_ session: inout Session, at now: Moment) {
    guard notifies else { return }
    let today = self.date(now)
    let date = max(today, session.notifiedAt.map { $0 + .seconds(1) } ?? today)
    session.notifiedAt = date
    post.send(
      SessionNotice(session, lead: (date.since(today).wholeMilliseconds + 999) / 1_000),
      announcing: session.status.name.rawValue, at: now)
  }
}
