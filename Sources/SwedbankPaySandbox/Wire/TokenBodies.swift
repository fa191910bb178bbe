import FerryCore
import FerrySandbox
import FerryWeb

/// The tokens of a payer ("Payer owned tokens" of the documentation).
struct TokenList {
  let payer: String
  let tokens: [StoredToken]
  let origin: Origin

  static func path(_ payer: String) -> String { ("/psp/paymentorders/payerownedtokens/\(payer)" as Link).text }

  static func body(_ payer: String, _ tokens: [JSONValue]) -> JSONValue {
    ["id": .string(path(payer)), "payerReference": .string(payer), "tokens": .array(tokens)]
  }

  var body: JSONValue {
    let entries = tokens.map { entry($0, ["tokenType": .string($0.kind.tokenType), "token": .string($0.token)]) }
    return [
      "payerOwnedTokens": Self.body(payer, entries),
      "operations": [operation("delete-payerownedtokens", Self.path(payer))],
    ]
  }

  /// The form of older clients, which lists tokens for the payer's own payments only.
  var oldBody: JSONValue {
    let entries = tokens.filter { $0.kind == .payment }.map { entry($0, ["paymentToken": .string($0.token)]) }
    return [
      "payerOwnedPaymentTokens": [
        "id": .string(("/psp/paymentorders/payerownedpaymenttokens/\(payer)" as Link).text),
        "payerReference": .string(payer), "paymentTokens": .array(entries),
      ],
      "operations": [],
    ]
  }

  private func entry(_ token: StoredToken, _ names: JSONValue) -> JSONValue {
    names.appending([
      "instrument": .string(Instrument.creditCard.rawValue), "instrumentDisplayName": .string(token.card.maskedNumber),
      "instrumentParameters": ["expiryDate": .string(token.card.expiry), "cardBrand": .string(token.card.brand)],
      "operations": [
        operation("delete-\(token.kind.segment)", "/psp/paymentorders/\(token.kind.segment)/\(token.token)")
      ],
    ])
  }

  private func operation(_ rel: String, _ path: String) -> JSONValue {
    ["method": "PATCH", "href": .string("\(origin)\(path)"), "rel": .string(rel), "contentType": "application/json"]
  }
}

extension StoredToken {
  /// The answer to its deletion.
  var deletedBody: JSONValue {
    [
      "instrument": .string(Instrument.creditCard.rawValue),
      kind == .payment ? "paymentToken" : "token": .string(token),
      "state": "Deleted", "isDeleted": true,
    ]
  }
}

extension Consumer {
  /// The answer to `POST /psp/consumers`.
  func body(_ origin: Origin) -> JSONValue {
    [
      "token": .string(token),
      "operations": [
        [
          "method": "GET", "rel": "redirect-consumer-identification", "contentType": "text/html",
          "href": .string("\(origin)/consumers/\(token)"),
        ],
        [
          "method": "GET", "rel": "view-consumer-identification", "contentType": "application/javascript",
          "href": .string("\(origin)/consumers/core/scripts/client/px.consumer.client.js?token=\(token)"),
        ],
      ],
    ]
  }

  /// - Parameter part: `shipping-details` or `billing-details`.
  func details(_ part: String) -> JSONValue? {
    guard let details = person?.details else { return nil }
    let name = part == "shipping-details" ? "shippingAddress" : "billingAddress"
    return .object((details.members ?? []).filter { !$0.name.hasSuffix("Address") || $0.name == name })
  }
}
