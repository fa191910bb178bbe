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

  fileprivate var members: JSONValue {
    switch self {
    case .next(let count): .object(all: ["count": count])
    case .perThousand(let share, let seed): .object(all: ["perThousand": share, "seed": seed])
    }
  }
}

extension SandboxFault {
  var body: JSONValue {
    let (name, details): (String, JSONValue) =
      switch kind {
      case .delay(let duration): ("delay", .object(all: ["milliseconds": duration.wholeMilliseconds]))
      case .slow(let duration): ("slow", .object(all: ["milliseconds": duration.wholeMilliseconds]))
      case .dropBeforeExecution: ("dropBeforeExecution", [:])
      case .dropAfterExecution: ("dropAfterExecution", [:])
      case .errorBeforeExecution(let status): ("errorBeforeExecution", .object(all: ["status": status]))
      case .errorAfterExecution(let status): ("errorAfterExecution", .object(all: ["status": status]))
      case .cutOffBody: ("cutOffBody", [:])
      case .notJSON: ("notJSON", [:])
      case .unknownState: ("unknownState", [:])
      case .otherAmount: ("otherAmount", [:])
      case .simulate(let code): ("simulate", .object(all: ["code": code]))
      }
    return faultBody(name, details, "operation")
  }
}

extension NotificationFault {
  var body: JSONValue {
    switch kind {
    case .lose: faultBody("lose", [:], "object")
    case .delay(let duration):
      faultBody("delay", .object(all: ["milliseconds": duration.wholeMilliseconds]), "object")
    case .duplicate(let copies, let pause):
      faultBody("duplicate", .object(all: ["copies": copies, "milliseconds": pause.wholeMilliseconds]), "object")
    }
  }
}

extension PlannedFault {
  fileprivate func faultBody(_ name: String, _ details: JSONValue, _ targetName: String) -> JSONValue {
    JSONValue.object(all: ["kind": name]).appending(details)
      .appending([targetName: JSONValue(target)]).appending(incidence.members)
  }
}

extension OrderMoney {
  private static func amount(_ money: Money) -> JSONValue {
    ["minorUnits": JSONValue(money.minorUnits), "decimal": .string(money.decimal)]
  }

  /// An order of `GET /control/ledger`.
  var body: JSONValue {
    .object(all: [
      "order": order, "merchant": merchant, "mode": mode.rawValue, "currency": currency.code,
      "authorized": Self.amount(authorized), "held": Self.amount(held), "captured": Self.amount(captured),
      "refunded": Self.amount(refunded), "chargedBack": Self.amount(chargedBack),
      "payments": payments.map { payment -> JSONValue in
        .object(all: [
          "id": payment.id, "state": payment.state, "authorized": Self.amount(payment.authorized),
          "captured": Self.amount(payment.captured), "refunded": Self.amount(payment.refunded),
          "chargedBack": Self.amount(payment.chargedBack),
        ])
      },
    ])
  }
}

extension RequestRecord {
  /// A request of `GET /control/requests`.
  var body: JSONValue {
    .object(all: [
      "number": number, "at": at.iso8601, "method": method, "path": path, "operation": operation, "status": status,
      "reasonCode": reasonCode, "message": message, "keyId": keyID, "simulationCode": simulationCode,
      "struck": wasStruck, "canonicalRequest": signing?.canonicalRequest, "stringToSign": signing?.stringToSign,
      "findings": signing?.findings.map(\.text),
    ])
  }
}

extension NotificationDelivery {
  /// A notification of `GET /control/notifications`.
  var body: JSONValue {
    JSONValue.object(all: ["number": number, "type": subject.type]).appending(subject.members)
      .appending(
        .object(all: [
          "announcedState": announcedState, "notificationId": notificationID, "messageId": messageID, "copy": isCopy,
          "state": state.rawValue, "due": due.iso8601, "attempts": attempts.map(\.body),
        ]))
  }
}

extension DeliveryAttempt {
  fileprivate var body: JSONValue {
    let status: Int? = if case .status(let code) = outcome { code } else { nil }
    return .object(all: ["at": at.iso8601, "status": status])
  }
}
