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
    let (name, detail): (String, JSONValue.Member?) =
      switch kind {
      case .delay(let duration): ("delay", .milliseconds(duration))
      case .slow(let duration): ("slow", .milliseconds(duration))
      case .dropBeforeExecution: ("dropBeforeExecution", nil)
      case .dropAfterExecution: ("dropAfterExecution", nil)
      case .errorBeforeExecution(let status): ("errorBeforeExecution", .init(name: "status", value: JSONValue(status)))
      case .errorAfterExecution(let status): ("errorAfterExecution", .init(name: "status", value: JSONValue(status)))
      case .cutOffBody: ("cutOffBody", nil)
      case .notJSON: ("notJSON", nil)
      case .unknownState: ("unknownState", nil)
      case .otherAmount: ("otherAmount", nil)
      case .simulate(let code): ("simulate", .init(name: "code", value: .string(code)))
      }
    return faultBody(name, [detail].compactMap(\.self), "operation")
  }
}

extension NotificationFault {
  var body: JSONValue {
    switch kind {
    case .lose: faultBody("lose", [], "object")
    case .delay(let duration): faultBody("delay", [.milliseconds(duration)], "object")
    case .duplicate(let copies, let pause):
      faultBody("duplicate", [.init(name: "copies", value: JSONValue(copies)), .milliseconds(pause)], "object")
    }
  }
}

extension PlannableFault {
  fileprivate func faultBody(_ kind: String, _ details: [JSONValue.Member], _ targetName: String) -> JSONValue {
    .object(
      [.init(name: "kind", value: .string(kind))] + details + [.init(name: targetName, value: JSONValue(target))]
        + incidence.members)
  }
}

extension JSONValue.Member {
  fileprivate static func milliseconds(_ duration: Duration) -> Self {
    Self(name: "milliseconds", value: JSONValue(duration.wholeMilliseconds))
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
    let head: [(String, JSONValue)] = [("number", JSONValue(number)), ("type", .string(subject.type))]
    let tail: [(String, JSONValue)] = [
      ("announcedState", JSONValue(announcedState)), ("notificationId", .string(notificationID)),
      ("messageId", .string(messageID)), ("copy", .bool(isCopy)), ("state", .string(state.rawValue)),
      ("due", .string(due.iso8601)), ("attempts", .array(attempts.map(\.body))),
    ]
    return .object(head.map { .init(name: $0, value: $1) } + subject.members + tail.map { .init(name: $0, value: $1) })
  }
}

extension DeliveryAttempt {
  fileprivate var body: JSONValue {
    let status: JSONValue = if case .status(let code) = outcome { JSONValue(code) } else { .null }
    return ["at": .string(at.iso8601), "status": status]
  }
}
