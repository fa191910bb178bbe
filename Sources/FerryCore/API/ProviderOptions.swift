/// A shop's options for one provider: a JSON object whose members the provider defines. They are the shop's data, stored
/// with the checkout and not erased with the buyer, so they hold no secret and nothing about the buyer. Numbers are whole.
public struct ProviderOptions: Hashable, Sendable {
  private let members: [String: Value]

  fileprivate indirect enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([Value])
    case object([String: Value])
  }
}

// MARK: The stored form

extension ProviderOptions: Codable {
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: Value].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

extension ProviderOptions.Value: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Self].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: Self].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }
}
