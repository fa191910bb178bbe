import Testing

@testable import FerryTool

@Suite("Files of settings")
struct SettingsFileTests {
  @Test(
    "YAML and JSON are read alike, with the lines of their values",
    arguments: [
      "ferry:\n  shops: [a, b]\n  limits:\n    waitSeconds: 5\n",
      "ferry:\n  shops:\n  - a\n  - b\n  limits.waitSeconds: \"5\"\n",
      #"{"ferry": {"shops": ["a", "b"], "limits": {"waitSeconds": 5}}}"#,
    ])
  func values(_ text: String) throws {
    let file = try SettingsFile(path: "f", text: text)
    #expect(file.values.mapValues(\.text) == ["ferry.shops": "a,b", "ferry.limits.waitSeconds": "5"])
    #expect(file.values.values.allSatisfy { $0.line != nil })
  }

  @Test("Each value has its own line")
  func lines() throws {
    #expect(try SettingsFile(path: "f", text: "# note\nferry:\n  data: x\n").values["ferry.data"]?.line == 3)
  }

  @Test("A text keeps its line breaks, and a number its digits")
  func texts() throws {
    let values = try SettingsFile(path: "f", text: "ferry:\n  key: |\n    one\n    two\n  id: 007\n").values
    #expect(values["ferry.key"]?.text == "one\ntwo\n")
    #expect(values["ferry.id"]?.text == "007")
  }

  @Test(
    "An empty file sets nothing, and neither does an empty value", arguments: ["", "# note\n", "ferry:\n  data:\n"])
  func empty(_ text: String) throws {
    #expect(try SettingsFile(path: "f", text: text).values.values.allSatisfy { $0.text.isEmpty })
  }

  @Test(
    "An invalid file is refused with its line, and without a quotation",
    arguments: [
      ("ferry:\n  data: a\n secret-word: x\n", 3), ("ferry:\n  data: [secret-word\n", 3),
      ("ferry:\n  data: a\n  data: secret-word\n", 0),
      ("secret-word", 1), ("ferry:\n  shops:\n  - a: secret-word\n", 3),
      ("ferry.data: a\nferry:\n  data: secret-word\n", 3),
    ])
  func refused(_ text: String, _ line: Int) throws {
    let problem = try #require(throws: SettingsFile.Problem.self) { try SettingsFile(path: "f.yaml", text: text) }
    #expect(problem.description.contains("f.yaml"))
    if line > 0 { #expect(problem.description.contains("line \(line)")) }
    #expect(!problem.description.contains("secret-word"))
  }

  @Test("A missing file is named")
  func missing() throws {
    let problem = try #require(throws: SettingsFile.Problem.self) { try SettingsFile(path: "/nowhere/f.yaml") }
    #expect(problem == .unreadable("/nowhere/f.yaml"))
  }
}
