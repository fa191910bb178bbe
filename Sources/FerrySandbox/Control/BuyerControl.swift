package import FerryCore

/// A refusal of the buyer's act by a provider's page, with the reason.
package protocol BuyerError: Error {
  var isUnknownPage: Bool { get }
  /// The reason and the next step, for a developer of a script.
  var message: String { get }
}

extension ControlRefusal {
  package init(_ error: some BuyerError) { self.init(error.isUnknownPage ? 404 : 409, "BuyerRefused", error.message) }

  /// An act that buyers of the provider do not have.
  package static let nothingToSelect = invalid("act", "approve, decline, cancel or leave: there is nothing to select")
}

extension ProviderSandbox {
  /// Changes the ledger as the buyer, after all events that are due.
  package func asBuyer<Result: Sendable, Failure: BuyerError>(
    _ act: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(ControlRefusal) -> Result {
    do throws(Failure) {
      return try change(act)
    } catch {
      throw ControlRefusal(error)
    }
  }
}

/// The further selections of a buyer's act, by the provider's names.
package struct BuyerDetails {
  private let details: [String: String]

  /// - Throws: A refusal of the first name, in the order of the alphabet, that the provider does not know.
  package init(_ details: [String: String], allowed: [String]) throws(ControlRefusal) {
    for name in details.keys.sorted() where !allowed.contains(name) {
      throw .invalid("details.\(name)", "one of \(allowed.joined(separator: ", "))")
    }
    self.details = details
  }

  package subscript(name: String) -> String? { details[name] }

  /// A detail in its own type; nil if it is not given.
  package func value<Value>(
    _ name: String, _ expectation: String, _ read: (String) -> Value?
  ) throws(ControlRefusal) -> Value? {
    guard let text = details[name] else { return nil }
    guard let value = read(text) else { throw .invalid("details.\(name)", expectation) }
    return value
  }
}

extension ControlRequest {
  /// The decimal of the member `amount`, as a text or a number; nil if it is not given.
  package func amount(_ expectation: String = "a decimal") throws(ControlRefusal) -> String? {
    switch try json()["amount"]?.unlessNull {
    case nil: return nil
    case .string(let text), .number(let text): return text
    default: throw .invalid("amount", expectation)
    }
  }
}
