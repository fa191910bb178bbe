import FerryCore
import Foundation

enum FlowKind {}
/// The name of one run of the flow and of its stored item. The checkout's own id is not known when the item is first saved.
typealias FlowID = Identifier<FlowKind>

extension FlowMachine {
  /// The part of the state that survives the app: enough to ask the server, and nothing about the buyer.
  struct Memory: Hashable, Sendable, Encodable {
    /// Goes up when an older version of the app could misread what is written.
    static let version = 1

    private(set) var version = Self.version
    private(set) var id: FlowID
    let beganAt: Moment
    /// Higher than that of every attempt that was stored when this one began. The device's clock may be set back meanwhile.
    var attempt = 0
    /// Nil only in an item of another version.
    var verifier: Verifier?
    /// The checkout's id at the server. Nil until the shop's backend has answered.
    var checkout: String?
    /// The shop's own name for the order. Nil where the app has one order at a time.
    var order: String?
    /// True if a page of the shop started the checkout and continues it.
    var isOfPage = false
    var clientToken: String?
    var trip: RedirectStep?
    /// True if the app has shown the return page again, by a resume ticket, since that round trip began.
    var hasReopened = false
    /// True if an agreement was sent, so that money may move.
    var mayHavePaid = false
    /// True if the server did not know the checkout more than a day after it began.
    var isUnknownToServer = false
    /// Codes of links that have come and are not claimed yet. The app tries them in this order.
    var unclaimed: [UnclaimedCode] = []
    /// The revision that the buyer agreed to in the secure browser, from the link that was claimed last.
    var revision: Int?
    /// The moment when that link came.
    var heardAt: Moment?
    /// Codes that were claimed or refused, the newest last. Links come twice.
    var spent: [String] = []

    init(id: FlowID, verifier: Verifier?, beganAt: Moment) {
      self.id = id
      self.verifier = verifier
      self.beganAt = beganAt
    }
  }
}

/// The code of a link that has come and is not claimed yet. Only the server can tell a genuine code, and anybody can plant a
/// link, so a later link never replaces an earlier one.
struct UnclaimedCode: Hashable, Sendable, Codable {
  var code: String
  var heardAt: Moment
}

extension FlowMachine.Memory {
  /// More than the links of one round trip.
  static let mostUnclaimed = 4

  /// True if the server can be asked about the checkout.
  var canAsk: Bool { secrets != nil }

  var secrets: CheckoutSecrets? {
    guard let checkout, let clientToken else { return nil }
    return CheckoutSecrets(checkout: checkout, clientToken: clientToken, verifier: verifier)
  }

  /// True if a link's code is waiting already, or was claimed or refused.
  func knows(_ code: String) -> Bool { spent.contains(code) || unclaimed.contains { $0.code == code } }

  mutating func hold(_ code: String, heardAt: Moment) {
    unclaimed.appendAmongFirst(Self.mostUnclaimed, UnclaimedCode(code: code, heardAt: heardAt))
  }

  /// Removes a code that was claimed or refused.
  /// - Returns: The moment when its link came.
  @discardableResult
  mutating func spend(_ code: String) -> Moment? {
    let heardAt = unclaimed.first { $0.code == code }?.heardAt
    unclaimed.removeAll { $0.code == code }
    spent.append(code)
    spent.removeFirst(max(0, spent.count - 6))
    return heardAt
  }

  /// Takes the checkout's id, and its client token if the handoff has one.
  mutating func accept(_ handoff: CheckoutHandoff) {
    checkout = handoff.checkout
    if let token = handoff.clientToken, PlainText.isUnreserved(token, most: 256) { clientToken = token }
  }

  /// Takes over what is stored of a checkout that this device had started before. Its verifier is the one that counts.
  mutating func adopt(_ known: FlowMachine.Memory) {
    verifier = known.verifier ?? verifier
    clientToken = known.clientToken
    trip = known.trip
    mayHavePaid = known.mayHavePaid
    unclaimed = known.unclaimed
    revision = known.revision
    heardAt = known.heardAt
    spent = known.spent
  }

  /// An order's name as it is stored: at most 128 characters.
  static func name(_ order: String?) -> String? { order.map { String($0.prefix(128)) } }

