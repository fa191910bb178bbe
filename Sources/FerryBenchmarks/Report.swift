import Foundation

/// The results.
struct Report: Encodable {
  struct Row: Encodable {
    let name: String
    let value: Double
    let unit: String
    /// The value that we want, if we have set one.
    var aim: String?
    /// Names a figure that the ratios are made of.
    var key: String?
  }

  struct Section: Encodable {
    let title: String
    /// Says how it was measured.
    let note: String
    var rows: [Row]
  }

  let processors = ProcessInfo.processInfo.activeProcessorCount
  private(set) var sections: [Section] = []

  /// Prints a section as soon as it is there.
  mutating func add(_ section: Section) {
    print(section.table)
    fflush(nil)
    sections.append(section)
  }

  func value(_ key: String) -> Double? { sections.flatMap(\.rows).first { $0.key == key }?.value }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }

  var heading: String { "\n  Ferry, release build, \(processors) processors" }
}

extension Report.Section {
  /// The section's part of the table.
  var table: String {
    var text = "\n  \(title)\n"
    for row in rows {
      text += "    " + row.name.padded(to: 50) + Self.shown(row.value).padded(to: 10, isRight: true) + " "
      text += row.unit.padded(to: 14) + (row.aim.map { "aim: \($0)" } ?? "") + "\n"
    }
    return text + "      \(note)"
  }

  /// Three digits that count, or all before the point.
  private static func shown(_ value: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : 2
    return value.formatted(places: places)
  }
}

extension Double {
  fileprivate func formatted(places: Int) -> String {
    let scale = [1.0, 10.0, 100.0][places]
    let scaled = Int((self * scale).rounded())
    guard places > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(scale))"
    return "\(scaled / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

extension String {
  fileprivate func padded(to width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - count))
    return isRight ? space + self : self + space
  }
}
