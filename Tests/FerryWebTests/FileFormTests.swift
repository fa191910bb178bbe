import FerryCore
import FerryWeb
import Testing

@Suite("Forms with files")
struct FileFormTests {
  private static func form(_ text: String) throws(Problem) -> FileForm {
    try FileForm(parsing: Array(text.replacing("\n", with: "\r\n").utf8), boundary: "bo.und-ary")
  }

  private static let browser = """
    --bo.und-ary
    Content-Disposition: form-data; name="csrf"

    token
    --bo.und-ary
    Content-Disposition: form-data; name="text-1"

    two
    lines
    --bo.und-ary
    Content-Disposition: form-data; name="file-1"; filename="領収書.pdf"
    Content-Type: application/pdf

    %PDF

    --bo.und-ar
    --bo.und-ary
    Content-Disposition: form-data; name="file-2"; filename=""
    Content-Type: application/octet-stream


    --bo.und-ary--

    """

  @Test("Fields and files are read as a browser sends them, to the byte")
  func read() throws {
    let form = try Self.form(Self.browser)
    #expect(form.fields.all.map(\.name) == ["csrf", "text-1"])
    #expect(form.fields["csrf"] == "token" && form.fields["text-1"] == "two\r\nlines")
    #expect(form.files["file-1"]?.name == "領収書.pdf")
    #expect(form.files["file-1"]?.content == Array("%PDF\r\n\r\n--bo.und-ar".utf8))
    #expect(form.files["file-2"]?.name == "" && form.files["file-2"]?.content == [])
    #expect(form.files.count == 2)
  }

  @Test(
    "Every beginning of a form, and every form with a byte left out of its frame, is refused or read, and never traps")
  func cut() throws {
    let whole = Array(Self.browser.replacing("\n", with: "\r\n").utf8)
    // The last four bytes are the two hyphens and the line's end, without which nothing is missing.
    for count in 0..<(whole.count - 4) {
      #expect(throws: Problem.self, "\(count)") {
        try FileForm(parsing: Array(whole[..<count]), boundary: "bo.und-ary")
      }
    }
    for body in ["--bo.und-ary\n--bo.und-ary--", "--bo.und-ary\n\n--bo.und-ary--", "--bo.und-ary"] {
      #expect(throws: Problem.self) { try Self.form(body) }
    }
    for index in whole.indices {
      var bytes = whole
      bytes.remove(at: index)
      _ = try? FileForm(parsing: bytes, boundary: "bo.und-ary")
    }
  }

  @Test(
    "What is named twice, has no name, or is no text is refused with the field's name",
    arguments: [
      ("a", ["name=\"a\"", "name=\"a\""]), ("a", ["name=\"a\"", "name=\"a\"; filename=\"b\""]), (nil, ["x=\"a\""]),
    ] as [(String?, [String])])
  func refused(_ name: String?, _ parts: [String]) {
    let text = parts.map { "--bo.und-ary\nContent-Disposition: form-data; \($0)\n\n1\n" }.joined() + "--bo.und-ary--\n"
    let problem = #expect(throws: Problem.self) { try Self.form(text) }
    if let name { #expect(problem?.errors.map(\.pointer) == ["/\(name)"]) }
    #expect(throws: Problem.self) {
      try FileForm(
        parsing: Array("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + [0xFF]
          + Array("\r\n--b--".utf8), boundary: "b")
    }
  }

  @Test("More parts than a form may have fields are refused")
  func many() {
    let part = { (number: Int) in "--bo.und-ary\nContent-Disposition: form-data; name=\"\(number)\"\n\n\n" }
    #expect(throws: Never.self) { try Self.form((1...Fields.limit).map(part).joined() + "--bo.und-ary--") }
    #expect(throws: Problem.self) { try Self.form((0...Fields.limit).map(part).joined() + "--bo.und-ary--") }
  }
}
