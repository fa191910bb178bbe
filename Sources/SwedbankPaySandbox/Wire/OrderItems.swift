import FerryCore
import FerrySandbox

extension OrderRequest {
  private static let types = [
    "PRODUCT", "SERVICE", "SHIPPING_FEE", "PAYMENT_FEE", "DISCOUNT", "VALUE_CODE", "OTHER",
  ]

  /// Checks the lines of an order, a capture or a reversal ("Order items" in the technical reference).
  /// - Returns: The lines as they came; nil if there are none.
  static func items(
    _ reader: MemberReader, _ amount: Money, _ vatAmount: Int64, _ version: APIVersion, _ rules: Rules
  ) throws(APIProblem) -> JSONValue? {
    guard let items = try reader.objects("orderItems"), !items.isEmpty else {
      if rules.requiresItems, version < .v31 { throw .invalid(reader.path("orderItems"), "is required") }
      return nil
    }
    var total: Int64 = 0
    var vat: Int64 = 0
    for item in items {
      let reference = try item.required("reference", item.scalar("reference"))
      _ = try item.required("name", item.text("name"))
      let type = try item.required("type", item.text("type"))
      guard types.contains(type) else {
        throw .invalid(item.path("type"), "is not one of \(types.joined(separator: ", "))")
      }
      let itemClass = try item.required("class", item.text("class"))
      guard itemClass.wholeMatch(of: /[\w\-]*/) != nil else { throw .invalid(item.path("class"), "has spaces") }
      _ = try item.required("quantityUnit", item.text("quantityUnit"))
      guard try item.scalar("quantity")?.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,4})?/) != nil else {
        throw .invalid(item.path("quantity"), "is not a number with at most 4 decimals")
      }
      let unitPrice = try item.required("unitPrice", item.number("unitPrice"))
      let vatPercent = try item.required("vatPercent", item.number("vatPercent"))
      let line = try item.required("amount", item.number("amount"))
      let lineVAT = try item.required("vatAmount", item.number("vatAmount"))
      if rules.checksItems {
        guard reference.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil else {
          throw .invalid(item.path("reference"), "has other characters than letters, digits, - and _, or none")
        }
        _ = try item.text("description", 0...40)
        guard vatPercent >= 0 else { throw .invalid(item.path("vatPercent"), "is below zero") }
        let isReduction = type == "DISCOUNT" || type == "VALUE_CODE"
        for (name, number) in [("unitPrice", unitPrice), ("amount", line), ("vatAmount", lineVAT)]
        where number < 0 && !isReduction { throw .invalid(item.path(name), "is below zero") }
      }
      // Fees of one instrument are no part of the order's amount.
      guard try item.texts("restrictedToInstruments") == nil else { continue }
      (total, vat) = (total + line, vat + lineVAT)
    }
    if rules.checksItems {
      guard total == amount.minorUnits else { throw .invalid(reader.path("orderItems"), "do not add up to the amount") }
      guard vat == vatAmount else { throw .invalid(reader.path("orderItems"), "do not add up to the VAT amount") }
    }
    return reader["orderItems"]
  }

  /// The lines of the answer: those of the request, else one that is made from description and amount.
  var shownItems: JSONValue {
    if let items = items.unlessNull { return items }
    return [
      [
        "reference": "1", "name": .string(description), "type": "OTHER", "class": "default", "quantity": 1,
        "quantityUnit": "pcs", "unitPrice": JSONValue(amount.minorUnits), "vatPercent": 0,
        "amount": JSONValue(amount.minorUnits), "vatAmount": JSONValue(vatAmount),
      ]
    ]
  }
}
