import FerryCore

/// Faults of notifications as documents: `{"kind": "delay", "milliseconds": 60000, "object": "REFUND", "count": 2}`.
/// Without an object all are struck.
extension AmazonPayNotificationFault {
  /// In milliseconds: 31 days.
  private static let longestPause: Int64 = 31 * 86_400_000

  static let shape = RequestShape.object(
    [
      RequestShape.required("kind", .choice(AmazonPayControlNames.notificationFaults)),
      RequestShape.optional("object", .choice(AmazonPayControlNames.notificationObjects)),
      RequestShape.optional("milliseconds", .countUpTo(longestPause)), RequestShape.optional("copies", .count),
    ] + AmazonPayFault.Incidence.fields)

  /// - Throws: what the API would answer for a field that is missing or has a value that it cannot have.
  init(_ body: JSONValue) throws(AmazonPayRefusal) {
    let kind: Kind
    let pause = Duration.milliseconds(body["milliseconds"]?.wholeNumber ?? 0)
    switch body["kind"]?.text {
    case "lose": kind = .lose
    case "delay":
      guard body["milliseconds"]?.wholeNumber != nil else { throw .missingValue("milliseconds") }
      kind = .delay(pause)
    case "duplicate":
      let copies = body["copies"]?.wholeNumber ?? 1
      guard (1...20).contains(copies) else { throw .invalidValue("copies", "1 to 20 is expected") }
      kind = .duplicate(copies: Int(copies), pause: pause)
    default: throw .missingValue("kind")
    }
    self.init(
      kind, on: body["object"]?.text.flatMap(AmazonPayNotificationObject.init), AmazonPayFault.Incidence(body))
  }

  var body: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
    switch kind {
    case .lose: add("kind", "lose")
    case .delay(let duration):
      add("kind", "delay")
      add("milliseconds", JSONValue(duration.wholeMilliseconds))
    case .duplicate(let copies, let pause):
      add("kind", "duplicate")
      add("copies", JSONValue(copies))
      add("milliseconds", JSONValue(pause.wholeMilliseconds))
    }
    add("object", JSONValue(object?.rawValue))
    return .object(members + incidence.members)
  }
}
