/// A record of a CSV file (RFC 4180): its fields, and the line of the file that it begins in.
public struct CSVRecord: Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// Without the quotes around them, and with doubled quotes inside them halved.
  public let fields: [String]

  /// Reads a whole file. Lines end with LF or CRLF, which the last one may lack. An empty line is no record, and a
  /// byte order mark at the beginning is skipped. Blanks belong to their field. Bytes that are not UTF-8 become U+FFFD, which only
  /// a column that is needed refuses (`NamedRecord.needed`). Between tabs, a quote inside a field stands for itself.
  /// - Parameter line: The number of the first line.
  /// - Throws: `CSVProblem` with the line.
  public static func read(
    _ bytes: some Sequence<UInt8>, separator: UInt8 = UInt8(ascii: ","), from line: Int = 1
  ) throws(CSVProblem) -> [CSVRecord] {
    var reading = CSVReading(separator: separator, line: line)
    let bytes = Array(bytes)
    for byte in bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) { try reading.read(byte) }
    try reading.finish()
    return reading.records
  }
}

/// The reason why a file is not the expected CSV. It holds no content of the file except names of columns.
public struct CSVProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// The column or attribute; nil if it is about the whole line.
  public let field: String?
  /// The fault, and what to write instead.
  public let reason: String

  public init(line: Int, field: String? = nil, _ reason: String) {
    self.line = line
    self.field = field
    self.reason = reason
  }

  public var description: String { "Line \(line): \(reason)" }
}

/// The records of a CSV file below a heading that names their columns.
public struct CSVTable: Hashable, Sendable {
  public let rows: [NamedRecord]
  private let columns: [String: Int]
  private let headingLine: Int

  /// - Parameter records: The heading is the first one. Names of columns are compared in lower case.
  /// - Throws: `CSVProblem` for a column that is named twice, and for a row with another number of fields than the
  ///   heading.
  public init(_ records: [CSVRecord]) throws(CSVProblem) {
    guard let heading = records.first else {
      throw CSVProblem(line: 1, "The file is empty. Begin with the columns' names.")
    }
    var columns: [String: Int] = [:]
    for (index, name) in heading.fields.enumerated() where !name.isEmpty {
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
    rows = records.dropFirst().map { NamedRecord($0, columns) }
  }

  /// Reads a file in UTF-8 whose fields are separated by commas, semicolons or tabs, whichever its heading has most of.
  /// - Parameter name: A column of the heading: lines above the heading are skipped. Nil if the heading is the first line.
  /// - Returns: Nil if no line names that column.
  /// - Throws: `CSVProblem`.
  public static func read(_ bytes: some Sequence<UInt8>, below name: String? = nil) throws(CSVProblem) -> CSVTable? {
    let bytes = Array(bytes)
    let name = name?.lowercased()
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // A name of a column has neither quotes nor separators.
    let first = lines.firstIndex { line in
      name.map { name in
        String(decoding: line, as: UTF8.self).split { ",;\t\"\r".contains($0) }.contains { $0.lowercased() == name }
      } ?? !line.isEmpty
    }
    guard let first else { return name == nil ? try CSVTable([]) : nil }
    let heading = lines[first]
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    let counts = separators.map { separator in heading.count { $0 == separator } }
    let separator = zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? separators[0]
    return try CSVTable(try CSVRecord.read(bytes[heading.startIndex...], separator: separator, from: first + 1))
  }

  /// - Throws: `CSVProblem` that names the columns that are missing.
  public func require(_ names: [String]) throws(CSVProblem) {
    let missing = names.filter { !has($0) }
    guard missing.isEmpty else {
      throw CSVProblem(
        line: headingLine,
        "The heading lacks \(missing.joined(separator: ", ")). It needs \(names.joined(separator: ", ")).")
    }
  }

  public func has(_ name: String) -> Bool { columns[name.lowercased()] != nil }
}

/// Reads a file byte by byte. Separators, quotes and line ends are ASCII, which no other character's UTF-8 contains.
private struct CSVReading {
  private enum State {
    /// At the beginning of a field.
    case begun
    case plain
    case quoted
    /// After a quote in a quoted field: the end of the field, or half of a quote.
    case quote
    /// After CR outside quotes.
    case carriageReturn
  }

  var records: [CSVRecord] = []
  private let separator: UInt8
  private var state = State.begun
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var line, recordLine, quoteLine: Int
  /// True if a field of this record is quoted: a quoted empty field is more than an empty line.
  private var hasQuotes = false

  init(separator: UInt8, line: Int) {
    self.separator = separator
    (self.line, recordLine, quoteLine) = (line, line, line)
  }

  mutating func read(_ byte: UInt8) throws(CSVProblem) {
    switch (state, byte) {
    case (_, 0):
      throw CSVProblem(
        line: line, "A NUL stands in column \(fields.count + 1). Export the file as text, in UTF-8 without NULs.")
    case (.carriageReturn, 0x0A): endRecord()
    case (.carriageReturn, _): throw CSVProblem(line: line, "A line ends with CR alone. End lines with LF or CRLF.")
    case (.quoted, 0x22): state = .quote
    case (.quoted, _):
      if byte == 0x0A { line += 1 }
      field.append(byte)
    case (.quote, 0x22):
      field.append(byte)
      state = .quoted
    case (.begun, 0x22):
      quoteLine = line
      hasQuotes = true
      state = .quoted
    case (.plain, 0x22) where separator != 0x09:
      throw CSVProblem(
        line: line, "A quote stands inside a field. Put the whole field into quotes and double that one.")
    case (_, separator): endField()
    case (_, 0x0A): endRecord()
    case (_, 0x0D): state = .carriageReturn
    case (.quote, _):
      throw CSVProblem(line: line, "Text follows the closing quote of a field. Double the quotes inside a field.")
    case (.begun, _), (.plain, _):
      field.append(byte)
      state = .plain
    }
  }

  mutating func finish() throws(CSVProblem) {
    switch state {
    case .quoted: throw CSVProblem(line: quoteLine, "The quoted field that begins here is not closed.")
    case .begun where fields.isEmpty: return
    case .carriageReturn, .begun, .plain, .quote: endRecord()
    }
  }

  private mutating func endField() {
    fields.append(String(decoding: field, as: UTF8.self))
    field = []
    state = .begun
  }

  private mutating func endRecord() {
    let isEmptyLine = fields.isEmpty && field.isEmpty && !hasQuotes
    endField()
    if !isEmptyLine { records.append(CSVRecord(line: recordLine, fields: fields)) }
    fields = []
    line += 1
    recordLine = line
    hasQuotes = false
  }
}
