public import FerryHTTP

extension AmazonPayCall {
  /// Gets the buyer of a sign-in. The answer is an `AmazonPayBuyer`.
  /// - Parameter token: The `buyerToken` in the query of the sign-in return URL.
  public static func getBuyer(token: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getBuyer, token)
  }

  /// Sends the tracking numbers of an order; Amazon notifies the buyer. The answer is a `DeliveryTracker`.
  /// - Throws: `InvalidField` unless the tracker names one order and at least one parcel.
  public static func createDeliveryTracker(
    _ tracker: DeliveryTracker, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let order = [tracker.chargePermissionId, tracker.amazonOrderReferenceId].compactMap { $0 }
    guard order.count == 1, !order[0].isEmpty else { throw InvalidField(field: "chargePermissionId", .missing) }
    guard !tracker.deliveryDetails.isEmpty else { throw InvalidField(field: "deliveryDetails", .missing) }
    for parcel in tracker.deliveryDetails {
      if parcel.trackingNumber.isEmpty { throw InvalidField(field: "deliveryDetails.trackingNumber", .missing) }
      if parcel.carrierCode.isEmpty { throw InvalidField(field: "deliveryDetails.carrierCode", .missing) }
    }
    return try AmazonPayCall(.createDeliveryTracker, body: stableJSON(tracker), idempotencyKey: key)
  }

  /// For solution providers: exchanges a token of Amazon Pay's first API for one of this API. The answer is an
  /// `AuthorizationToken`.
  public static func getAuthorizationToken(mwsAuthToken: String, merchantId: String) throws(InvalidField)
    -> AmazonPayCall
  {
    guard !merchantId.isEmpty else { throw InvalidField(field: "merchantId", .missing) }
    return try AmazonPayCall(.getAuthorizationToken, mwsAuthToken, query: [Parameter("merchantId", merchantId)])
  }
}
