import FerrySandbox

/// Reads the members of one object of a request, and names the path of a member that breaks a rule. Null is the same as a
/// missing member.
struct MemberReader {
  let value: JSONValue
  /// The object's path, such as "PaymentOrder.PayeeInfo".
  let path: String

  /// - Throws: If the value is no object.
  init(_ value: JSONValue, _ path: String) throws(APIProblem) {
    guard value.members != nil else { throw .invalid(path, "is not an object") }
    self.value = value
    self.path = path
  }

  /// The path of a member: names are capitalised, as in the provider's problems.
  func path(_ name: String) -> String { "\(path).\(name.prefix(1).uppercased())\(name.dropFirst())" }

  subscript(name: String) -> JSONValue? { value[name]?.unlessNull }

  func required<Value>(_ name: String, _ value: Value?) throws(APIProblem) -> Value {
    guard let value else { throw .invalid(path(name), "is required") }
    return value
  }

  /// - Parameter limit: The largest number of characters.
  func text(_ name: String, _ limit: Int = 200) throws(APIProblem) -> String? {
    guard let member = self[name] else { return nil }
    guard let text = member.text, text.count <= limit else {
      throw .invalid(path(name), "is not a text of at most \(limit) characters")
    }
    return text
  }

  func flag(_ name: String) throws(APIProblem) -> Bool {
    guard let member = self[name] else { return false }
    guard let flag = member.flag else { throw .invalid(path(name), "is not a boolean") }
    return flag
  }

  /// A whole number. Clients in use write it as `1500`, `1500.0` or `"1500"`.
  func number(_ name: String) throws(APIProblem) -> Int64? {
    guard let member = self[name] else { return nil }
    let literal: String? =
      switch member {
      case .number(let text), .string(let text): text
      default: nil
      }
    guard let digits = literal?.wholeMatch(of: /(-?[0-9]{1,18})(\.0+)?/)?.1, let number = Int64(digits),
      number.magnitude <= Self.largestAmount
    else {
      throw .invalid(path(name), "is not a whole number of minor units")
    }
    return number
  }

  /// A text or a number, as text: clients in use send references as JSON numbers too.
  func scalar(_ name: String) throws(APIProblem) -> String? {
    switch self[name] {
    case nil: return nil
    case .string(let text), .number(let text): return text
    default: throw .invalid(path(name), "is not a text")
    }
  }

  func address(_ name: String) throws(APIProblem) -> String? {
    guard let text = try text(name, 2_000), !text.isEmpty else { return nil }
    guard PayerAddress(text) != nil else { throw .invalid(path(name), "is not an absolute URL") }
    return text
  }

  func texts(_ name: String) throws(APIProblem) -> [String]? {
    guard let member = self[name] else { return nil }
    guard let elements = member.elements, elements.allSatisfy({ $0.text != nil }) else {
      throw .invalid(path(name), "is not a list of texts")
    }
    return elements.compactMap(\.text)
  }

  func object(_ name: String) throws(APIProblem) -> MemberReader? {
    guard let member = self[name] else { return nil }
    return try MemberReader(member, path(name))
  }

  func objects(_ name: String) throws(APIProblem) -> [MemberReader]? {
    guard let member = self[name] else { return nil }
    guard let elements = member.elements else { throw .invalid(path(name), "is not a list") }
    var readers: [MemberReader] = []
    for (index, element) in elements.enumerated() {
      readers.append(try MemberReader(element, "\(path(name))[\(index)]"))
    }
    return readers
  }

  /// Far above every order; sums of many still fit 64 bits.
  private static let largestAmount = UInt64(1_000_000_000_000)
}
