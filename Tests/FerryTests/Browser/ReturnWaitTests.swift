import FerryCore
import FerryTesting
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Help for a buyer to whom nothing comes back from another app or from the browser", .timeLimit(.minutes(5)))
struct ReturnWaitTests {
  private let start = Moment(milliseconds: 0)
  private func second(_ number: Int) -> Moment { start + .seconds(number) }

  @Test("It is due 30 s after the app was opened, and at least 3 s after the buyer is back")
  func due() {
    for (back, due) in [(1, 30), (10, 30), (26, 30), (27, 30), (28, 31), (120, 123)] {
      var wait = ReturnWait(activeSince: start)
      wait.begin(.otherApp, at: start)
      wait.resignedActive()
      #expect(wait.due == nil, "The buyer cannot see it.")
      wait.becameActive(at: second(back))
      #expect(wait.due == second(due), "back after \(back) s")
    }
  }

  @Test("For the browser it is due 3 s after the buyer is back, and after another 30 s if they wait on")
  func dueForBrowser() {
    var wait = ReturnWait(activeSince: start)
    wait.begin(.browser, at: second(100))
    #expect(wait.due == second(103), "The browser has that long to come to the front.")
    wait.resignedActive()
    #expect(wait.due == nil, "The buyer cannot see it.")
    wait.becameActive(at: second(110))
    #expect(wait.due == second(113))
    wait.waitOn(.browser, at: second(115))
    #expect(wait.due == second(145))
  }

  @Test("An app that opens beside this one takes nothing from the screen")
  func beside() {
    var wait = ReturnWait(activeSince: start)
    wait.begin(.otherApp, at: second(100))
    #expect(wait.due == second(130))
  }

  @Test("Nothing is due before an app was opened, and after something has come back")
  func nothing() {
    var wait = ReturnWait(activeSince: start)
    #expect(wait.due == nil)
    wait.becameActive(at: second(1))
    #expect(wait.due == nil)
    wait.begin(.otherApp, at: second(2))
    wait.end()
    #expect(wait.due == nil)
    wait.becameActive(at: second(60))
    #expect(wait.due == nil)
  }

  @Test("The time starts again when the buyer waits on, and when the page opens the app again")
  func again() {
    var wait = ReturnWait(activeSince: start)
    wait.begin(.otherApp, at: start)
    wait.waitOn(.otherApp, at: second(20))
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
        while watch.wait.due.map({ $0 <= time.now }) ?? false || time.sleepers != [watch.wait.due].compactMap(\.self) {
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
      #expect(watch.wait.place == place)
      watch.end()
      #expect(watch.wait.place == nil)
    }
    #expect(OutsidePlace.otherApp.question == \FerryTexts.nothingCameBack)
    #expect(OutsidePlace.browser.question == \FerryTexts.goesOnInBrowser)
  }
}
