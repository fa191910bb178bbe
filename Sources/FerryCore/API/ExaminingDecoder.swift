/// A decoder that goes on behind a problem; see `FieldProblems`.
struct ExaminingDecoder: Decoder {
  /// Nil to decode a placeholder.
  let base: (any Decoder)?
  let codingPath: [any CodingKey]
  let problems: FieldProblems

  var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let object = try base?.container(keyedBy: type)
    if let base { try problems.enter(base, as: type) }
    return KeyedDecodingContainer(ExaminingObject(base: object, problems: problems))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ExaminingList(base: try base?.unkeyedContainer(), problems: problems)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base?.singleValueContainer() ?? Placeholder(problems: problems)
  }
}

private struct ExaminingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>?
  let problems: FieldProblems

  var codingPath: [any CodingKey] { base?.codingPath ?? [] }
  var allKeys: [Key] { base?.allKeys ?? [] }

  func contains(_ key: Key) -> Bool {
    problems.lookFor(key, in: codingPath)
    return base?.contains(key) ?? false
  }

  func decodeNil(forKey key: Key) throws -> Bool { try base?.decodeNil(forKey: key) ?? true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let base else { return try problems.placeholder(type) }
    guard contains(key) else {
      problems.note(.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "")))
      return try problems.placeholder(type)
    }
    return try problems.value(type, from: base.superDecoder(forKey: key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ExaminingDecoder(base: try base?.superDecoder(), codingPath: codingPath, problems: problems)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ExaminingDecoder(base: try base?.superDecoder(forKey: key), codingPath: codingPath + [key], problems: problems)
  }
}

private struct ExaminingList: UnkeyedDecodingContainer {
  var base: (any UnkeyedDecodingContainer)?
  let problems: FieldProblems

  var codingPath: [any CodingKey] { base?.codingPath ?? [] }
  var count: Int? { base?.count ?? 0 }
  var isAtEnd: Bool { base?.isAtEnd ?? true }
  var currentIndex: Int { base?.currentIndex ?? 0 }

  mutating func decodeNil() throws -> Bool { try base?.decodeNil() ?? true }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let element = try base?.superDecoder() else { return try problems.placeholder(type) }
    return try problems.value(type, from: element)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try base?.superDecoder()
    return ExaminingDecoder(base: element, codingPath: element?.codingPath ?? [], problems: problems)
  }
}

/// The text or number in a placeholder.
private struct Placeholder: SingleValueDecodingContainer {
  let problems: FieldProblems

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let value = problems.known(type) else { throw FieldProblems.NoPlaceholder() }
    return value
  }
}
