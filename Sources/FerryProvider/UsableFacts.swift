public import FerryCheckout
public import FerryCore
import FerryHTTP
import Foundation

/// The facts about the buyer that a shop states, in the form that a provider takes. All but the browser's only fill in forms for
/// the buyer, so a fact that the provider would refuse is left out, and stops no sale.
public struct UsableFacts: Hashable, Sendable {
  public private(set) var facts: BuyerFacts
  /// The facts that are left out: pointers into the request, such as "/buyer/mobile", with what to write there. It quotes nothing.
  public private(set) var leftOut: [OrderProblem] = []

  /// Removes blanks around texts, changes characters of full width, and writes the telephone number with its country. A text that is
  /// malformed or longer than any provider takes is left out.
  /// - Parameter country: The country that the order is delivered to, in ISO 3166-1 alpha-2; nil for none or several.
  public init(_ stated: BuyerFacts, country: String?) {
    facts = stated
    for fact in Fact.allCases { repair(fact, country) }
  }

  /// A fact that fills in a form.
  public enum Fact: String, CaseIterable, Sendable {
    case documentType, document, name, surname, email, mobile

    fileprivate var path: WritableKeyPath<BuyerFacts, String?> {
      switch self {
      case .documentType: \.documentType
      case .document: \.document
      case .name: \.name
      case .surname: \.surname
      case .email: \.email
      case .mobile: \.mobile
      }
    }
  }

  /// Replaces a fact by the form that the provider takes.
  public mutating func replace(_ fact: Fact, by text: String) { facts[keyPath: fact.path] = text }

  /// Leaves out a fact. The number and the type of a document go together.
  /// - Parameter rule: What to write in its place, without the value.
  public mutating func leaveOut(_ fact: Fact, _ rule: String) {
    let together: [Fact] = [.documentType, .document]
    for fact in together.contains(fact) ? together : [fact] where facts[keyPath: fact.path] != nil {
      facts[keyPath: fact.path] = nil
      leftOut.append(OrderProblem("/buyer/\(fact.rawValue)", rule))
    }
  }

  private mutating func repair(_ fact: Fact, _ country: String?) {
    guard let stated = facts[keyPath: fact.path] else { return }
    let isName = fact == .name || fact == .surname
    let text = (isName ? stated : stated.precomposedStringWithCompatibilityMapping)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    facts[keyPath: fact.path] = text.isEmpty ? nil : text
    guard !text.isEmpty else { return }
    switch fact {
    case .mobile:
      guard let number = TelephoneNumber.international(text, country: country) else {
        return leaveOut(
          fact, "Write + and the country's code, 8 to 15 digits in all, such as +46 73 900 00 01.")
      }
      facts.mobile = number
    case .email:
      guard text.utf8.count <= 254, FieldRules.isEmail(text) else {
        return leaveOut(fact, "Write an e-mail address of 254 characters at most.")
      }
    case .documentType, .document, .name, .surname:
      guard !WrittenText.isSound(text, 1...60) else { return }
      leaveOut(fact, "Write 1 to 60 characters, without control characters.")
    }
  }

  /// The line for the timeline; nil if nothing is left out.
  package var remark: String? {
    guard !leftOut.isEmpty else { return nil }
    let pointers = leftOut.map(\.pointer).joined(separator: ", ")
    return "The provider cannot use these facts about the buyer, which are left out: \(pointers)."
  }
}

extension OrderContent {
  /// The one country that the order is delivered to; nil for none or several.
  package var country: String? { shipping?.countries?.count == 1 ? shipping?.countries?.first : nil }
}
