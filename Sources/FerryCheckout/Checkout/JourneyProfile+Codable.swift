import FerryCore

/// Durations are stored as whole milliseconds. What the first version did not know is written only where it is set.
extension JourneyProfile {
  private enum CodingKeys: String, CodingKey {
    case journey, lifetime, quietSchedule, pendingSchedule, settlesOnlyByUs, canCancelSession, capturesOnce,
      namesRefunds, decisionTime, lapseWarning, authorizedCheck, paidChecks
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func durations(_ key: CodingKeys) throws -> [Duration] {
      try container.decode([Int64].self, forKey: key).map { .milliseconds($0) }
    }
    func duration(_ key: CodingKeys) throws -> Duration? {
      try container.decodeIfPresent(Int64.self, forKey: key).map { .milliseconds($0) }
    }
    self.init(
      journey: try container.decode(Journey.self, forKey: .journey),
      lifetime: .milliseconds(try container.decode(Int64.self, forKey: .lifetime)),
      quietSchedule: try durations(.quietSchedule), pendingSchedule: try durations(.pendingSchedule),
      settlesOnlyByUs: try container.decode(Bool.self, forKey: .settlesOnlyByUs),
      canCancelSession: try container.decode(Bool.self, forKey: .canCancelSession),
      capturesOnce: try container.decodeIfPresent(Bool.self, forKey: .capturesOnce) ?? false,
      namesRefunds: try container.decodeIfPresent(Bool.self, forKey: .namesRefunds) ?? false,
      decisionTime: try duration(.decisionTime) ?? Self.usualDecisionTime, lapseWarning: try duration(.lapseWarning),
      authorizedCheck: try duration(.authorizedCheck),
      paidChecks: try container.contains(.paidChecks) ? durations(.paidChecks) : [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(journey, forKey: .journey)
    try container.encode(lifetime.wholeMilliseconds, forKey: .lifetime)
    try container.encode(quietSchedule.map(\.wholeMilliseconds), forKey: .quietSchedule)
    try container.encode(pendingSchedule.map(\.wholeMilliseconds), forKey: .pendingSchedule)
    try container.encode(settlesOnlyByUs, forKey: .settlesOnlyByUs)
    try container.encode(canCancelSession, forKey: .canCancelSession)
    if capturesOnce { try container.encode(true, forKey: .capturesOnce) }
    if decisionTime != Self.usualDecisionTime {
      try container.encode(decisionTime.wholeMilliseconds, forKey: .decisionTime)
    }
    if namesRefunds { try container.encode(true, forKey: .namesRefunds) }
    try container.encodeIfPresent(lapseWarning?.wholeMilliseconds, forKey: .lapseWarning)
    try container.encodeIfPresent(authorizedCheck?.wholeMilliseconds, forKey: .authorizedCheck)
    if !paidChecks.isEmpty { try container.encode(paidChecks.map(\.wholeMilliseconds), forKey: .paidChecks) }
  }
}
