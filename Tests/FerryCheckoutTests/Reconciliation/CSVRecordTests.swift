import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("CSV files")
struct CSVRecordTests {
  @Test(
    "Files of RFC 4180 are read",
    arguments: [
      ("", []), ("\n", []), ("\r\n\r\n", []), ("a", [["a"]]), ("a,b", [["a", "b"]]), ("a,b\n", [["a", "b"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), (",", [["", ""]]), ("a,\n", [["a", ""]]), ("\"\"", [[""]]),
      ("\"\"\n", [[""]]), ("\"a,b\",c", [["a,b", "c"]]), ("\"a\"\"b\"", [["a\"b"]]), ("\"\"\"\"", [["\""]]),
      ("\"a\nb\r\nc\",d\ne", [["a\nb\r\nc", "d"], ["e"]]), (" a , b ", [[" a ", " b "]]), ("a\n\nb", [["a"], ["b"]]),
      ("\u{FEFF}a,b", [["a", "b"]]), ("\u{FEFF}", []), ("注文,金額\n一,二", [["注文", "金額"], ["一", "二"]]),
      ("\"\u{FEFF}\"", [["\u{FEFF}"]]),
    ] as [(String, [[String]])])
  func read(_ text: String, _ expected: [[String]]) throws {
    #expect(try CSVRecord.read(text.utf8).map(\.fields) == expected)
  }

  @Test(
    "Invalid CSV is refused with its line",
    arguments: [
      ("a\n\"b", 2, "is not closed"), ("a\n\"b\nc\nd", 2, "is not closed"), ("a\nb\"c", 2, "inside a field"),
      ("\"a\"b", 1, "closing quote"), ("\"a\n\"b", 2, "closing quote"), ("a\rb", 1, "CR alone"), ("a\"", 1, "inside"),
      ("\"a\" ,b", 1, "closing quote"), ("a\u{0}", 1, "column 1"), ("a,b\nc,d\u{0}", 2, "column 2"),
      ("a\n\"b\n\u{0}\"", 3, "column 1"), ("a\r\u{0}", 1, "column 1"),
    ])
  func refused(_ text: String, _ line: Int, _ reason: String) throws {
    let problem = #expect(throws: CSVProblem.self) { try CSVRecord.read(text.utf8) }
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test("Bytes that are not UTF-8 stop only who needs their column, with line and column")
  func notText() throws {
    let bytes = Array("a,b\nc,".utf8) + [0x93, 0xFA] + Array("\n".utf8)
    let row = try #require(try CSVTable.read(bytes)?.rows.first)
    #expect(try row.needed("a") == "c")
    let problem = #expect(throws: CSVProblem.self) { try row.needed("b") }
    #expect(problem?.line == 2)
    #expect(problem?.reason.contains("column b has characters of an unknown encoding") == true)
  }

  @Test(
    "Fields are separated by what the heading has most of",
    arguments: [
      ("a,b\n1,\"2;3\"", ["1", "2;3"]), ("a;b\n1;2,3", ["1", "2,3"]), ("a\tb\n1\t2,3;4", ["1", "2,3;4"]),
      ("a\tb\nx \"y\" z\t2", ["x \"y\" z", "2"]), ("a\tb\n\"x\ty\"\t2", ["x\ty", "2"]),
      ("\u{FEFF}b;a\n2;1", ["1", "2"]), ("A,B\r\n1,2\r\n", ["1", "2"]),
    ])
  func separators(_ text: String, _ fields: [String]) throws {
    let row = try #require(try CSVTable.read(text.utf8)?.rows.first)
    #expect([row["a"], row["b"]] == fields)
  }

  @Test("Lines above the heading are skipped, whatever separates their fields")
  func preamble() throws {
    let text = "Seller, Ltd., Osaka\n2026-01-01\n\"Id\";Total\n1;2\n"
    #expect(try CSVTable.read(text.utf8, below: "id")?.rows.map { $0["Total"] } == ["2"])
    #expect(try CSVTable.read(text.utf8, below: "other") == nil)
  }

  @Test("A record knows its first line")
  func lines() throws {
    let records = try CSVRecord.read("a\n\n\"b\nb\"\r\nc\n".utf8)
    #expect(records.map(\.line) == [1, 3, 5])
  }

  @Test("Fields with any content survive a round trip")
  func roundTrip() throws {
    var random = SplitMix64(seed: 4180)
    let alphabet: [Character] = ["a", ",", "\"", "\n", "\r", "\r\n", " ", "é", "円", ";", "\t", "\u{FEFF}"]
    for _ in 0..<2_000 {
      let width = Int.random(in: 1...4, using: &random)
      let table = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<width).map { _ in
          String((0..<Int.random(in: 0...5, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
      }
      let isEveryFieldQuoted = Bool.random(using: &random)
      let end = Bool.random(using: &random) ? "\n" : "\r\n"
      let text =
        table.map { row in
          row.map { field in
            let mustBe =
              isEveryFieldQuoted || row == [""]
              || field.unicodeScalars.contains { ",\"\n\r\u{FEFF}".unicodeScalars.contains($0) }
            return mustBe ? "\"" + String(field.flatMap { $0 == "\"" ? ["\"", "\""] : [$0] }) + "\"" : field
          }.joined(separator: ",")
        }.joined(separator: end) + (Bool.random(using: &random) ? end : "")
      #expect(try CSVRecord.read(text.utf8).map(\.fields) == table, "\(text.debugDescription)")
    }
  }

  @Test("Any bytes are read, or refused with an existing line")
  func anyBytes() {
    var random = SplitMix64(seed: 1)
    let likely: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xEF, 0xBB, 0xBF, 0xFF]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in likely.randomElement(using: &random) ?? 0 }
      let lines = bytes.count { $0 == 0x0A } + 1
      do {
        for record in try CSVRecord.read(bytes) { #expect((1...lines).contains(record.line)) }
      } catch {
        #expect((1...lines).contains(error.line))
      }
    }
  }
}
