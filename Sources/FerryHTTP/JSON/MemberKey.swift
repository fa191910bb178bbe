package import FerryCore
import Foundation

/// The names of the members of a provider's object. If the `CodingKeys` of a type conform, the compiler's coding calls the
/// functions below.
///
/// Reading is lenient: a payment must not fail because a provider changed an optional member. Such a member is nil if it is
/// missing, null or of an undocumented type. A text may be a number. A list has the elements that can be read, and a flag
/// that cannot be read is false. Writing leaves empty lists out.
package protocol MemberKey: CodingKey {}

extension KeyedDecodingContainer where Key: MemberKey {
  package func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? {
    (try? decode(UntypedJSON.self, forKey: key))?.plainText
  }

  package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? {
    try? superDecoder(forKey: key).singleValueContainer().decode(type)
  }

  package func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { try? decode(type, forKey: key) }

  /// A time in ISO 8601.
  package func decodeIfPresent(_ type: Moment.Type, forKey key: Key) -> Moment? {
    decodeIfPresent(String.self, forKey: key).flatMap { Moment(iso8601: $0) }
  }

  package func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }

  package func decode(_ type: Bool.Type, forKey key: Key) -> Bool { decodeIfPresent(type, forKey: key) ?? false }

  package func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) -> [Element] {
    (try? decode(LenientList<Element>.self, forKey: key))?.elements ?? []
  }
}

extension KeyedEncodingContainer where Key: MemberKey {
  package mutating func encode(_ list: [some Encodable], forKey key: Key) throws {
    if !list.isEmpty { try encodeIfPresent(list, forKey: key) }
  }
}

/// The elements of an array that can be decoded.
struct LenientList<Element: Decodable>: Decodable {
  private struct Item: Decodable {
    let element: Element?

    init(from decoder: any Decoder) throws { element = try? decoder.singleValueContainer().decode(Element.self) }
  }

  let elements: [Element]

  init(from decoder: any Decoder) throws {
    elements = try decoder.singleValueContainer().decode([Item].self).compactMap(\.element)
  }
}

extension Decodable {
  /// - Parameter json: In UTF-8.
  /// - Throws: `DecodingError`.
  package init(json: [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]) throws {
    let decoder = JSONDecoder()
    decoder.userInfo = userInfo
    self = try decoder.decode(Self.self, from: Data(json))
  }
}

/// A value as JSON: the same bytes for the same value, because signed, stored and retried bytes have to be equal. It is for
/// values that this program makes, in requests and elsewhere: it traps if a value cannot be encoded. For members that another
/// program sent, encode with a fallback instead.
package func stableJSON(_ value: some Encodable) -> [UInt8] {
  guard let data = try? JSONEncoder.sorted.encode(value) else {
    preconditionFailure("The value is made of texts, numbers, truth values and lists, which always encode.")
  }
  return Array(data)
}
