import FerryCore

/// Faults as documents: `{"kind": "slow", "milliseconds": 500, "operation": "getCharge", "count": 2}`. Without an
/// operation all are struck; without count and chance, the next request.
extension AmazonPayFault {
  /// In milliseconds: an hour, longer than any client waits.
  private static let longestDelay: Int64 = 3_600_000

  static let shape = RequestShape.object(
    [
      RequestShape.required("kind", .choice(AmazonPayControlNames.faults)),
      RequestShape.optional("operation", .choice(AmazonPayControlNames.operations)),
      RequestShape.optional("milliseconds", .countUpTo(longestDelay)), RequestShape.optional("status", .count),
      RequestShape.optional("code", .text(64)),
    ] + AmazonPayFault.Incidence.fields)

  /// - Throws: what the API would answer for a field that is unknown, missing or has a value that it cannot have.
  init(_ body: JSONValue) throws(AmazonPayRefusal) {
    try Self.shape.check(body)
    self.init(
      try Self.kind(body), on: body["operation"]?.text.flatMap(AmazonPayOperation.init),
      Incidence(body))
  }

  private static func kind(_ body: JSONValue) throws(AmazonPayRefusal) -> Kind {
    switch body["kind"]?.text {
    case "delay": return .delay(try duration(body))
    case "slow": return .slow(try duration(body))
    case "dropBeforeExecution": return .dropBeforeExecution
    case "dropAfterExecution": return .dropAfterExecution
    case "errorBeforeExecution": return .errorBeforeExecution(try status(body))
    case "errorAfterExecution": return .errorAfterExecution(try status(body))
    case "cutOffBody": return .cutOffBody
    case "notJSON": return .notJSON
    case "unknownState": return .unknownState
    case "otherAmount": return .otherAmount
    case "simulate":
      guard let code = body["code"]?.text else { throw .missingValue("code") }
      guard body["operation"]?.text != nil else { throw .missingValue("operation") }
      return .simulate(code)
    default: throw .missingValue("kind")
    }
  }

  private static func duration(_ body: JSONValue) throws(AmazonPayRefusal) -> Duration {
    guard let milliseconds = body["milliseconds"]?.wholeNumber else { throw .missingValue("milliseconds") }
    return .milliseconds(milliseconds)
  }

  private static func status(_ body: JSONValue) throws(AmazonPayRefusal) -> Int {
    let status = body["status"]?.wholeNumber ?? 500
    guard (400...599).contains(status) else { throw .invalidValue("status", "400 to 599 is expected") }
    return Int(status)
  }

  var body: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
    switch kind {
    case .delay(let duration):
      add("kind", "delay")
      add("milliseconds", JSONValue(duration.wholeMilliseconds))
    case .slow(let duration):
      add("kind", "slow")
      add("milliseconds", JSONValue(duration.wholeMilliseconds))
    case .dropBeforeExecution: add("kind", "dropBeforeExecution")
    case .dropAfterExecution: add("kind", "dropAfterExecution")
    case .errorBeforeExecution(let status):
      add("kind", "errorBeforeExecution")
      add("status", JSONValue(status))
    case .errorAfterExecution(let status):
      add("kind", "errorAfterExecution")
      add("status", JSONValue(status))
    case .cutOffBody: add("kind", "cutOffBody")
    case .notJSON: add("kind", "notJSON")
    case .unknownState: add("kind", "unknownState")
    case .otherAmount: add("kind", "otherAmount")
    case .simulate(let code):
      add("kind", "simulate")
      add("code", .string(code))
    }
    add("operation", JSONValue(operation?.rawValue))
    return .object(members + incidence.members)
  }
}
