package import FerryCore
import Synchronization

/// A field of a request that a provider would refuse, cut or drop, found before sending. It has the field and the rule, but not
/// the value.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the field in the request, as a JSON pointer (RFC 6901), such as `/payment/reference`. Fields of forms and
  /// headers are named alike, such as `/OrderID`.
  public let pointer: String
  /// The rule, as a sentence that says what to write.
  public let explanation: String

  public init(_ pointer: String, _ explanation: String) {
    self.pointer = pointer
    self.explanation = explanation
  }

  public var description: String { "\(pointer): \(explanation)" }
}

/// The rules that fields of several providers share. Lengths are counted in UTF-16 code units, the strictest meaning of
/// "characters": a passing value is within the limit however a provider counts.
package enum FieldRules {
  package static func length(_ text: String?, _ range: ClosedRange<Int>, _ pointer: String) throws(InvalidField) {
    guard let text, !range.contains(text.utf16.count) else { return }
    throw InvalidField(pointer, "Write \(range.lowerBound) to \(range.upperBound) characters.")
  }

  package static func positive(_ amount: Money, _ pointer: String) throws(InvalidField) {
    guard amount.isPositive else { throw InvalidField(pointer, "Write an amount above zero.") }
  }

  package static func currency(_ amount: Money, _ currency: Currency, _ pointer: String) throws(InvalidField) {
    guard amount.currency == currency else {
      throw InvalidField(pointer, "Write the amount in \(currency), as the total that it belongs with.")
    }
  }

  /// IPv4 or IPv6, without port and zone.
  package static func ipAddress(_ text: String, _ pointer: String) throws(InvalidField) {
    guard NetworkAddress(text) != nil else {
      throw InvalidField(pointer, "Write an IPv4 or IPv6 address without a port.")
    }
  }

  /// Returns true for an address in ASCII: a domain with other letters has its ASCII form there (RFC 5321 §4.1.2, without
  /// quoted names).
  package static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      parts[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"(),:;<>[\\]".utf8.contains($0) })
    else { return false }
    let label = "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
    return String(parts[1]).matches("(\(label)\\.)+\(label)")
  }

  /// True for ASCII letters and digits.
  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

extension String {
  /// Returns true if the whole text matches a regular expression.
  package func matches(_ pattern: String) -> Bool { wholeMatch(of: CompiledPattern[pattern].regex) != nil }
}

/// A regular expression that is compiled once in a process: it takes far longer than a match does. The patterns are constants of
/// the code, so there are a few dozen.
private struct CompiledPattern: @unchecked Sendable {
  // Nothing changes it after its compilation.
  let regex: Regex<AnyRegexOutput>

  private static let known = Mutex<[String: CompiledPattern]>([:])

  static subscript(pattern: String) -> CompiledPattern {
    known.withLock { known in
      if let compiled = known[pattern] { return compiled }
      guard let regex = try? Regex(pattern) else { preconditionFailure("\(pattern) is a regular expression.") }
      let compiled = CompiledPattern(regex: regex)
      known[pattern] = compiled
      return compiled
    }
  }
}
