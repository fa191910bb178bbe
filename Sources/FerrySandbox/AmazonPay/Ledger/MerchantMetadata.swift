/// What the merchant says of the order.
struct MerchantMetadata: Codable, Hashable {
  var merchantReferenceId: String?
  var merchantStoreName: String?
  var noteToBuyer: String?
  var customInformation: String?

  var body: JSONValue {
    [
      "merchantReferenceId": JSONValue(merchantReferenceId), "merchantStoreName": JSONValue(merchantStoreName),
      "noteToBuyer": JSONValue(noteToBuyer), "customInformation": JSONValue(customInformation),
    ]
  }

  /// Takes over the members that a request names; null clears one.
  mutating func merge(_ request: JSONValue?) {
    merchantReferenceId = request.merged("merchantReferenceId", merchantReferenceId)
    merchantStoreName = request.merged("merchantStoreName", merchantStoreName)
    noteToBuyer = request.merged("noteToBuyer", noteToBuyer)
    customInformation = request.merged("customInformation", customInformation)
  }
}

extension JSONValue? {
  /// The text that a partial update leaves: the present one where the member is missing, nil where it is null.
  func merged(_ name: String, _ present: String?) -> String? {
    guard let member = self?[name] else { return present }
    return member.text
  }

  func merged(_ name: String, _ present: Bool?) -> Bool? {
    guard let member = self?[name] else { return present }
    return member.flag
  }
}
