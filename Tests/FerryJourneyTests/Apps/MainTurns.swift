import FerryCore
import FerryTesting

/// The main actor's part in a journey on virtual time. It works on a thread of its own, so time has to stand still for as
/// long as it has anything to do: whatever wakes it gives a sign first.
struct MainTurns: Sendable {
  private let time: VirtualTime
  private let signs: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation

  init(_ time: VirtualTime) {
    self.time = time
    (signs, sign) = AsyncStream.makeStream()
  }

  /// Marks that the main actor is about to have work.
  func announce() { sign.yield() }

  /// Runs beside the journey, on its executor.
  func run() async {
    for await _ in signs {
      await time.standStill {
        // It may switch between its thread and the journey's.
        for _ in 0..<12 {
          await Self.letMainGo()
          await time.advance(by: .zero)
        }
      }
    }
  }

  @MainActor private static func letMainGo() async {
    for _ in 0..<8 { await Task.yield() }
  }
}

/// Virtual time for what runs on the main actor.
struct MainTime: Timekeeper {
  let base: VirtualTime
  let turns: MainTurns

  var now: Moment { base.now }

  /// Sleeps on the journey's executor, so that the sign comes before time can move again.
  @concurrent func sleep(until moment: Moment) async throws {
    defer { turns.announce() }
    try await base.sleep(until: moment)
  }
}
