import FerryCore
import FerryTesting
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Help for a buyer to whom nothing comes back from another app or from the browser", .timeLimit(.minutes(5)))
struct ReturnWatchTests {
  private let start = Moment(milliseconds: 0)
  private func second(_ number: Int) -> Moment { start + .seconds(number) }

  /// A watch whose clock a test moves.
  @MainActor
  private final class Watched {
    private let clock = HandClock(Moment(milliseconds: 0))
    private let watch: ReturnWatch

    init() { watch = ReturnWatch(time: clock) }

    var due: Moment? { watch.due }

    func at(_ second: Int, _ act: (ReturnWatch) -> Void) {
      clock.advance(by: Moment(milliseconds: Int64(second) * 1000).since(clock.now))
      act(watch)
    }
  }

  @Test("It is due 30 s after the app was opened, and at least 3 s after the buyer is back")
  @MainActor
  func due() {
    for (back, due) in [(1, 30), (10, 30), (26, 30), (27, 30), (28, 31), (120, 123)] {
      let wait = Watched()
      wait.at(0) { $0.begin(.otherApp) }
      wait.at(0) { $0.resignedActive() }
      #expect(wait.due == nil, "The buyer cannot see it.")
      wait.at(back) { $0.becameActive() }
      #expect(wait.due == second(due), "back after \(back) s")
    }
  }

  @Test("For the browser it is due 3 s after the buyer is back, and after another 30 s if they wait on")
  @MainActor
  func dueForBrowser() {
    let wait = Watched()
    wait.at(100) { $0.begin(.browser) }
    #expect(wait.due == second(103), "The browser has that long to come to the front.")
    wait.at(101) { $0.resignedActive() }
    #expect(wait.due == nil, "The buyer cannot see it.")
    wait.at(110) { $0.becameActive() }
    #expect(wait.due == second(113))
    wait.at(115) { $0.waitOn(.browser) }
    #expect(wait.due == second(145))
  }

  @Test("An app that opens beside this one takes nothing from the screen")
  @MainActor
  func beside() {
    let wait = Watched()
    wait.at(100) { $0.begin(.otherApp) }
    #expect(wait.due == second(130))
  }

  @Test("Nothing is due before an app was opened, and after something has come back")
  @MainActor
  func nothing() {
    let wait = Watched()
    #expect(wait.due == nil)
    wait.at(1) { $0.becameActive() }
    #expect(wait.due == nil)
    wait.at(2) { $0.begin(.otherApp) }
    wait.at(2) { $0.end() }
    #expect(wait.due == nil)
    wait.at(60) { $0.becameActive() }
    #expect(wait.due == nil)
  }

  @Test("The time starts again when the buyer waits on, and when the page opens the app again")
  @MainActor
  func again() {
    let wait = Watched()
    wait.at(0) { $0.begin(.otherApp) }
    wait.at(20) { $0.waitOn(.otherApp) }
    #expect(wait.due == second(50))
  }

  /// The seconds at which the offer was made, in an app that does these things.
  @MainActor
  private func offers(
    until end: Int, onOffer: @escaping @MainActor (ReturnWatch) -> Void = { _ in },
    _ acts: [Int: @MainActor (ReturnWatch) -> Void]
  ) async throws -> [Int] {
    let time = VirtualTime(start: start)
    let watch = ReturnWatch(time: time)
    let offers = Offers()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        await watch.run { _ in
          offers.seconds.append(Int(time.now.milliseconds / 1_000))
          onOffer(watch)
        }
      }
      for second in 0...end {
        await time.advance(to: self.second(second))
        acts[second]?(watch)
        // The watch has made an offer that is due, and sleeps until the next.
        while watch.due.map({ $0 <= time.now }) ?? false || time.sleepers != [watch.due].compactMap(\.self) {
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      group.cancelAll()
    }
    return offers.seconds
  }

  @MainActor private final class Offers {
    var seconds: [Int] = []
  }

  @Test("The offer is made once for an app from which nothing comes back")
  func once() async throws {
    let made = try await offers(
      until: 250, [5: { $0.begin() }, 6: { $0.resignedActive() }, 50: { $0.becameActive() }])
    #expect(made == [53])
  }

  @Test("A buyer who waits on is asked again after 30 s; one who does not is left alone")
  func waitingOn() async throws {
    let made = try await offers(until: 100, onOffer: { $0.waitOn(.otherApp) }, [0: { $0.begin() }])
    #expect(made == [30, 60, 90])
  }

  @Test("A buyer who leaves again before the offer is asked when they are back for good")
  func leavingAgain() async throws {
    let made = try await offers(
      until: 250,
      [
        0: { $0.begin() }, 1: { $0.resignedActive() }, 29: { $0.becameActive() }, 31: { $0.resignedActive() },
        200: { $0.becameActive() },
      ])
    #expect(made == [203])
  }

  @Test("Nothing is offered if a link comes back, or if the page goes on, in time")
  func inTime() async throws {
    let made = try await offers(
      until: 250,
      [0: { $0.begin() }, 1: { $0.resignedActive() }, 40: { $0.becameActive() }, 42: { $0.end() }])
    #expect(made == [])
  }

  @Test("The offer names the place from which nothing has come back")
  @MainActor
  func places() {
    for place in [OutsidePlace.otherApp, .browser] {
      let watch = ReturnWatch(time: VirtualTime(start: start))
      watch.begin(place)
      #expect(watch.place == place)
      watch.end()
      #expect(watch.place == nil)
    }
    #expect(OutsidePlace.otherApp.question == \FerryTexts.nothingCameBack)
    #expect(OutsidePlace.browser.question == \FerryTexts.goesOnInBrowser)
  }
}
