import FerryCheckout
import FerryCore
import FerryEngine
import Testing

@Suite("Numbers of checkouts")
struct CheckoutCountTests {
  private func count(_ checkouts: Int, away seconds: Int64?) -> CheckoutCount {
    CheckoutCount(provider: "sandbox", mode: .test, phase: .paid, secondsAway: seconds, checkouts: checkouts)
  }

  @Test("The median of the stays counts every buyer who came back, and nobody else")
  func median() {
    #expect([count(3, away: 10), count(1, away: 90), count(1, away: 100), count(9, away: nil)].medianSecondsAway == 10)
    #expect([count(1, away: 90), count(1, away: 10)].medianSecondsAway == 10)
    #expect([count(2, away: 90), count(1, away: 10)].medianSecondsAway == 90)
    #expect([count(9, away: nil)].medianSecondsAway == nil)
    #expect([CheckoutCount]().medianSecondsAway == nil)
  }

  @Test("The number of checkouts is that of all groups")
  func sum() {
    #expect([count(3, away: 10), count(9, away: nil)].checkouts == 12)
  }
}

@Suite("Readers of changes")
struct WatchersTests {
  @Test("Every reader hears of every change from its beginning on, in order")
  func readers() async {
    let watchers = Watchers()
    watchers.tell("before")
    let (first, second) = (watchers.changes(), watchers.changes())
    for id in ["a", "b", "a"] as [CheckoutID] { watchers.tell(id) }
    for reader in [first, second] {
      var changed: [CheckoutID] = []
      for await id in reader {
        changed.append(id)
        if changed.count == 3 { break }
      }
      #expect(changed == ["a", "b", "a"])
    }
  }

  @Test("A slow reader misses the oldest changes, and holds no more than 256")
  func slow() async {
    let watchers = Watchers()
    let reader = watchers.changes()
    for number in 1...300 { watchers.tell(CheckoutID("co_\(number)")) }
    var iterator = reader.makeAsyncIterator()
    #expect(await iterator.next() == "co_45")
  }
}
