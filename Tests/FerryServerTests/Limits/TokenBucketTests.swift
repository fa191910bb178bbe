import FerryCore
import Testing

@testable import FerryServer

@Suite("Rates")
struct TokenBucketTests {
  private let start = Moment(milliseconds: 1_700_000_000_000)

  @Test("A burst passes, then as many as the rate allows, and the wait is exact to the millisecond")
  func burst() {
    let limit = RateLimit(perMinute: 90, burst: 3)
    var bucket = TokenBucket(limit, at: start)
    for _ in 1...3 { #expect(bucket.take(limit, at: start) == nil) }
    // A token comes every 666⅔ ms.
    #expect(bucket.take(limit, at: start) == .milliseconds(667))
    #expect(bucket.take(limit, at: start + .milliseconds(666)) == .milliseconds(1))
    #expect(bucket.take(limit, at: start + .milliseconds(667)) == nil)
    #expect(bucket.take(limit, at: start + .milliseconds(667)) == .milliseconds(667))
  }

  @Test("In the long run exactly the rate passes", arguments: [1, 7, 59, 60, 6000, 100_000])
  func rate(perMinute: Int) {
    let limit = RateLimit(perMinute: perMinute, burst: 200)
    var bucket = TokenBucket(limit, at: start)
    for _ in 1...200 { _ = bucket.take(limit, at: start) }
    var passed = 0
    for millisecond in 1...60_000 {
      while bucket.take(limit, at: start + .milliseconds(millisecond)) == nil { passed += 1 }
    }
    #expect(passed == perMinute)
  }

  @Test("A pause of any length restores no more than the burst")
  func pause() {
    let limit = RateLimit(perMinute: 10_000_000, burst: 2)
    var bucket = TokenBucket(limit, at: start)
    let later = Moment(milliseconds: .max)
    for _ in 1...2 { #expect(bucket.take(limit, at: later) == nil) }
    #expect(bucket.take(limit, at: later) != nil)
  }

  @Test("A clock that is set back neither adds tokens nor blocks")
  func clockSetBack() {
    let limit = RateLimit(perMinute: 60, burst: 1)
    var bucket = TokenBucket(limit, at: start)
    #expect(bucket.take(limit, at: start) == nil)
    let earlier = start - .seconds(3600)
    #expect(bucket.take(limit, at: earlier) == .seconds(1))
    #expect(bucket.take(limit, at: earlier + .seconds(1)) == nil)
  }

  @Test("Each caller has a bucket, which is dropped when it is full again")
  func table() {
    let limit = RateLimit(perMinute: 60, burst: 2)
    var table = RateTable<Int>(limit, at: start)
    for key in 1...50 {
      for _ in 1...2 { #expect(table.take(key, at: start) == nil) }
      #expect(table.take(key, at: start) != nil)
    }
    #expect(table.count == 50)
    _ = table.take(0, at: start + .seconds(2))
    _ = table.take(0, at: start + .seconds(4))
    #expect(table.count == 1)
    #expect(table.take(1, at: start + .seconds(4)) == nil)
  }

  @Test("Buckets that are in use are not dropped")
  func inUse() {
    let limit = RateLimit(perMinute: 60, burst: 5)
    var table = RateTable<Int>(limit, at: start)
    var passed = 0
    for tenth in 0..<300 where table.take(1, at: start + .milliseconds(tenth * 100)) == nil { passed += 1 }
    // The burst, and one for each of the 29 seconds since.
    #expect(passed == 5 + 29)
  }

  @Test("With any number of callers the memory is bounded, and frequent callers keep their buckets")
  func bounded() {
    let limit = RateLimit(perMinute: 60, burst: 1)
    var table = RateTable<Int>(limit, capacity: 100, at: start)
    #expect(table.take(-1, at: start) == nil)
    for key in 0..<10_000 {
      _ = table.take(key, at: start)
      #expect(table.take(-1, at: start) != nil)
      #expect(table.count <= 101)
    }
  }
}
