import FerryCore
import FerrySandbox

/// Reads the members of one object of a request, and names the path of a member that breaks a rule. Null is the same as a
/// missing member.
struct MemberReader {
  let value: JSONValue
  /// The object's path: "" for the request itself.
  let path: String

  /// - Throws: If the value is no object.
  init(_ value: JSONValue, _ path: String = "") throws(APIRefusal) {
    guard value.members != nil else { throw .invalid(path) }
    self.value = value
    self.path = path
  }

  func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  subscript(name: String) -> JSONValue? { value[name]?.unlessNull }

  func required<Value>(_ name: String, _ value: Value?) throws(APIRefusal) -> Value {
    guard let value else { throw .invalid(path(name)) }
    return value
  }

  /// A text with a number of characters in the range.
  func text(_ name: String, _ range: ClosedRange<Int> = 0...255) throws(APIRefusal) -> String? {
    guard let member = self[name] else { return nil }
    guard let text = member.text, range.contains(text.count) else { throw .invalid(path(name)) }
    return text
  }

  /// A text or a number, as text. Samples in circulation send both.
  func scalar(_ name: String, _ range: ClosedRange<Int>) throws(APIRefusal) -> String? {
    guard case .number(let literal)? = self[name] else { return try text(name, range) }
    guard range.contains(literal.count) else { throw .invalid(path(name)) }
    return literal
  }

  func flag(_ name: String) throws(APIRefusal) -> Bool? {
    guard let member = self[name] else { return nil }
    guard let flag = member.flag else { throw .invalid(path(name)) }
    return flag
  }

  func choice(_ name: String, _ allowed: [String]) throws(APIRefusal) -> String? {
    guard let text = try text(name) else { return nil }
    guard allowed.contains(text) else { throw .invalid(path(name)) }
    return text
  }

  func date(_ name: String) throws(APIRefusal) -> String? {
    guard let text = try text(name) else { return nil }
    guard Timestamp.isDate(text) else { throw .invalid(path(name)) }
    return text
  }

  /// An address; an empty text is the same as a missing member.
  func address(_ name: String) throws(APIRefusal) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    guard ReturnAddress(text) != nil else { throw .invalid(path(name)) }
    return text
  }

  /// A whole number of at least `least`, written as a number or as text.
  func wholeNumber(_ name: String, atLeast least: Int64) throws(APIRefusal) -> Int64? {
    guard let member = self[name] else { return nil }
    guard let number = member.wholeNumber, number >= least else { throw .invalid(path(name)) }
    return number
  }

  func decimal(_ name: String) throws(APIRefusal) -> DecimalNumber? {
    guard let member = self[name] else { return nil }
    guard let number = DecimalNumber(member) else { throw .invalid(path(name)) }
    return number
  }

  func object(_ name: String) throws(APIRefusal) -> MemberReader? {
    guard let member = self[name] else { return nil }
    return try MemberReader(member, path(name))
  }

  /// The elements of an array of objects, each with its index in its path.
  func objects(_ name: String) throws(APIRefusal) -> [MemberReader]? {
    guard let member = self[name] else { return nil }
    guard let elements = member.elements else { throw .invalid(path(name)) }
    var readers: [MemberReader] = []
    for (index, element) in elements.enumerated() {
      readers.append(try MemberReader(element, "\(path(name)).\(index)"))
    }
    return readers
  }
}

/// Collects the members of an object in their order, without those that are missing.
struct MemberList {
  private(set) var members: [JSONValue.Member] = []

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(JSONValue.Member(name: name, value: value)) }
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { JSONValue.string($0) }) }

  mutating func add(_ name: String, _ flag: Bool?) { add(name, flag.map { JSONValue.bool($0) }) }

  var object: JSONValue { .object(members) }
}
