import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum PassageKind {}
/// Names a passage, and its item in the keeper: the checkout's own id is not known when the first thing is kept.
typealias PassageID = Identifier<PassageKind>

extension Passage {
  /// What survives the app: as little as suffices to ask the server, and nothing about the buyer.
  struct Memory: Hashable, Sendable {
    /// Goes up when an older version of the app could misread what is written.
    static let version = 1

    let id: PassageID
    let beganAt: Moment
    /// Absent only in what was read from a damaged item.
    var verifier: Verifier?
    /// The checkout's id at the server; absent until the shop's backend has answered.
    var checkout: String?
    var clientToken: String?
    /// What the browser was opened for last.
    var leg: CrossingStep?
    /// The way back was shown again, by a resume ticket, since that leg began.
    var hasReopened = false
    /// An agreement was sent, so that money may move.
    var mayHavePaid = false
    /// A link's code that has not been claimed yet.
    var code: String?
    /// What the buyer agreed to in the secure browser, by that link.
    var revision: Int?
    /// When that link came.
    var heardAt: Moment?
    /// The codes that are done with, the newest last: links come twice.
    var spent: [String] = []

    init(id: PassageID, verifier: Verifier?, beganAt: Moment) {
      self.id = id
      self.verifier = verifier
      self.beganAt = beganAt
    }

    var link: ReturnLink? {
      guard let checkout, let code else { return nil }
      return ReturnLink(checkout: checkout, code: code)
    }

    /// Whether the server can be asked what became of it.
    var canAsk: Bool { checkout != nil && clientToken != nil }
  }
}

extension Passage.Memory: Codable {
  private enum CodingKeys: String, CodingKey {
    case beganAt, checkout, clientToken, code, hasReopened, heardAt, id, leg, mayHavePaid, revision, spent, verifier,
      version
  }

  /// Reads what it can: a member that is missing or strange takes the value that makes the flow ask the server. Only the
  /// id has to be there.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
      // A member of the wrong kind is as good as none.
      (try? container.decodeIfPresent(Value.self, forKey: key)) ?? nil
    }
    id = try container.decode(PassageID.self, forKey: .id)
    beganAt = value(.beganAt) ?? Moment(milliseconds: 0)
    verifier = value(.verifier)
    checkout = (value(.checkout) as String?).flatMap { PlainText.isUnreserved($0, most: 64) ? $0 : nil }
    clientToken = (value(.clientToken) as String?).flatMap { PlainText.isUnreserved($0, most: 256) ? $0 : nil }
    leg = value(.leg)
    hasReopened = value(.hasReopened) ?? false
    // Safe: "we are confirming" is never wrong.
    mayHavePaid = value(.mayHavePaid) ?? true
    code = (value(.code) as String?).flatMap { PlainText.isUnreserved($0, most: 128) ? $0 : nil }
    revision = value(.revision)
    heardAt = value(.heardAt)
    spent = value(.spent) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(id, forKey: .id)
    try container.encode(beganAt, forKey: .beganAt)
    try container.encodeIfPresent(verifier, forKey: .verifier)
    try container.encodeIfPresent(checkout, forKey: .checkout)
    try container.encodeIfPresent(clientToken, forKey: .clientToken)
    try container.encodeIfPresent(leg, forKey: .leg)
    try container.encode(hasReopened, forKey: .hasReopened)
    try container.encode(mayHavePaid, forKey: .mayHavePaid)
    try container.encodeIfPresent(code, forKey: .code)
    try container.encodeIfPresent(revision, forKey: .revision)
    try container.encodeIfPresent(heardAt, forKey: .heardAt)
    try container.encode(spent, forKey: .spent)
  }
}

extension Passage.Memory: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "Passage.Memory(\(checkout ?? "not created"))" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
