import FerryCore

extension FaultIncidence {
  /// Without count and chance, the next occasion.
  init(_ fields: ControlFields) throws(ControlRefusal) {
    let count = try fields.number("count", 0...Int64.max)
    let share = try fields.number("perThousand", 0...Int64.max)
    let seed = try fields.number("seed", 0...Int64.max)
    self =
      share.map { .perThousand(Int(clamping: $0), seed: UInt64(clamping: seed ?? 0)) }
      ?? .next(Int(clamping: count ?? 1))
  }

  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .next(let count): [.init(name: "count", value: JSONValue(count))]
    case .perThousand(let share, let seed):
      [.init(name: "perThousand", value: JSONValue(share)), .init(name: "seed", value: .number(String(seed)))]
    }
  }
}

extension SandboxFault {
  var body: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
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
    add("operation", JSONValue(operation))
    return .object(members + incidence.members)
  }
}

extension NotificationFault {
  var body: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
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
    add("object", JSONValue(object))
    return .object(members + incidence.members)
  }
}

extension OrderMoney {
  private static func amount(_ money: Money) -> JSONValue {
    ["minorUnits": JSONValue(money.minorUnits), "decimal": .string(money.decimal)]
  }

  /// An order of `GET /control/ledger`.
  var body: JSONValue {
    [
      "order": JSONValue(order), "merchant": .string(merchant), "mode": .string(mode.rawValue),
      "currency": .string(currency.code), "authorized": Self.amount(authorized), "held": Self.amount(held),
      "captured": Self.amount(captured), "refunded": Self.amount(refunded), "chargedBack": Self.amount(chargedBack),
      "payments": .array(
        payments.map { payment in
          [
            "id": .string(payment.id), "state": .string(payment.state),
            "authorized": Self.amount(payment.authorized), "captured": Self.amount(payment.captured),
            "refunded": Self.amount(payment.refunded), "chargedBack": Self.amount(payment.chargedBack),
          ]
        }),
    ]
  }
}

extension RequestRecord {
  /// A request of `GET /control/requests`.
  var body: JSONValue {
    [
      "number": JSONValue(number), "at": .string(at.iso8601), "method": .string(method), "path": .string(path),
      "operation": JSONValue(operation), "status": JSONValue(status), "reasonCode": JSONValue(reasonCode),
      "message": JSONValue(message), "keyId": JSONValue(keyID), "simulationCode": JSONValue(simulationCode),
      "struck": .bool(wasStruck), "canonicalRequest": JSONValue(signing?.canonicalRequest),
      "stringToSign": JSONValue(signing?.stringToSign),
      "findings": signing.map { .array($0.findings.map { .string($0.text) }) } ?? .null,
    ]
  }
}

extension NotificationDelivery {
  /// A notification of `GET /control/notifications`.
  var body: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    add("number", JSONValue(number))
    add("type", .string(subject.type))
    members += subject.members
    add("announcedState", JSONValue(announcedState))
    add("notificationId", .string(notificationID))
    add("messageId", .string(messageID))
    add("copy", .bool(isCopy))
    add("state", .string(state.rawValue))
    add("due", .string(due.iso8601))
    add(
      "attempts",
      .array(
        attempts.map { attempt in
          let status: JSONValue
          switch attempt.outcome {
          case .status(let code): status = JSONValue(code)
          case .noAnswer: status = .null
          }
          return ["at": .string(attempt.at.iso8601), "status": status]
        }))
    return .object(members)
  }
}
