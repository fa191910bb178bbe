import FerryProvider

/// What an Instant Payment Notification says: that something changed, and about what ("Set up Instant Payment Notifications",
/// the Amazon Pay documentation). It holds no state.
struct PaymentNotice {
  let merchantId: String
  /// What it is about: "CHARGE.STATE_CHANGE".
  let kind: String
  let isRecognised: Bool
  /// A buyer has had money taken back through his bank. No call of the API tells more of it.
  let isOfChargeback: Bool
  /// Ids of Amazon Pay, what changed first, then the charge permission that it belongs to.
  let references: [ProviderReference]

  private static let objectTypes: Set<String> = ["CHARGE_PERMISSION", "CHARGE", "REFUND", chargeback]
  private static let chargeback = "CHARGEBACK"
  private static let notificationTypes: Set<String> = ["STATE_CHANGE", "ATTRIBUTE_CHANGE"]
  private static let version = "V2"

  /// The kind of the reference that an object type stands for.
  private static func kind(of objectType: String) -> String {
    objectType.lowercased().replacing("_", with: "-")
  }

  /// Nil for a text that is no such notice, or names no merchant.
  ///
  /// The names begin with capitals in messages and with small letters in the documentation's table.
  init?(_ message: String) {
    guard let members = try? TextMembers(Array(message.utf8), ignoringCase: true),
      let merchantId = members["merchantid"]
    else { return nil }
    self.merchantId = merchantId
    let objectType = members["objecttype"] ?? ""
    let notificationType = members["notificationtype"] ?? ""
    kind = "\(objectType.prefix(30)).\(notificationType.prefix(30))"
    isRecognised =
      Self.objectTypes.contains(objectType) && Self.notificationTypes.contains(notificationType)
      && (members["notificationversion"] ?? Self.version) == Self.version
    isOfChargeback = objectType == Self.chargeback
    var references: [ProviderReference] = []
    for (kind, id) in [
      (Self.kind(of: objectType), members["objectid"]), ("charge-permission", members["chargepermissionid"]),
    ] {
      guard let id, AmazonPayCall.isWellFormed(id) else { continue }
      let reference = ProviderReference(kind, id)
      if !references.contains(reference) { references.append(reference) }
    }
    self.references = references
  }
}
