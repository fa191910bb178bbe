import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import Testing

@Suite("A power cut under SQLite", .serialized)
struct PowerCutTests {
  /// A call that has returned.
  private struct Told {
    /// The number of changes of the files before.
    let after: Int
    /// The remarks that must be there.
    let remarks: Int
  }

  private static let ids: [CheckoutID] = ["one", "two"]

  /// The checkout of each change.
  private static let changed: [CheckoutID] = {
    var chance = SplitMix64(seed: 36)
    return (1...60).map { _ in Bool.random(using: &chance) ? "one" : "two" }
  }()

  /// The buyer's card that a change stores; nil if it erases the buyer.
  private static func card(_ number: Int) -> String? { number.isMultiple(of: 10) ? nil : "Card \(number)" }

  /// The card of each checkout after so many changes.
  private static func cards(after count: Int) -> [String?] {
    ids.map { id in (1...60).prefix(count).last { changed[$0 - 1] == id }.flatMap(card) }
  }

  /// Changes of two checkouts: most wait for a later flush, some are on disk when they return, some are read, and some erase.
  private func write(_ store: SQLiteStore) async throws -> [Told] {
    var chance = SplitMix64(seed: 37)
    for id in Self.ids { try await SampleAttempt(id.text).open(in: store) }
    var told: [Told] = []
    for number in 1...60 {
      let id = Self.changed[number - 1]
      let waits = Int.random(in: 0..<3, using: &chance) > 0
      try await store.update(id, mayWait: waits) { file, change in
        change.waits = waits
        change.log = [LogEntry(at: SampleAttempt.start, .remark("\(number)"))]
        file.details = Self.card(number).map { BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: $0) }
      }
      if waits, Int.random(in: 0..<4, using: &chance) > 0 { continue }
      if waits { try await store.flush(id) }
      told.append(Told(after: RecordedDisk.count, remarks: number))
    }
    return told
  }

  @Test(
    "A power cut at any moment leaves a file with everything that was told, and with nothing that came after a loss")
  func everyMoment() async throws {
    try await withDatabasePath { path in
      var chance = SplitMix64(seed: 38)
      let folder = URL(filePath: path).deletingLastPathComponent()
      let recorded = folder.appending(path: "recorded").path(percentEncoded: false)
      var told: [Told] = []
      let changes = try await RecordedDisk.record(below: recorded) {
        told = try await SQLiteStore(path: recorded + "/ferry.sqlite").running { try await write($0) }
      }
      let flushes = changes.indices.filter { if case .flush = changes[$0] { true } else { false } }
      #expect(flushes.count > 20 && told.count > 15)
      // Just before each flush, just after it, and at moments between.
      let moments = Set(
        flushes.flatMap { [$0, $0 + 1] } + (0..<40).map { _ in Int.random(in: 0..<changes.count, using: &chance) })
      for moment in moments.sorted() {
        let keeping = Int.random(in: 0..<3, using: &chance)
        let files = changes.files(after: moment) { keeping == 0 ? false : keeping == 1 || Bool.random(using: &chance) }
        let image = folder.appending(path: "image-\(moment)").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: image, withIntermediateDirectories: true)
        for (name, bytes) in files {
          try Data(bytes).write(to: URL(filePath: image + name.dropFirst(recorded.count)))
        }
        let (remarks, cards) = try await SQLiteStore(path: image + "/ferry.sqlite").running { store in
          let remarks = try await store.log(nil, after: 0, limit: 1_000).map(\.entry.what)
          var cards: [String?] = []
          for id in Self.ids { cards.append(try await store.file(id)?.details?.paymentDescriptor) }
          return (remarks, cards)
        }
        let least = told.last { $0.after <= moment }?.remarks ?? 0
        #expect(remarks.count >= least, "cut at \(moment) of \(changes.count), keeping \(keeping)")
        #expect(remarks == (1...60).prefix(remarks.count).map { .remark("\($0)") }, "cut at \(moment)")
        #expect(cards == Self.cards(after: remarks.count), "cut at \(moment)")
        try FileManager.default.removeItem(atPath: image)
      }
    }
  }
}
