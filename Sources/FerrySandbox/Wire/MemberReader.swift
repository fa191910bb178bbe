/// The refusal of a member of a request, as a provider's API words it.
package protocol MemberRefusal: Error {
  /// - Parameter rule: The broken rule, for people: "is required".
  static func invalid(member path: String, _ rule: String) -> Self
  /// The path of a member.
  /// - Parameter path: The path of its object; "" for the request itself.
  static func path(_ name: String, in path: String) -> String
  /// The path of an element of a list.
  static func path(_ index: Int, of list: String) -> String
  /// The most characters of a text whose limit is not documented.
  static var textLimit: Int { get }
}

/// Reads the members of one object of a request, and names the path of a member that breaks a rule. Null is the same as a
/// missing member.
package struct MemberReader<Refusal: MemberRefusal> {
  package let value: JSONValue
  /// The object's path; "" for the request itself.
  package let path: String

  /// - Throws: If the value is no object.
  package init(_ value: JSONValue, _ path: String = "") throws(Refusal) {
    guard value.members != nil else { throw .invalid(member: path, "is not an object") }
    self.value = value
    self.path = path
  }

  package func path(_ name: String) -> String { Refusal.path(name, in: path) }

  package subscript(name: String) -> JSONValue? { value[name]?.unlessNull }

  package func refusal(_ name: String, _ rule: String) -> Refusal { .invalid(member: path(name), rule) }

  package func required<Value>(_ name: String, _ value: Value?) throws(Refusal) -> Value {
    guard let value else { throw refusal(name, "is required") }
    return value
  }

  /// A member in its own type; nil if it is missing.
  package func read<Value>(_ name: String, _ rule: String, _ read: (JSONValue) -> Value?) throws(Refusal) -> Value? {
    guard let member = self[name] else { return nil }
    guard let value = read(member) else { throw refusal(name, rule) }
    return value
  }

  /// A text with a number of characters in the range.
  package func text(_ name: String, _ range: ClosedRange<Int>? = nil) throws(Refusal) -> String? {
    let range = range ?? 0...Refusal.textLimit
    return try read(name, "is not a text of at most \(range.upperBound) characters") { member in
      member.text.flatMap { range.contains($0.count) ? $0 : nil }
    }
  }

  /// A text or a number, as text. Clients in use send both.
  package func scalar(_ name: String, _ range: ClosedRange<Int> = 0...Int.max) throws(Refusal) -> String? {
    try read(name, "is not a text") { member -> String? in
      switch member {
      case .string(let text), .number(let text): range.contains(text.count) ? text : nil
      default: nil
      }
    }
  }

  package func flag(_ name: String) throws(Refusal) -> Bool? { try read(name, "is not a boolean") { $0.flag } }

  package func choice(_ name: String, _ allowed: [String]) throws(Refusal) -> String? {
    try read(name, "is not one of \(allowed.joined(separator: ", "))") { member in
      member.text.flatMap { allowed.contains($0) ? $0 : nil }
    }
  }

  package func texts(_ name: String) throws(Refusal) -> [String]? {
    try read(name, "is not a list of texts") { member in
      member.elements.flatMap { elements -> [String]? in
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
      }
    }
  }

  package func object(_ name: String) throws(Refusal) -> MemberReader? {
    guard let member = self[name] else { return nil }
    return try MemberReader(member, path(name))
  }

  /// The elements of a list of objects.
  package func objects(_ name: String) throws(Refusal) -> [MemberReader]? {
    guard let elements = try read(name, "is not a list", \.elements) else { return nil }
    var readers: [MemberReader] = []
    for (index, element) in elements.enumerated() {
      readers.append(try MemberReader(element, Refusal.path(index, of: path(name))))
    }
    return readers
  }
}
