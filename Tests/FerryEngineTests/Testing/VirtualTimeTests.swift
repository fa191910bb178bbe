import FerryCore
import FerryTesting
import Synchronization
import Testing

@Suite("Virtual time", .timeLimit(.minutes(10)))
struct VirtualTimeTests {
  /// The events in order.
  final class Diary: Sendable {
    private let entries = Mutex<[String]>([])
    func write(_ entry: String) { entries.withLock { $0.append(entry) } }
    var pages: [String] { entries.withLock { $0 } }
  }

  @Test("Stands still until it is moved")
  func standsStill() async {
    let time = VirtualTime(start: Moment(milliseconds: 5_000))
    #expect(time.now == Moment(milliseconds: 5_000))
    await time.advance(by: .seconds(2))
    #expect(time.now == Moment(milliseconds: 7_000))
    await time.advance(to: Moment(milliseconds: 6_000))
    #expect(time.now == Moment(milliseconds: 7_000))
  }

  @Test("A sleep until a past time returns at once")
  func past() async throws {
    let time = VirtualTime()
    try await time.sleep(until: time.now)
    try await time.sleep(for: .seconds(-1))
    #expect(time.sleepers.isEmpty)
  }

  @Test("Sleepers wake in the order of their times; equal times wake in the order of the calls")
  func order() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    let diary = Diary()
    try await time.run(.manual) {
      try await withThrowingTaskGroup { group in
        for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("a2", 1)] {
          group.addTask {
            try await time.sleep(for: .seconds(seconds))
            diary.write("\(name) at \(time.now.milliseconds)")
          }
        }
        await time.advance(by: .milliseconds(2_500))
        #expect(diary.pages == ["a at 1000", "a2 at 1000", "b at 2000"])
        #expect(time.now == Moment(milliseconds: 2_500))
        await time.advance(by: .seconds(1))
        try await group.waitForAll()
      }
    }
    #expect(diary.pages.last == "c at 3000")
  }

  @Test("A repeating alarm goes off at each of its moments during one advance")
  func repeating() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    let diary = Diary()
    try await time.run(.manual) {
      await withThrowingTaskGroup { group in
        group.addTask {
          for _ in 1...5 {
            try await time.sleep(for: .seconds(10))
            diary.write("\(time.now.milliseconds)")
          }
        }
        await time.advance(by: .seconds(35))
        #expect(diary.pages == ["10000", "20000", "30000"])
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.waitForAll() }
      }
    }
  }

  @Test("Time moves by itself when nothing else can continue")
  func automatic() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    let result = try await time.run {
      async let slow = after(.seconds(3_600), time, "slow")
      async let fast = after(.seconds(60), time, "fast")
      return try await [fast, slow]
    }
    #expect(result == ["fast", "slow"])
    #expect(time.now == Moment(milliseconds: 3_600_000))
  }

  private func after(_ duration: Duration, _ time: VirtualTime, _ value: String) async throws -> String {
    try await time.sleep(for: duration)
    return value
  }

  @Test("The same work takes the same course every time", arguments: 1...20)
  func deterministic(_ round: Int) async throws {
    #expect(try await course() == (try await course()))
  }

  /// Twelve tasks that sleep by a seeded generator and meet in an actor.
  private func course() async throws -> [String] {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    let randomness = SequentialRandomness(seed: 42)
    let ledger = Ledger()
    return try await time.run {
      try await withThrowingTaskGroup { group in
        for name in 0..<12 {
          group.addTask {
            for _ in 0..<5 {
              try await time.sleep(for: .milliseconds(Int(randomness.bytes(1)[0])))
              await ledger.enter("\(name)@\(time.now.milliseconds)")
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
      return await ledger.lines
    }
  }

  actor Ledger {
    private(set) var lines: [String] = []
    func enter(_ line: String) { lines.append(line) }
  }

  @Test("A cancelled sleeper wakes at once, with an error, and is forgotten")
  func cancelled() async throws {
    let time = VirtualTime()
    await withThrowingTaskGroup { group in
      group.addTask { try await time.sleep(for: .seconds(60)) }
      await time.waitForSleepers(1)
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.waitForAll() }
    }
    #expect(time.sleepers.isEmpty)
  }

  @Test("A task that is already cancelled does not sleep")
  func cancelledBefore() async throws {
    let time = VirtualTime()
    await withThrowingTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try await time.sleep(for: .seconds(60)) }
      await #expect(throws: CancellationError.self) { try await group.waitForAll() }
    }
    #expect(time.sleepers.isEmpty)
  }

  @Test("Outside run, sleepers can be waited for and woken by hand")
  func byHand() async throws {
    let time = VirtualTime()
    try await withThrowingTaskGroup { group in
      for seconds in [1, 2] { group.addTask { try await time.sleep(for: .seconds(seconds)) } }
      await time.waitForSleepers(2)
      #expect(time.sleepers == [time.now + .seconds(1), time.now + .seconds(2)])
      await time.advance(by: .seconds(2))
      try await group.waitForAll()
    }
  }

  @Test("Work that waits for something impossible ends with an explanation")
  func stalled() async throws {
    let time = VirtualTime()
    await #expect(throws: VirtualTime.Stalled.nothingLeft) {
      try await time.run {
        let (silence, voice) = AsyncStream.makeStream(of: Int.self)
        for await _ in silence {}
        voice.finish()
      }
    }
  }

  @Test("Endless work ends at the limit of virtual time")
  func limit() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    await #expect(throws: VirtualTime.Stalled.limitReached(Moment(milliseconds: 60_000))) {
      try await time.run(limit: .seconds(60)) {
        while true { try await time.sleep(for: .seconds(7)) }
      }
    }
    #expect(time.now == Moment(milliseconds: 56_000))
  }

  @Test("An error of the work is thrown, and time can run again")
  func errors() async throws {
    struct Broken: Error {}
    let time = VirtualTime()
    await #expect(throws: Broken.self) { try await time.run { throw Broken() } }
    #expect(try await time.run { 7 } == 7)
  }

  @Test("Time waits for other threads while they answer within the quiet time")
  func quiet() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    let moments = try await time.run(quiet: .milliseconds(200)) {
      // A real sleep simulates a database's thread.
      try await Task.sleep(for: .milliseconds(10))
      let before = time.now.milliseconds
      try await time.sleep(for: .seconds(30))
      return [before, time.now.milliseconds]
    }
    #expect(moments == [0, 30_000])
  }

  @Test("An ended run does not move the time of a later one")
  func ended() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    // It checks again after the quiet time; by then another one is running.
    try await time.run(quiet: .milliseconds(20)) {}
    try await time.run(.manual) {
      await withThrowingTaskGroup { group in
        group.addTask { try await time.sleep(for: .seconds(60)) }
        await time.waitForSleepers(1)
        try? await Task.sleep(for: .milliseconds(300))
        #expect(time.now == Moment(milliseconds: 0))
        #expect(time.sleepers.count == 1)
        group.cancelAll()
      }
    }
  }

  @Test("Time stands still during work on other threads, and then continues")
  func standStill() async throws {
    let time = VirtualTime(start: Moment(milliseconds: 0))
    struct Broken: Error {}
    let moments = try await time.run {
      async let later: Void = time.sleep(for: .seconds(60))
      let moments = await time.standStill {
        // The inner one ends first, and the outer one still counts. A real sleep simulates a disk's thread.
        await time.standStill { await Task.yield() }
        try? await Task.sleep(for: .milliseconds(100))
        return [time.now.milliseconds]
      }
      try await later
      await #expect(throws: Broken.self) { try await time.standStill { throw Broken() } }
      try await time.sleep(for: .seconds(60))
      return moments + [time.now.milliseconds]
    }
    #expect(moments == [0, 120_000])
  }
}
