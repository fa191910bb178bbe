/// A value that stands in a JSON object as it is: a text, a number, a flag, or JSON itself.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible { package var json: JSONValue { self } }

extension String: JSONConvertible { package var json: JSONValue { .string(self) } }

extension Int: JSONConvertible { package var json: JSONValue { JSONValue(self) } }

extension Int64: JSONConvertible { package var json: JSONValue { JSONValue(self) } }

extension UInt64: JSONConvertible { package var json: JSONValue { .number(String(self)) } }

extension Bool: JSONConvertible { package var json: JSONValue { .bool(self) } }

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension JSONValue {
  /// An object of the members that have a value, in their order.
  package static func object(present members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0.json) } })
  }

  /// An object of all members, in their order; those without a value are null.
  package static func object(all members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    .object(members.map { name, value in Member(name: name, value: value?.json ?? .null) })
  }

  /// A text or a number, as text.
  package var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// The object with the members of another one after its own.
  package func appending(_ more: JSONValue?) -> JSONValue { .object((members ?? []) + (more?.members ?? [])) }
}

extension String {
  /// The text with a capital first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
