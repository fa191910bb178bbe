import FerryCore

/// The documents of the control API.
enum ControlBodies {
  static func money(_ money: Money) -> JSONValue {
    ["minorUnits": JSONValue(money.minorUnits), "decimal": .string(money.decimal)]
  }

  static func ledger(_ orders: [AmazonPayOrderMoney]) -> JSONValue {
    [
      "orders": .array(
        orders.map { order in
          [
            "merchantReferenceId": JSONValue(order.merchantReferenceID), "merchantId": .string(order.merchantID),
            "environment": .string(order.environment.rawValue), "currency": .string(order.currency.code),
            "authorized": money(order.authorized), "held": money(order.held), "captured": money(order.captured),
            "refunded": money(order.refunded), "chargedBack": money(order.chargedBack),
            "charges": .array(
              order.charges.map { charge in
                [
                  "chargeId": .string(charge.id), "chargePermissionId": .string(charge.chargePermissionID),
                  "state": .string(charge.state), "authorized": money(charge.authorized),
                  "captured": money(charge.captured), "refunded": money(charge.refunded),
                  "chargedBack": money(charge.chargedBack),
                ]
              }),
          ]
        })
    ]
  }

  static func clock(_ sandbox: AmazonPaySandbox) -> JSONValue {
    let now = sandbox.now
    return ["now": .string(now.iso8601), "milliseconds": JSONValue(now.milliseconds)]
  }

  static func requests(_ records: [AmazonPayRequestRecord]) -> JSONValue {
    [
      "requests": .array(
        records.map { record in
          [
            "number": JSONValue(record.number), "at": .string(record.at.iso8601), "method": .string(record.method),
            "path": .string(record.path),
            "operation": JSONValue(record.operation?.rawValue), "status": JSONValue(record.status),
            "reasonCode": JSONValue(record.reasonCode), "message": JSONValue(record.message),
            "publicKeyId": JSONValue(record.publicKeyID), "simulationCode": JSONValue(record.simulationCode),
            "struck": .bool(record.wasStruck),
            "canonicalRequest": JSONValue(record.signing?.canonicalRequest),
            "stringToSign": JSONValue(record.signing?.stringToSign),
            "findings": record.signing.map { .array($0.findings.map { .string($0.name) }) } ?? .null,
          ]
        })
    ]
  }

  static func notifications(
    _ deliveries: [NotificationDelivery], _ subscriptions: [NotificationSubscription]
  ) -> JSONValue {
    [
      "subscriptions": .array(
        subscriptions.map {
          [
            "merchantId": .string($0.owner.merchantID), "environment": .string($0.owner.environment.rawValue),
            "url": .string($0.url), "confirmedAt": JSONValue($0.confirmedAt?.iso8601),
          ]
        }),
      "notifications": .array(deliveries.map(notification)),
    ]
  }

  private static func notification(_ delivery: NotificationDelivery) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
    add("number", JSONValue(delivery.number))
    add("type", .string(delivery.subject.messageType))
    if case .change(let object, let id, let permissionID) = delivery.subject {
      add("objectType", .string(object.rawValue))
      add("objectId", .string(id))
      add("chargePermissionId", .string(permissionID))
      add("announcedState", JSONValue(delivery.announcedState))
      add("notificationId", .string(delivery.notificationID))
    }
    add("merchantId", .string(delivery.owner.merchantID))
    add("messageId", .string(delivery.messageID))
    add("copy", .bool(delivery.isCopy))
    add("state", .string(delivery.state.rawValue))
    add("due", .string(delivery.due.iso8601))
    add(
      "attempts",
      .array(
        delivery.attempts.map { attempt in
          let status: JSONValue
          switch attempt.outcome {
          case .status(let code): status = JSONValue(code)
          case .noAnswer: status = .null
          }
          return ["at": .string(attempt.at.iso8601), "status": status]
        }))
    return .object(members)
  }

  static func step(_ step: NextAction) -> JSONValue {
    switch step {
    case .leave(let url): ["step": "leave", "url": .string(url)]
    case .signIn: ["step": "signIn"]
    case .select: ["step": "select"]
    case .process: ["step": "process"]
    case .declined: ["step": "declined"]
    case .ended(let reason): ["step": "ended", "reason": .string(reason)]
    }
  }

  static func error(_ reasonCode: String, _ message: String) -> JSONValue {
    ["reasonCode": .string(reasonCode), "message": .string(message)]
  }
}
