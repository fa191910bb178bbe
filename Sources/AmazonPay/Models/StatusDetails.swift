public import FerryCore

/// An object's state and why it is in it. A charge permission lists its reasons, all other objects have one at most;
/// here both are a list.
public struct StatusDetails<State, Reason>: Hashable, Sendable
where
  State: RawRepresentable<String> & Hashable & Sendable,
  Reason: RawRepresentable<String> & Hashable & Sendable
{
  public let state: Open<State>
  public let reasons: [Open<Reason>]
  public let lastUpdated: Moment?

  /// The one reason, where there is one.
  public var reason: Open<Reason>? { reasons.first }
}

extension StatusDetails: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    state = try object.required("state")
    let single = object.value("reasonCode", as: Open<Reason>.self)
    reasons =
      single.map { [$0] } ?? object.values("reasons", as: ReasonEntry<Reason>.self).map(\.code)
    lastUpdated = object.moment("lastUpdatedTimestamp")
  }
}

private struct ReasonEntry<Reason>: Decodable where Reason: RawRepresentable<String> & Hashable & Sendable {
  let code: Open<Reason>

  init(from decoder: any Decoder) throws {
    code = try LenientObject(decoder).required("reasonCode")
  }
}
