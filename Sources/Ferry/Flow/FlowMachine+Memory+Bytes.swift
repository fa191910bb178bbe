import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FlowMachine.Memory {
  /// What a kept item turned out to be.
  struct Reading: Hashable, Sendable {
    /// Nil when not even a checkout could be read out of it.
    var memory: FlowMachine.Memory?
    /// All of it was there, and of a version that we know.
    var isWhole: Bool
  }

  /// One JSON object of strings, numbers and truth values, members in alphabetical order: the checkout and its token come
  /// early, so that they survive an item that was cut off.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Nothing in it can fail to encode: there are no floating-point numbers.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  /// Reads an item that any version wrote, or a part of it. Total.
  /// - Parameter name: The item's name, which is the passage's id.
  static func read(_ bytes: [UInt8], name: FlowID) -> Reading {
    if let whole = decode(bytes) {
      let isWhole = whole.version == version && whole.memory.id == name && whole.memory.verifier != nil
      return Reading(memory: whole.memory.id == name ? whole.memory : whole.memory.renamed(name), isWhole: isWhole)
    }
    for part in prefixes(of: bytes) {
      guard let found = decode(part, name: name), found.memory.checkout != nil else { continue }
      return Reading(memory: found.memory.renamed(name), isWhole: false)
    }
    return Reading(memory: nil, isWhole: false)
  }

  private struct Versioned: Decodable {
    var version: Int
    var memory: FlowMachine.Memory

    private enum CodingKeys: String, CodingKey { case version }

    init(from decoder: any Decoder) throws {
      version = (try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .version)) ?? 0
      memory = try FlowMachine.Memory(from: decoder)
    }
  }

  private static func decode(_ bytes: [UInt8], name: FlowID? = nil) -> Versioned? {
    if let found = try? JSONDecoder().decode(Versioned.self, from: Data(bytes)) { return found }
    guard let name, bytes.last == UInt8(ascii: "}") else { return nil }
    // The id may be what was cut off; the item's name says it as well.
    let id = bytes == Array("{}".utf8) ? "\"id\":\"\(name.text)\"}" : ",\"id\":\"\(name.text)\"}"
    guard PlainText.isUnreserved(name.text, most: 128) else { return nil }
    return try? JSONDecoder().decode(Versioned.self, from: Data(bytes.dropLast() + Array(id.utf8)))
  }

  /// The object up to each comma between members, closed by a brace; the longest first.
  private static func prefixes(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count <= 16_384 else { return [] }
    var ends: [Int] = []
    var isInText = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: ",") where !isInText: ends.append(index)
      default: break
      }
    }
    return ends.reversed().prefix(64).map { bytes[..<$0] + [UInt8(ascii: "}")] }
  }
}
