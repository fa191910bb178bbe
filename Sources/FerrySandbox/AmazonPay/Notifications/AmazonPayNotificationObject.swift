/// What a notification is about, by the name that it has in the message.
public enum AmazonPayNotificationObject: String, Codable, Hashable, Sendable, CaseIterable {
  case chargePermission = "CHARGE_PERMISSION"
  case charge = "CHARGE"
  case refund = "REFUND"
  case chargeback = "CHARGEBACK"
}
