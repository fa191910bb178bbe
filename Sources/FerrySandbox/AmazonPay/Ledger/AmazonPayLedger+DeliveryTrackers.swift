extension AmazonPayLedger {
  /// Delivery Tracker: takes note of a parcel and gives the request back.
  func createDeliveryTracker(_ request: AmazonPayRequest) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    guard rules.offersDeliveryTrackers else {
      throw AmazonPayRefusal(403, "UnauthorizedAccess", "The account is not enabled for this operation.")
    }
    let permissionID = request.body["chargePermissionId"]?.text
    let referenceID = request.body["amazonOrderReferenceId"]?.text
    guard let id = permissionID ?? referenceID else { throw .missingValue("chargePermissionId") }
    guard permissionID == nil || referenceID == nil else {
      throw .invalidCombination("Either chargePermissionId or amazonOrderReferenceId is allowed.")
    }
    _ = try permission(id, of: request.owner)
    guard let details = request.body["deliveryDetails"]?.elements, !details.isEmpty else {
      throw .missingValue("deliveryDetails")
    }
    return (
      200,
      [
        "amazonOrderReferenceId": JSONValue(referenceID), "chargePermissionId": JSONValue(permissionID),
        "deliveryDetails": .array(
          details.map {
            ["trackingNumber": $0["trackingNumber"] ?? .null, "carrierCode": $0["carrierCode"] ?? .null]
          }),
      ]
    )
  }
}
