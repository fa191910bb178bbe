public import FerryCheckout
public import FerryCore

/// A message for one endpoint, and the state of its delivery.
public struct WebhookDelivery: Hashable, Sendable {
  public struct ID: Hashable, Sendable {
    public var endpoint: WebhookEndpointID
    public var message: WebhookMessageID

    public init(endpoint: WebhookEndpointID, message: WebhookMessageID) {
      self.endpoint = endpoint
      self.message = message
    }
  }

  public enum State: String, Hashable, Sendable, CaseIterable {
    /// To be sent, now or later.
    case waiting
    case delivered
    /// Given up; a person may have it sent again.
    case parked
  }

  public let id: ID
  public let body: WebhookBody
  public let createdAt: Moment
  public internal(set) var state = State.waiting
  /// Attempts since it was stored, or since a person resent it.
  public internal(set) var attempts = 0
  /// When to send it; nil when it is closed.
  public package(set) var dueAt: Moment?
  public internal(set) var closedAt: Moment?
  /// The result of the last attempt.
  public internal(set) var lastResult: String?

  public init(_ message: WebhookMessageID, to endpoint: WebhookEndpointID, body: WebhookBody, at moment: Moment) {
    id = ID(endpoint: endpoint, message: message)
    self.body = body
    createdAt = moment
    dueAt = moment
  }

  /// When a person resent it; nil if nobody did, or if it was sent since.
  var resentAt: Moment? { dueAt.flatMap { attempts == 0 && $0 > createdAt ? $0 : nil } }

  /// For how long one that is closed is remembered.
  public static let memory: Duration = .seconds(30 * 86_400)
}

/// A change of a delivery.
public enum WebhookDeliveryChange: Hashable, Sendable {
  case delivered(at: Moment, result: String)
  /// The endpoint did not accept it: it is sent again.
  case putOff(until: Moment, result: String)
  /// It is sent no more.
  case parked(at: Moment, result: String)
  /// A person has it sent again, from the beginning, whatever has become of it.
  case sentAgain(at: Moment)
}

/// A change with the delivery that it is about.
public struct WebhookUpdate: Hashable, Sendable {
  public var id: WebhookDelivery.ID
  public var change: WebhookDeliveryChange

  public init(_ id: WebhookDelivery.ID, _ change: WebhookDeliveryChange) {
    self.id = id
    self.change = change
  }
}

// MARK: The rules of every store

extension WebhookDelivery {
  /// - Throws: `StoreError.inconsistent`.
  package func requireBelonging(to checkout: CheckoutID) throws(StoreError) {
    guard id.message.checkout == checkout else { throw .inconsistent("a message of another checkout") }
  }

  /// - Returns: True if anything changed: an attempt that ends after the delivery was closed changes nothing.
  package mutating func apply(_ change: WebhookDeliveryChange) -> Bool {
    switch change {
    case .sentAgain(let moment):
      state = .waiting
      attempts = 0
      dueAt = moment
      closedAt = nil
      return true
    case .delivered(let moment, let result): return close(as: .delivered, at: moment, result: result)
    case .parked(let moment, let result): return close(as: .parked, at: moment, result: result)
    case .putOff(let moment, let result):
      guard state == .waiting else { return false }
      attempts += 1
      dueAt = moment
      lastResult = result
      return true
    }
  }

  private mutating func close(as state: State, at moment: Moment, result: String) -> Bool {
    guard self.state == .waiting else { return false }
    self.state = state
    attempts += 1
    dueAt = nil
    closedAt = moment
    lastResult = result
    return true
  }
}

/// The id of a message, which is `webhook-id` at every endpoint and in every repetition: "msg_co_8n0cKq3c0lXw2m7bq1v5Tg_3".
/// It follows from checkout and sequence number, so that a commit that is decided again gives the same message.
public struct WebhookMessageID: Hashable, Sendable, CustomStringConvertible {
  public var checkout: CheckoutID
  /// From 1.
  public var sequence: Int

  public init(checkout: CheckoutID, sequence: Int) {
    self.checkout = checkout
    self.sequence = sequence
  }

  /// Nil for text that is no such id.
  public init?(text: String) {
    guard text.hasPrefix("msg_"), let end = text.lastIndex(of: "_") else { return nil }
    let checkout = text[..<end].dropFirst(4)
    let digits = text[text.index(after: end)...]
    guard !checkout.isEmpty, digits.first != "0", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let sequence = Int(digits)
    else { return nil }
    self.init(checkout: CheckoutID(String(checkout)), sequence: sequence)
  }

  public var text: String { "msg_\(checkout)_\(sequence)" }
  public var description: String { text }
}
