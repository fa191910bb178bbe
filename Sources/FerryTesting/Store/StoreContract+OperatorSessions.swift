import FerryCore
import FerryEngine

extension StoreContract {
  static let operatorSessions: [Check] = [
    Check("an operator's session is known by its digest until it ends, and ends alone") { store in
      try await store.requireSession("one", nil, "a session that never began")
      for name in ["one", "two"] { try await store.beginOperatorSession(.sample(name), limits: .sample) }
      try await store.requireSession("one", .sample("one"), "the session")
      try await store.endOperatorSession("one")
      try await store.endOperatorSession("one")
      try await store.requireSession("one", nil, "the session that ended")
      try await store.requireSession("two", .sample("two"), "the other session")
    },
    Check("the last use of an operator's session is kept, whatever order uses come in") { store in
      for name in ["one", "two"] { try await store.beginOperatorSession(.sample(name), limits: .sample) }
      for seconds in [60, 30] { try await store.useOperatorSession("one", at: start + .seconds(seconds)) }
      try await store.requireSession("one", .sample("one", usedAfter: 60), "the session")
      try await store.requireSession("two", .sample("two"), "the other session")
      try await store.useOperatorSession("none", at: start)
      try await store.requireSession("none", nil, "a session that never began")
    },
    Check("operators' sessions that have expired are deleted when another begins") { store in
      try await store.beginOperatorSession(.sample("idle"), limits: .sample)
      try await store.beginOperatorSession(.sample("old"), limits: .sample)
      try await store.beginOperatorSession(.sample("used", after: 1), limits: .sample)
      for name in ["old", "used"] { try await store.useOperatorSession(name, at: start + .seconds(119)) }
      try await store.beginOperatorSession(.sample("second", after: 60), limits: .sample)
      try await store.requireSession("idle", nil, "a session without a use")
      try await store.requireSession("old", .sample("old", usedAfter: 119), "a session in use")
      try await store.beginOperatorSession(.sample("third", after: 120), limits: .sample)
      try await store.requireSession("old", nil, "a session as old as one may become")
      try await store.requireSession("second", nil, "another session without a use")
      try await store.requireSession(
        "used", .sample("used", after: 1, usedAfter: 119), "a session that is a second younger")
    },
    Check("of too many operators' sessions the one that was used longest ago ends") { store in
      for name in ["one", "two", "three"] { try await store.beginOperatorSession(.sample(name), limits: .sample) }
      for name in ["one", "three"] { try await store.useOperatorSession(name, at: start + .seconds(1)) }
      // Its clock is behind: it stays all the same.
      try await store.beginOperatorSession(.sample("four", after: -1), limits: .sample)
      try await store.requireSession("two", nil, "the session that was used longest ago")
      for name in ["one", "three", "four"] {
        try requireEqual(try await store.operatorSession(name)?.digest, name, "a session that is left")
      }
    },
  ]
}

extension OperatorSessionStore {
  func requireSession(_ digest: String, _ expected: OperatorSession?, _ what: String) async throws {
    try requireEqual(try await operatorSession(digest), expected, what)
  }
}

extension OperatorSession {
  /// A session of an operator. Times are in seconds after the start.
  static func sample(_ digest: String, after begin: Int = 0, usedAfter use: Int? = nil) -> OperatorSession {
    OperatorSession(
      digest: digest, name: "anna", fingerprint: "key of anna", startedAt: SampleAttempt.start + .seconds(begin),
      usedAt: SampleAttempt.start + .seconds(use ?? begin))
  }
}

extension OperatorSessionLimits {
  static let sample = OperatorSessionLimits(longest: .seconds(120), idle: .seconds(60), most: 3)
}
