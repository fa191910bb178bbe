extension AmazonPayClient {
  /// Tells Amazon, and by it the buyer, how a parcel travels.
  public func createDeliveryTracker(
    _ tracker: DeliveryTracker, _ key: IdempotencyKey? = nil
  ) async throws -> DeliveryTracker {
    try await perform(.createDeliveryTracker(tracker, key))
  }
}
