import FerryCheckout
import FerryCore
import Testing

/// Changes without a notification: somebody moves money in the provider's console.
@Suite("Regular checks of authorized and captured money")
struct CheckTests {
  private static let day = Duration.seconds(86_400)
  private static let lapse = Attempt.start + day * 30

  private static var held: Observation {
    var observation = Observation.authorized()
    observation.charge?.lapsesAt = lapse
    return observation
  }

  private func authorized(_ profile: JourneyProfile = Attempt.watched, id: CheckoutID = "c1") throws -> Attempt {
    var attempt = try Attempt(profile, capture: .manual, id: id)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(Self.held))
    return attempt
  }

  private func paid(_ profile: JourneyProfile = Attempt.watched) throws -> Attempt {
    var attempt = try Attempt(profile)
    try attempt.goToPaid()
    return attempt
  }

  @Test("An authorization is checked every day until it has lapsed, and then no more")
  func daily() throws {
    var attempt = try authorized()
    var asked: [Moment] = []
    while attempt.checkout.wakeAt != nil, asked.count < 100 {
      try attempt.wake()
      asked.append(attempt.now)
      var answer = Self.held
      if attempt.now > Self.lapse { answer = .voided }
      try attempt.answer("read", .observed(answer))
    }
    let before = asked.filter { $0 < Self.lapse }
    for (earlier, later) in zip([Attempt.start] + before, before) {
      #expect(later.since(earlier) <= Self.day)
    }
    // Thirty days, each shorter by an eighth at most, and one inquiry with the warning.
    #expect((30...35).contains(before.count))
    #expect(asked.contains(Self.lapse))
    #expect(attempt.balances.isEmpty)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A check finds captures, refunds and voids that were made in the console")
  func found() throws {
    for (said, totals) in [
      (Observation.captured(), [9_520, 9_520, 0, 0]), (.captured(refunded: 9_520), [9_520, 9_520, 9_520, 0]),
      (.voided, [9_520, 0, 0, 9_520]), (.declined(), [9_520, 0, 0, 9_520]),
    ] as [(Observation, [Int64])] {
      var attempt = try authorized()
      try attempt.wake()
      try attempt.answer("read", .observed(said))
      #expect(attempt.totals == totals)
      #expect(attempt.phase == .paid)
    }
  }

  @Test("A captured payment is checked a few times, and then no more")
  func sparse() throws {
    var attempt = try paid()
    var days: [Int64] = []
    while attempt.checkout.wakeAt != nil, days.count < 10 {
      try attempt.wake()
      // A part is refunded meanwhile; the rest may follow.
      days.append(attempt.now.since(Attempt.start).wholeMilliseconds / 86_400_000)
      try attempt.answer("read", .observed(.captured(refunded: 1_000)))
    }
    // Each a little before its day.
    #expect(days.count == 3)
    for (day, planned) in zip(days, [1, 7, 30] as [Int64]) {
      #expect((planned - 1 - planned / 8...planned).contains(day))
    }
    #expect(attempt.checkout.payment?.refunded == .yen(1_000))
  }

  @Test("A fully refunded payment is checked no more")
  func nothingLeft() throws {
    var attempt = try paid()
    try attempt.wake()
    try attempt.answer("read", .observed(.captured(refunded: 9_520)))
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("Missed checks are made up for by one check")
  func slept() throws {
    var attempt = try paid()
    attempt.wait(Self.day * 20)
    try attempt.receive(.timerFired)
    try attempt.receive(.timerFired)
    #expect(attempt.outstanding.count == 1)
    try attempt.answer("read", .observed(.captured()))
    #expect(try #require(attempt.checkout.wakeAt) > attempt.now)
    var held = try authorized()
    held.wait(Self.day * 20)
    try held.receive(.timerFired)
    try held.answer("read", .observed(Self.held))
    #expect(try #require(held.checkout.wakeAt) > held.now)
  }

  @Test("A check on request counts: the next one is scheduled from it")
  func recheckRequested() throws {
    var attempt = try authorized()
    attempt.wait(.seconds(40_000))
    try attempt.receive(.recheckRequested)
    try attempt.answer("read", .observed(Self.held))
    #expect(try #require(attempt.checkout.wakeAt) > Attempt.start + Self.day)
  }

  @Test("While an operation is pending, its inquiries replace the checks")
  func operation() throws {
    var attempt = try paid()
    try attempt.receive(.refund("r1", .yen(1_000)))
    #expect(attempt.checkout.wakeAt == nil)
    try attempt.answer("refund", .observed(.captured()))
    #expect(attempt.checkout.wakeAt == attempt.now + .seconds(15))
  }

  @Test("Checks do not slow down the inquiries about a later pending decision")
  func freshSchedule() throws {
    var attempt = try authorized()
    var asked = 0
    while asked < 100, try #require(attempt.checkout.wakeAt) < Self.lapse {
      asked += 1
      try attempt.wake()
      try attempt.answer("read", .observed(Self.held))
    }
    try attempt.wake()
    try attempt.answer("read", .observed(Self.held))
    #expect(attempt.checkout.wakeAt == Self.lapse + .seconds(15))
  }

  @Test("Without a schedule of checks, or without a known lapse, there are no checks")
  func none() throws {
    #expect(try paid(Attempt.captureOnce).checkout.wakeAt == nil)
    #expect(try authorized(Attempt.captureOnce).checkout.wakeAt == Self.lapse - Self.day * 3)
    var endless = try Attempt(Attempt.watched, capture: .manual)
    try endless.goToPaid()
    #expect(endless.checkout.wakeAt == nil)
  }

  @Test("Checkouts of one minute are not all checked in one minute")
  func spread() throws {
    let moments = try (1...200).map { try #require(try authorized(id: CheckoutID("co_\($0)")).checkout.wakeAt) }
    let earliest = try #require(moments.min())
    let latest = try #require(moments.max())
    #expect(latest <= Attempt.start + Self.day)
    #expect(earliest >= Attempt.start + Self.day * 7 / 8)
    // Of three hours, no quarter of an hour has more than a fifth.
    for start in stride(from: earliest.milliseconds, through: latest.milliseconds, by: 900_000) {
      #expect(moments.count { $0.milliseconds >= start && $0.milliseconds < start + 900_000 } < 40)
    }
  }

  @Test("A check knows its delay, but only if nothing else is due")
  func delay() throws {
    var attempt = try authorized()
    let planned = try #require(attempt.checkout.wakeAt)
    #expect(attempt.checkout.checkDelay(at: planned - .seconds(1)) == nil)
    #expect(attempt.checkout.checkDelay(at: planned + .seconds(5)) == .seconds(5))
    #expect(attempt.checkout.checkDelay(at: Self.lapse) == nil)
    try attempt.receive(.recheckRequested)
    #expect(attempt.checkout.checkDelay(at: planned + .seconds(5)) == nil)
  }
}
