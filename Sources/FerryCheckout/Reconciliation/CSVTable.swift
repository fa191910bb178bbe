/// The records of a CSV file below a heading that names their columns.
public struct CSVTable: Hashable, Sendable {
  public let rows: [CSVRecord]
  private let columns: [String: Int]
  private let headingLine: Int

  /// - Parameter records: The heading is the first one. Names of columns are compared in lower case.
  /// - Throws: `CSVProblem` for a column that is there twice, and for a row with another number of fields than the heading.
  public init(_ records: [CSVRecord]) throws(CSVProblem) {
    guard let heading = records.first else {
      throw CSVProblem(line: 1, "The file is empty. Begin with the columns' names.")
    }
    var columns: [String: Int] = [:]
    for (index, name) in heading.fields.enumerated() {
      guard columns.updateValue(index, forKey: name.lowercased()) == nil else {
        throw CSVProblem(
          line: heading.line, "The heading names a column twice, the second time as column \(index + 1).")
      }
    }
    for row in records.dropFirst() where row.fields.count != heading.fields.count {
      throw CSVProblem(
        line: row.line,
        "It has \(row.fields.count) \(row.fields.count == 1 ? "field" : "fields"), and the heading \(heading.fields.count)."
      )
    }
    self.columns = columns
    headingLine = heading.line
    rows = Array(records.dropFirst())
  }

  /// - Throws: `CSVProblem` that names the columns that are missing.
  public func require(_ names: [String]) throws(CSVProblem) {
    let missing = names.filter { columns[$0.lowercased()] == nil }
    guard missing.isEmpty else {
      throw CSVProblem(
        line: headingLine,
        "The heading lacks \(missing.joined(separator: ", ")). It needs \(names.joined(separator: ", ")).")
    }
  }

  /// What stands in a column; nil for nothing, and for a column that there is not.
  public func text(_ name: String, _ row: CSVRecord) -> String? {
    columns[name.lowercased()].map { row.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
