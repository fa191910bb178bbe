public import FerryCore
public import Hummingbird

/// The fields and files of a form with files (`multipart/form-data`, RFC 7578), read strictly: every name at most once, and no
/// guess where something is missing.
public struct FileForm: Sendable {
  public struct File: Sendable {
    /// As the browser has named it; empty if none was chosen.
    public let name: String
    public let content: [UInt8]
  }

  public let fields: Fields
  public let files: [String: File]

  /// - Throws: `Problem` for a body of another form, a repeated name, or more than `Fields.limit` parts.
  public init(parsing body: [UInt8], boundary: String) throws(Problem) {
    var (values, files): ([String: String], [String: File]) = ([:], [:])
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter stands at the beginning, without its line break.
    guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.malformed }
    var rest = body[(delimiter.count - 2)...]
    while !rest.starts(with: "--".utf8) {
      guard rest.starts(with: "\r\n".utf8), let end = Self.first(delimiter, in: rest.dropFirst(2)),
        let part = Part(rest[(rest.startIndex + 2)..<end])
      else { throw Self.malformed }
      guard values.count + files.count < Fields.limit else { throw Problem(field: part.name, .tooMany) }
      guard values[part.name] == nil, files[part.name] == nil else { throw Problem(field: part.name, .repeated) }
      if let file = part.fileName {
        files[part.name] = File(name: file, content: Array(part.content))
      } else {
        guard let value = String(validating: part.content, as: UTF8.self) else {
          throw Problem(field: part.name, .notUTF8)
        }
        guard !part.content.contains(0) else { throw Problem(field: part.name, .nul) }
        values[part.name] = value
      }
      rest = rest[(end + delimiter.count)...]
    }
    fields = Fields(values)
    self.files = files
  }

  fileprivate static let malformed = Problem(.malformed, "The form with files could not be read. Send it again.")

  private static func first(_ delimiter: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var bytes = bytes
    while let place = bytes.firstIndex(of: delimiter[0]) {
      if bytes[place...].starts(with: delimiter) { return place }
      bytes = bytes[(place + 1)...]
    }
    return nil
  }

  private struct Part {
    let name: String
    let fileName: String?
    let content: ArraySlice<UInt8>

    /// - Parameter bytes: Header lines, an empty line, and the content.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard let end = FileForm.first(Array("\r\n\r\n".utf8), in: bytes),
        let header = String(validating: bytes[..<end], as: UTF8.self)
      else { return nil }
      let lines = header.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("content-disposition:") }
      guard lines.count == 1, let name = Self.parameter("name", of: lines[0]) else { return nil }
      self.name = name
      fileName = Self.parameter("filename", of: lines[0])
      content = bytes[(end + 4)...]
    }

    /// Browsers write `"` as `%22`, and line breaks likewise (HTML, "Multipart form data").
    private static func parameter(_ name: String, of line: Substring) -> String? {
      guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound,
        let end = line[start...].firstIndex(of: "\"")
      else { return nil }
      return String(line[start..<end])
    }
  }
}

extension Request {
  /// The form with files in the request's body.
  /// - Parameter limit: The largest body in bytes.
  /// - Throws: `Problem`, as `form(limit:)` does.
  public func fileForm(limit: Int) async throws -> FileForm {
    try requireContentType("multipart/form-data")
    let boundary = (headers[.contentType] ?? "").firstRange(of: "boundary=").map {
      headers[.contentType]?[$0.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" } ?? ""
    }
    guard let boundary, (1...70).contains(boundary.utf8.count) else { throw FileForm.malformed }
    return try FileForm(parsing: try await bodyBytes(limit: limit), boundary: boundary)
  }
}
