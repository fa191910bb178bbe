import FerryCore
import Foundation
import Testing

@testable import FerryTool

@Suite("Evidence on the command line")
struct AnswerDisputeTests {
  @Test("A text keeps what follows the first equals sign; another type is refused with the list of types")
  func texts() throws {
    let text = try EvidenceArgument.read("other=a=b")
    #expect(text.type == .other && text.value == "a=b")
    for wrong in ["moon=1", "receipt", "=x", ""] {
      let error = #expect(throws: (any Error).self) { try EvidenceArgument.read(wrong) }
      #expect(error.map { "\($0)" }?.contains("trackingNumber") == true, "\(wrong)")
    }
  }

  @Test("A file is sent with its type, and one that is missing or is not what its name says is refused by its name")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-evidence-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ content: String? = nil) throws -> EvidenceBody {
      let path = folder.appending(path: name)
      if let content { try Data(content.utf8).write(to: path) }
      return try EvidenceArgument.read("receipt=\(path.path)").file()
    }
    let body = try file("invoice.PDF", "%PDF-1.7")
    #expect(body == EvidenceBody(type: .receipt, file: .pdf, content: Data("%PDF-1.7".utf8).base64EncodedString()))
    for (name, content) in [("missing.pdf", nil), ("bad.pdf", "hello"), ("a.exe", "x"), ("none", "x")] {
      let error = #expect(throws: (any Error).self) { try file(name, content) }
      #expect(error.map { "\($0)" }?.contains(name) == true, "\(name)")
    }
  }
}
