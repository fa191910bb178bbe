/// A record of a CSV file (RFC 4180): its fields, and the line of the file that it begins in.
public struct CSVRecord: Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// Without the quotes around them, and with those inside them halved again.
  public let fields: [String]

  public init(line: Int, fields: [String]) {
    self.line = line
    self.fields = fields
  }

  /// Reads a whole file. Lines end with LF or CRLF, the last one with or without; an empty line is no record; a mark of UTF-8
  /// at the beginning is passed over. Blanks belong to the field that they stand in.
  /// - Throws: `CSVProblem` with the line that it was met in.
  public static func read(_ bytes: some Sequence<UInt8>, separator: UInt8 = UInt8(ascii: ",")) throws(CSVProblem)
    -> [CSVRecord]
  {
    var reading = CSVReading(separator: separator)
    var begins: [UInt8] = []
    for byte in bytes {
      // The mark is three bytes, which a file without it may begin with, too.
      if begins.count < 3 {
        begins.append(byte)
        if begins.count == 3 {
          if begins != [0xEF, 0xBB, 0xBF] { for byte in begins { try reading.take(byte) } }
        }
        continue
      }
      try reading.take(byte)
    }
    if begins.count < 3 { for byte in begins { try reading.take(byte) } }
    try reading.finish()
    return reading.records
  }
}

/// Why a file is not the CSV that was expected. Holds nothing of what stands in the file but names of columns.
public struct CSVProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// What is wrong, and what to write instead.
  public let reason: String

  public init(line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  public var description: String { "Line \(line): \(reason)" }
}

/// Goes through a file byte by byte. Separators, quotes and line ends are ASCII, which no other character's UTF-8 contains.
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
  private var line = 1
  private var recordLine = 1
  private var quoteLine = 1
  /// Whether a field of this record is quoted: an empty one is more than an empty line then.
  private var hasQuotes = false

  init(separator: UInt8) { self.separator = separator }

  mutating func take(_ byte: UInt8) throws(CSVProblem) {
    switch (state, byte) {
    case (.carriageReturn, 0x0A): try endRecord()
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
    case (.plain, 0x22):
      throw CSVProblem(
        line: line, "A quote stands inside a field. Put the whole field into quotes and double that one.")
    case (_, separator): try endField()
    case (_, 0x0A): try endRecord()
    case (_, 0x0D): state = .carriageReturn
    case (.quote, _):
      throw CSVProblem(line: line, "A quoted field goes on after its closing quote. Double quotes inside a field.")
    case (.begun, _), (.plain, _):
      field.append(byte)
      state = .plain
    }
  }

  mutating func finish() throws(CSVProblem) {
    switch state {
    case .quoted: throw CSVProblem(line: quoteLine, "A quoted field that begins here has no end.")
    case .begun where fields.isEmpty: return
    case .carriageReturn, .begun, .plain, .quote: try endRecord()
    }
  }

  private mutating func endField() throws(CSVProblem) {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw CSVProblem(line: recordLine, "It is not UTF-8. Export the file in UTF-8.")
    }
    fields.append(text)
    field = []
    state = .begun
  }

  private mutating func endRecord() throws(CSVProblem) {
    let isEmptyLine = fields.isEmpty && field.isEmpty && !hasQuotes
    try endField()
    if !isEmptyLine { records.append(CSVRecord(line: recordLine, fields: fields)) }
    fields = []
    line += 1
    recordLine = line
    hasQuotes = false
  }
}