  /// True if this may be a payment for the same order, so that a second one could be captured as well. A checkout without an
  /// order's name may be for any order.
  func mayHavePaid(for order: String?) -> Bool {
    mayHavePaid && !isUnknownToServer && checkout != nil && (self.order == nil || order == nil || self.order == order)
  }

  /// True if a later attempt has replaced this one, or has started the same checkout again. Its result is no news about the
  /// order then. The two items alone decide, so an app that was killed in between decides the same.
  func isSuperseded(by other: FlowMachine.Memory) -> Bool {
    guard let checkout, let later = other.checkout, isBefore(other) else { return false }
    return checkout == later || makesWay(for: other)
  }

  /// True if the server discards this attempt for a later one, because nobody has agreed to it.
  func makesWay(for other: FlowMachine.Memory) -> Bool {
    checkout != nil && isBefore(other) && !mayHavePaid && order == other.order && !isOfPage && !other.isOfPage
  }

  /// The order of the attempts by their beginning. It is total, also for attempts that began at the same time.
  func isBefore(_ other: FlowMachine.Memory) -> Bool {
    (attempt, beganAt, id) < (other.attempt, other.beganAt, other.id)
  }
}

// The stored form.
extension FlowMachine.Memory: Decodable {
  struct Reading: Hashable, Sendable {
    /// Nil if the item is not one of ours.
    var memory: FlowMachine.Memory?
    /// True if everything was there, in this version.
    var isWhole: Bool
  }

  /// One JSON object, members in alphabetical order.
  var bytes: [UInt8] {
    // Encoding cannot fail: there are no floating-point numbers.
    (try? JSONEncoder.sorted.encode(self)).map(Array.init) ?? []
  }

  /// Reads an item of any version. Total.
  /// - Parameter name: The item's name, which is the memory's id.
  static func read(_ bytes: [UInt8], name: FlowID) -> Reading {
    guard var memory = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      return Reading(memory: nil, isWhole: false)
    }
    let isWhole = memory.version == version && memory.id == name && memory.verifier != nil
    memory.version = version
    memory.id = name
    return Reading(memory: memory, isWhole: isWhole)
  }

  /// Reads what it can, so that a newer version's item can still be asked about. A member that is missing or strange takes the
  /// value that makes the flow ask the server.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? { try? container.decode(Value.self, forKey: key) }
    func text(_ key: CodingKeys, most: Int) -> String? {
      (value(key) as String?).flatMap { PlainText.isUnreserved($0, most: most) ? $0 : nil }
    }
    version = value(.version) ?? 0
    id = try container.decode(FlowID.self, forKey: .id)
    beganAt = value(.beganAt) ?? Moment(milliseconds: 0)
    // The limit leaves room for a next one.
    attempt = (value(.attempt) as Int?).flatMap { (0..<1_000_000_000).contains($0) ? $0 : nil } ?? 0
    verifier = value(.verifier)
    checkout = text(.checkout, most: 64)
    clientToken = text(.clientToken, most: 256)
    order = value(.order)
    isOfPage = value(.isOfPage) ?? false
    isUnknownToServer = value(.isUnknownToServer) ?? false
    trip = value(.trip)
    hasReopened = value(.hasReopened) ?? false
    // "We are confirming" is never wrong.
    mayHavePaid = value(.mayHavePaid) ?? true
    let codes: [UnclaimedCode] = value(.unclaimed) ?? []
    unclaimed = Array(codes.filter { PlainText.isUnreserved($0.code, most: 128) }.prefix(Self.mostUnclaimed))
    revision = value(.revision)
    heardAt = value(.heardAt)
    spent = value(.spent) ?? []
  }

  private enum CodingKeys: String, CodingKey {
    case attempt, beganAt, checkout, clientToken, hasReopened, heardAt, id, isOfPage, isUnknownToServer, mayHavePaid
    case order, revision, spent, trip, unclaimed, verifier, version
  }
}

extension UnclaimedCode: Redacted {
  var description: String { "UnclaimedCode" }
}

extension FlowMachine.Memory: Redacted {
  var description: String { "FlowMachine.Memory(\(checkout ?? "not created"))" }
}

extension Array {
  /// Appends an element to a list that has room for some. In a full list it replaces the last element, so that somebody who
  /// sends many links displaces neither the first ones nor the next one.
  mutating func appendAmongFirst(_ room: Int, _ element: Element) {
    if count >= room { removeLast(count - room + 1) }
    append(element)
  }
}
