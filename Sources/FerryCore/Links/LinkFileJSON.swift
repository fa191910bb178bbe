/// Any JSON, as far as link files have to tell its kinds apart.
indirect enum LinkFileJSON: Hashable, Sendable, Decodable {
  case object([String: LinkFileJSON])
  case list([LinkFileJSON])
  case text(String)
  case truth(Bool)
  /// A number or null.
  case other

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyName.self) {
      var members: [String: LinkFileJSON] = [:]
      for name in container.allKeys { members[name.stringValue] = try container.decode(Self.self, forKey: name) }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [LinkFileJSON] = []
      while !container.isAtEnd { values.append(try container.decode(Self.self)) }
      self = .list(values)
    } else {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let truth = try? container.decode(Bool.self) {
        self = .truth(truth)
      } else {
        self = .other
      }
    }
  }

  private struct AnyName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
