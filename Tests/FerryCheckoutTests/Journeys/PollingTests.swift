import FerryCheckout
import FerryCore
import Testing

/// Hints are reloads of the return page, checks by the shop, and notifications.
@Suite("Questions by time")
struct PollingTests {
  private static let schedule: [Duration] = [15, 30, 60, 300, 900, 3_600].map { .seconds($0) }
  /// The times of the questions, counted from the beginning of the wait.
  private static let times: [Duration] = [15, 45, 105, 405, 1_305, 4_905, 8_505, 12_105].map { .seconds($0) }

  enum Wait: CaseIterable {
    case settling, unanswered, closing, refund, consoleCapture, openPage, lapse, selection

    /// A checkout that waits for the provider from now on, and the answer that lets it wait longer.
    func attempt() throws -> (Attempt, Outcome) {
      var profile =
        switch self {
        case .settling, .unanswered, .refund, .consoleCapture, .selection: Attempt.selectThenPay
        case .closing: Attempt.pay
        case .openPage: Attempt.authorizedAtProvider
        case .lapse: Attempt.captureOnce
        }
      profile.pendingSchedule = PollingTests.schedule
      profile.canCancelSession = false
      var attempt = try Attempt(profile, capture: self == .consoleCapture || self == .lapse ? .manual : .automatic)
      var answer = Outcome.observed(.open)
      switch self {
      case .settling:
        answer = .observed(.pending)
        try attempt.goToSettling()
        try attempt.answer("settle", answer)
      case .unanswered:
        answer = .unanswered
        try attempt.goToSettling()
        try attempt.answer("settle", answer)
      case .closing, .openPage:
        try attempt.goToPaying()
        try attempt.receive(.cancel(.buyer))
        try attempt.answer("read", answer)
      case .refund:
        answer = .observed(.captured())
        try attempt.goToPaid()
        try attempt.receive(.refund("r1", .yen(1)))
        try attempt.answer("refund", answer)
      case .consoleCapture:
        answer = .observed(.capturing)
        try attempt.goToPaid()
        attempt.wait(.seconds(100_000))
        try attempt.hear(.capturing)
      case .lapse:
        var held = Observation.authorized()
        held.charge?.lapsesAt = Attempt.start + .seconds(86_400)
        answer = .observed(held)
        try attempt.goToSettling()
        try attempt.answer("settle", answer)
        while attempt.now < Attempt.start + .seconds(86_400) {
          try attempt.wake()
          try attempt.answer("read", answer)
        }
      case .selection:
        answer = .observed(Observation(sessionReference: "s1", session: .unrecognised("LIMBO")))
        try attempt.goToSelecting()
        try attempt.receive(.returned(session: "s1"))
        try attempt.answer("read", answer)
      }
      #expect(attempt.outstanding.isEmpty, "\(self)")
      return (attempt, answer)
    }
  }

  @Test("Without hints the provider is asked at the times of the schedule", arguments: Wait.allCases)
  func schedule(_ wait: Wait) throws {
    var (attempt, answer) = try wait.attempt()
    let began = attempt.now
    for time in Self.times {
      try attempt.wake()
      #expect(attempt.now == began + time)
      try attempt.answer(attempt.outstanding[0].kind.name, answer)
    }
  }

  @Test("A hint asks at once, and moves no time of the schedule", arguments: Wait.allCases)
  func hints(_ wait: Wait) throws {
    var (attempt, answer) = try wait.attempt()
    let began = attempt.now
    for count in 1...100 {
      attempt.wait(.seconds(3))
      try attempt.receive(count.isMultiple(of: 2) ? .recheckRequested : .returned(session: "s1"))
      try #require(attempt.outstanding.count == 1)
      try attempt.answer(attempt.outstanding[0].kind.name, answer)
      let next = try #require(Self.times.first { $0 > attempt.now.since(began) })
      #expect(attempt.checkout.wakeAt == began + next, "after \(count) hints")
    }
  }

  @Test("Hints about a payment that is held because it is undecided do not move its schedule")
  func undecided() throws {
    var profile = Attempt.pay
    profile.pendingSchedule = Self.schedule
    var attempt = try Attempt(profile)
    try attempt.goToUndecided()
    let next = try #require(attempt.checkout.wakeAt)
    #expect(next <= attempt.now + .seconds(3_600))
    for _ in 0..<20 {
      attempt.wait(.seconds(3))
      try attempt.receive(.recheckRequested)
      try attempt.answer("read", .observed(.pending))
      #expect(attempt.checkout.wakeAt == next)
    }
  }

  @Test("A buyer who opens the payment page again is asked about as at first, and no question comes later for it")
  func pageOpenedAgain() throws {
    var profile = Attempt.selectThenPay
    profile.quietSchedule = [60, 180, 480, 1_200].map { .seconds($0) }
    var attempt = try Attempt(profile)
    try attempt.goToPaying()
    for time in [60, 180, 480] {
      try attempt.wake()
      #expect(attempt.now == Attempt.start + .seconds(time))
      try attempt.answer("settle", .observed(.open))
    }
    attempt.wait(.seconds(20))
    for _ in 1...10 {
      try attempt.receive(.leave(change: nil))
      attempt.wait(.seconds(5))
    }
    #expect(attempt.checkout.wakeAt == Attempt.start + .seconds(500 + 60))
    try attempt.wake()
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.checkout.wakeAt == Attempt.start + .seconds(500 + 180))
  }

  @Test("After an outage the next question comes at the next time of the schedule, and none is made up for")
  func outage() throws {
    var (attempt, answer) = try Wait.settling.attempt()
    let began = attempt.now
    attempt.wait(.seconds(2_000))
    try attempt.wake()
    try attempt.answer("read", answer)
    #expect(attempt.checkout.wakeAt == began + .seconds(4_905))
  }

  @Test(
    "If the clock that began a wait was ahead, the schedule begins with the next question", arguments: [true, false])
  func clockSetBack(_ isUnderWay: Bool) throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    if !isUnderWay { try attempt.answer("settle", .observed(.pending)) }
    attempt.now = attempt.now - .seconds(900)
    if isUnderWay {
      try attempt.answer("settle", .observed(.pending))
      #expect(attempt.checkout.wakeAt == attempt.now + .seconds(15))
      try attempt.wake()
    } else {
      try attempt.receive(.recheckRequested)
    }
    try attempt.answer("read", .observed(.pending))
    #expect(attempt.checkout.wakeAt == attempt.now + .seconds(15))
    #expect(attempt.checkout.overdueAt == attempt.now + attempt.checkout.profile.decisionTime)
  }

  @Test("A timer that the schedule of an earlier version has set asks the provider, and ends nothing")
  func earlyTimer() throws {
    var (attempt, answer) = try Wait.settling.attempt()
    let next = attempt.checkout.wakeAt
    attempt.wait(.seconds(1))
    try attempt.receive(.timerFired)
    try attempt.answer("read", answer)
    #expect(attempt.checkout.wakeAt == next)
    for place in [Place.open, .selecting, .reviewing, .requesting, .payConfirmed] {
      var attempt = try place.attempt()
      let before = attempt.checkout
      attempt.wait(.seconds(1))
      try attempt.receive(.timerFired)
      #expect(attempt.checkout == before)
    }
  }
}
