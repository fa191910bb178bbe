import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Names that /v1 uses")
struct PhaseNameTests {
  @Test(
    "A phase keeps its name, and only four phases are final",
    arguments: [
      (.open, "open", false), (.selecting, "selecting", false), (.reviewing, "reviewing", false),
      (.authorizing, "authorizing", false), (.paying, "paying", false), (.settling, "settling", false),
      (.closing, "closing", false), (.paid, "paid", true), (.declined, "declined", true),
      (.cancelled, "cancelled", true),
      (.expired, "expired", true), (.held, "held", false),
    ] as [(PhaseName, String, Bool)])
  func phases(phase: PhaseName, name: String, isFinal: Bool) throws {
    #expect(phase.rawValue == name)
    #expect(PhaseName(rawValue: name) == phase)
    #expect(phase.isFinal == isFinal)
    #expect(String(decoding: try JSONEncoder().encode([phase]), as: UTF8.self) == "[\"\(name)\"]")
    #expect(try JSONDecoder().decode([PhaseName].self, from: Data("[\"\(name)\"]".utf8)) == [phase])
  }

  @Test("An unknown phase is kept as it came and is not final")
  func unknown() throws {
    let phases = try JSONDecoder().decode([PhaseName].self, from: Data(#"["PAID"]"#.utf8))
    #expect(phases == [.unrecognised("PAID")])
    #expect(!phases[0].isFinal)
    #expect(String(decoding: try JSONEncoder().encode(phases), as: UTF8.self) == #"["PAID"]"#)
  }

  @Test("Words of the API are never renamed")
  func words() {
    #expect(CheckoutKind.allCases.map(\.rawValue) == ["browser", "app"])
    #expect(CapturePolicy.allCases.map(\.rawValue) == ["automatic", "manual"])
    #expect(ChangeKind.allCases.map(\.rawValue) == ["address", "payment"])
    #expect(
      DeclineReason.allCases.map(\.rawValue)
        == ["payment-method-refused", "verification-failed", "refused", "timed-out", "not-started"])
  }
}
