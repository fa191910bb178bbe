import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum FlowKind {}
/// Names a passage, and its item in the storage: the checkout's own id is not known when the first thing is kept.
typealias FlowID = Identifier<FlowKind>

extension FlowMachine {
  /// What survives the app: as little as suffices to ask the server, and nothing about the buyer.
  struct Memory: Hashable, Sendable {
    /// Goes up when an older version of the app could misread what is written.
    static let version = 1

    private(set) var id: FlowID
    let beganAt: Moment
    /// Higher than that of every attempt that was kept when this one began. A clock may be set back meanwhile.
    var attempt = 0
    /// Absent only in what was read from a damaged item.
    var verifier: Verifier?
    /// The checkout's id at the server; absent until the shop's backend has answered.
    var checkout: String?
    /// The shop's own name for what is paid for; nil where the app has one order at a time.
    var order: String?
    /// A page of the shop has begun it, and goes on with it.
    var isOfPage = false
    var clientToken: String?
    /// What the browser was opened for last.
    var trip: RedirectStep?
    /// The way back was shown again, by a resume ticket, since that round trip began.
    var hasReopened = false
    /// An agreement was sent, so that money may move.
    var mayHavePaid = false
    /// More than a day after the beginning, the server itself did not know it.
    var isDisowned = false
    /// The codes of links that have come and are not claimed yet, in the order in which they are tried.
    var unclaimed: [UnclaimedCode] = []
    /// What the buyer agreed to in the secure browser, by the link that was claimed last.
    var revision: Int?
    /// When that link came.
    var heardAt: Moment?
    /// The codes that are done with, the newest last: links come twice.
    var spent: [String] = []

    init(id: FlowID, verifier: Verifier?, beganAt: Moment) {
      self.id = id
      self.verifier = verifier
      self.beganAt = beganAt
    }

    /// More than the links of one round trip; anybody can plant some.
    static let mostUnclaimed = 4

    /// Whether a link's code is waiting already, or is done with.
    func knows(_ code: String) -> Bool { spent.contains(code) || unclaimed.contains { $0.code == code } }

    mutating func hold(_ code: String, heardAt: Moment) {
      unclaimed.appendAmongFirst(Self.mostUnclaimed, UnclaimedCode(code: code, heardAt: heardAt))
    }

    /// The code is done with, whatever came of it.
    /// - Returns: When its link came.
    @discardableResult
    mutating func spend(_ code: String) -> Moment? {
      let heardAt = unclaimed.first { $0.code == code }?.heardAt
      unclaimed.removeAll { $0.code == code }
      spent.append(code)
      spent.removeFirst(max(0, spent.count - 6))
      return heardAt
    }

    /// An order's name as it is kept.
    static func name(_ order: String?) -> String? { order.map { String($0.prefix(128)) } }

    /// Whether it may be a payment for the same order, so that a second one could be captured as well. What has no name may
    /// be any order.
    func mayHavePaid(for order: String?) -> Bool {
      mayHavePaid && !isDisowned && checkout != nil && (self.order == nil || order == nil || self.order == order)
    }

    /// Whether another attempt has taken its place, or the same one that was begun again: whatever becomes of it, nothing of it
    /// is news about the order. It follows from the two alone, so an app that is killed in between comes to it as well.
    func isSuperseded(by other: FlowMachine.Memory) -> Bool {
      guard let checkout, let later = other.checkout, isBefore(other) else { return false }
      return checkout == later || makesWay(for: other)
    }

    /// Whether the server puts it aside for a later attempt, of which nothing need be known yet: nobody has agreed to anything
    /// by it.
    func makesWay(for other: FlowMachine.Memory) -> Bool {
      checkout != nil && isBefore(other) && !mayHavePaid && order == other.order && !isOfPage && !other.isOfPage
    }

    /// In the order in which attempts began; of what began at once always the same way round.
    func isBefore(_ other: FlowMachine.Memory) -> Bool {
      (attempt, beganAt, id) < (other.attempt, other.beganAt, other.id)
    }

    /// What a damaged item holds, under the item's name.
    func renamed(_ name: FlowID) -> FlowMachine.Memory {
      var memory = self
      memory.id = name
      return memory
    }

    /// Whether the server can be asked what became of it.
    var canAsk: Bool { checkout != nil && clientToken != nil }
  }
}

extension FlowMachine.Memory: Codable {
  private enum CodingKeys: String, CodingKey {
    case attempt, beganAt, checkout, clientToken, code, hasReopened, heardAt, id, isDisowned, isOfPage, trip,
      mayHavePaid
    case order, revision, spent, unclaimed, verifier, version
  }

  /// Reads what it can: a member that is missing or strange takes the value that makes the flow ask the server. Only the
  /// id has to be there.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
      // A member of the wrong kind is as good as none.
      (try? container.decodeIfPresent(Value.self, forKey: key)) ?? nil
    }
    id = try container.decode(FlowID.self, forKey: .id)
    beganAt = value(.beganAt) ?? Moment(milliseconds: 0)
    // More than anybody begins; there is always a next one.
    attempt = (value(.attempt) as Int?).flatMap { (0..<1_000_000_000).contains($0) ? $0 : nil } ?? 0
    verifier = value(.verifier)
    checkout = (value(.checkout) as String?).flatMap { PlainText.isUnreserved($0, most: 64) ? $0 : nil }
    clientToken = (value(.clientToken) as String?).flatMap { PlainText.isUnreserved($0, most: 256) ? $0 : nil }
    order = value(.order)
    isOfPage = value(.isOfPage) ?? false
    isDisowned = value(.isDisowned) ?? false
    trip = value(.trip)
    hasReopened = value(.hasReopened) ?? false
    // Safe: "we are confirming" is never wrong.
    mayHavePaid = value(.mayHavePaid) ?? true
    let codes: [UnclaimedCode] = value(.unclaimed) ?? []
    unclaimed = Array(codes.filter { PlainText.isUnreserved($0.code, most: 128) }.prefix(Self.mostUnclaimed))
    revision = value(.revision)
    heardAt = value(.heardAt)
    // Earlier apps kept one code, and beside it what the buyer had agreed to by it.
    if let code: String = value(.code) {
      if PlainText.isUnreserved(code, most: 128) { hold(code, heardAt: heardAt ?? beganAt) }
      revision = nil
      heardAt = nil
    }
    spent = value(.spent) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(id, forKey: .id)
    try container.encode(beganAt, forKey: .beganAt)
    if attempt > 0 { try container.encode(attempt, forKey: .attempt) }
    try container.encodeIfPresent(verifier, forKey: .verifier)
    try container.encodeIfPresent(checkout, forKey: .checkout)
    try container.encodeIfPresent(clientToken, forKey: .clientToken)
    try container.encodeIfPresent(order, forKey: .order)
    if isDisowned { try container.encode(isDisowned, forKey: .isDisowned) }
    if isOfPage { try container.encode(isOfPage, forKey: .isOfPage) }
    try container.encodeIfPresent(trip, forKey: .trip)
    try container.encode(hasReopened, forKey: .hasReopened)
    try container.encode(mayHavePaid, forKey: .mayHavePaid)
    try container.encodeIfPresent(revision, forKey: .revision)
    try container.encodeIfPresent(heardAt, forKey: .heardAt)
    try container.encode(spent, forKey: .spent)
    if !unclaimed.isEmpty { try container.encode(unclaimed, forKey: .unclaimed) }
  }
}

extension FlowMachine.Memory: Redacted {
  var description: String { "FlowMachine.Memory(\(checkout ?? "not created"))" }
}
