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
            "at": .string(record.at.iso8601), "method": .string(record.method), "path": .string(record.path),
            "operation": JSONValue(record.operation?.rawValue), "status": JSONValue(record.status),
            "reasonCode": JSONValue(record.reasonCode), "struck": .bool(record.wasStruck),
          ]
        })
    ]
  }

  static func step(_ step: BuyerStep) -> JSONValue {
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
