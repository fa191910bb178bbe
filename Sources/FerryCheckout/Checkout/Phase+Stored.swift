import FerryCore

/// The stored form: the command under way, and what it is about, are two fields.
extension Phase.Settling: Codable {
  private enum CodingKeys: String, CodingKey {
    case command, wasUnanswered, paying, isPending, lastAsked, ending, began
  }

  public init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    let wasUnanswered = try stored.decode(Bool.self, forKey: .wasUnanswered)
    let command = try stored.decodeIfPresent(CommandNumber.self, forKey: .command)
    question = command.map { .asked($0) } ?? (wasUnanswered ? .unanswered : .answered)
    paying = try stored.decode(Phase.Paying.self, forKey: .paying)
    isPending = try stored.decode(Bool.self, forKey: .isPending)
    lastAsked = try stored.decode(Moment.self, forKey: .lastAsked)
    ending = try stored.decodeIfPresent(Phase.Ending.self, forKey: .ending)
    began = try stored.decode(Moment.self, forKey: .began)
  }

  public func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: CodingKeys.self)
    try stored.encodeIfPresent(command, forKey: .command)
    try stored.encode(question == .unanswered, forKey: .wasUnanswered)
    try stored.encode(paying, forKey: .paying)
    try stored.encode(isPending, forKey: .isPending)
    try stored.encode(lastAsked, forKey: .lastAsked)
    try stored.encodeIfPresent(ending, forKey: .ending)
    try stored.encode(began, forKey: .began)
  }
}

extension Phase.Closing: Codable {
  private enum CodingKeys: String, CodingKey {
    case ending, command, isEndingSession, lastAsked, began
  }

  public init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    let isEndingSession = try stored.decode(Bool.self, forKey: .isEndingSession)
    request = try stored.decodeIfPresent(CommandNumber.self, forKey: .command).map {
      isEndingSession ? .endOfSession($0) : .presentState($0)
    }
    ending = try stored.decode(Phase.Ending.self, forKey: .ending)
    lastAsked = try stored.decode(Moment.self, forKey: .lastAsked)
    began = try stored.decode(Moment.self, forKey: .began)
  }

  public func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: CodingKeys.self)
    try stored.encode(ending, forKey: .ending)
    try stored.encodeIfPresent(command, forKey: .command)
    try stored.encode(isEndingSession, forKey: .isEndingSession)
    try stored.encode(lastAsked, forKey: .lastAsked)
    try stored.encode(began, forKey: .began)
  }

  var isEndingSession: Bool {
    if case .endOfSession = request { true } else { false }
  }
}
