import FerryCore
import Foundation

/// Finds all fields of a JSON body that are missing or wrong. `JSONDecoder` stops at the first one; this decodes on, with a
/// placeholder in its place. What is decoded so is thrown away.
///
/// A failure that can come of a placeholder is not reported, so every reported problem is one.
final class FieldProblems {
  private(set) var errors: [Problem.FieldError] = []
  /// Also counts those for which there is no room.
  private(set) var count = 0

  private static let most = 100

  /// - Returns: The problem of all fields, which names the first hundred in the order of the type; nil if none was found.
  static func all<Body: Decodable>(in bytes: [UInt8], for type: Body.Type) -> Problem? {
    guard let found = try? JSONDecoder().decode(Examined<Body>.self, from: Data(bytes)), !found.errors.isEmpty else {
      return nil
    }
    return Problem(fields: found.errors, count: found.count)
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

  func note(_ error: DecodingError) {
    count += 1
    if errors.count < Self.most { errors += Problem(error).errors }
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
    let errors: [Problem.FieldError]
    let count: Int

    init(from decoder: any Decoder) throws {
      let problems = FieldProblems()
      do { _ = try problems.value(Body.self, from: decoder) } catch is NoPlaceholder {}
      errors = problems.errors
      count = problems.count
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
extension Currency: HasPlaceholder { static var placeholder: Currency { .jpy } }
extension Money: HasPlaceholder { static var placeholder: Money { .zero(.jpy) } }

extension Challenge: HasPlaceholder {
  static var placeholder: Challenge { Verifier.placeholder.challenge }
}

extension Verifier: HasPlaceholder {
  static var placeholder: Verifier { Verifier(SystemRandomness()) }
}
