import Foundation

/// Finds all fields of a JSON body that are missing or wrong. `JSONDecoder` stops at the first one; this decodes on, with a
/// placeholder in its place. What is decoded so is thrown away.
///
/// A failure that can come of a placeholder is not reported, so every reported problem is one.
package final class FieldProblems {
  private var errors: [Problem.FieldError] = []
  /// Also counts the errors that there is no room for.
  private var count = 0
  /// The objects that were read, by their pointers.
  private var objects: [String: ReadObject] = [:]

  private static let most = 100

  /// - Parameter refusingUnknown: True counts members that the types do not know as wrong, at every depth. Their problems come
  ///   last, and name the member that may be meant.
  /// - Returns: The problem of all fields, which names the first hundred in the order of the type; nil if none was found.
  package static func all<Body: Decodable>(
    in bytes: [UInt8], for type: Body.Type, refusingUnknown: Bool = false
  ) -> Problem? {
    guard let found = try? JSONDecoder().decode(Examined<Body>.self, from: Data(bytes)).problems else { return nil }
    if refusingUnknown { found.noteUnknownMembers() }
    return found.count > 0 ? Problem(fields: found.errors, count: found.count) : nil
  }

  /// Decodes a value that is there; returns a placeholder and notes the problem if it cannot be decoded.
  /// - Throws: `NoPlaceholder`.
  func value<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
    let before = count
    do {
      return try Value(from: ExaminingDecoder(base: decoder, codingPath: decoder.codingPath, problems: self))
    } catch let error as DecodingError {
      if count == before { note(error) }
      return try placeholder(type)
    }
  }

  func note(_ error: DecodingError) { note(Problem(error).errors) }

  private func note(_ found: [Problem.FieldError]) {
    count += 1
    if errors.count < Self.most { errors += found }
  }

  /// - Throws: `NoPlaceholder`.
  func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = known(type) { return value }
    do {
      return try Value(from: ExaminingDecoder(base: nil, codingPath: [], problems: self))
    } catch is DecodingError {
      throw NoPlaceholder()
    }
  }

  func known<Value>(_ type: Value.Type) -> Value? {
    if let value = (type as? any HasPlaceholder.Type)?.placeholder as? Value { return value }
    return (type as? any CaseIterable.Type).flatMap { Self.first(of: $0) } as? Value
  }

  private static func first<Values: CaseIterable>(of type: Values.Type) -> Any? { type.allCases.first }

  /// A type needs `HasPlaceholder`. The fields behind are reported when the ones before have been corrected.
  struct NoPlaceholder: Error {}

  private struct Examined<Body: Decodable>: Decodable {
    let problems = FieldProblems()

    init(from decoder: any Decoder) throws {
      do { _ = try problems.value(Body.self, from: decoder) } catch is NoPlaceholder {}
    }
  }
}

// MARK: Unknown members

extension FieldProblems {
  /// The names in an object.
  private struct ReadObject {
    /// Names that are there, and that no type has which has read the object.
    var unknown: Set<String>
    /// Names that were looked for.
    var known: Set<String> = []
  }

  private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A type reads an object.
  /// - Parameter type: The names that it has.
  func enter<Key: CodingKey>(_ decoder: any Decoder, as type: Key.Type) throws {
    let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
    let unknown = Set(names.filter { Key(stringValue: $0) == nil })
    let pointer = Problem.pointer(decoder.codingPath)
    objects[pointer, default: ReadObject(unknown: unknown)].unknown.formIntersection(unknown)
  }

  /// A type looks for a member.
  func lookFor(_ name: any CodingKey, in path: [any CodingKey]) {
    objects[Problem.pointer(path)]?.known.insert(name.stringValue)
  }

  /// The advice for a member of earlier versions.
  private static func replaced(_ name: String, _ known: Set<String>) -> String? {
    guard name == "rate", known.contains("percent") else { return nil }
    return "Write percent in its place, a text: \"10\" where rate was 1000."
  }

  private func noteUnknownMembers() {
    for (pointer, object) in objects.sorted(by: { $0.key < $1.key }) {
      for name in object.unknown.sorted() {
        let advice = count < Self.most ? Self.replaced(name, object.known) ?? Spelling.advice(name, object.known) : ""
        note([
          Problem.FieldError(
            pointer: pointer + Problem.pointer([name]), detail: "There is no member of this name. \(advice)")
        ])
      }
    }
  }
}

/// A value for the place of one that is missing or wrong. Structures of such types and enumerations need none.
protocol HasPlaceholder {
  static var placeholder: Self { get }
}

extension String: HasPlaceholder { static var placeholder: String { "" } }
extension Bool: HasPlaceholder { static var placeholder: Bool { false } }
extension Int: HasPlaceholder { static var placeholder: Int { 0 } }
extension Int64: HasPlaceholder { static var placeholder: Int64 { 0 } }
extension Rate: HasPlaceholder { static var placeholder: Rate { .zero } }
extension Currency: HasPlaceholder { static var placeholder: Currency { .jpy } }
extension Money: HasPlaceholder { static var placeholder: Money { .zero(.jpy) } }

extension Challenge: HasPlaceholder {
  static var placeholder: Challenge { Verifier.placeholder.challenge }
}

extension Verifier: HasPlaceholder {
  static var placeholder: Verifier { Verifier(SystemRandomness()) }
}
