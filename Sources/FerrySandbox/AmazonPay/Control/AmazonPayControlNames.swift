/// The names that the control API takes, for whoever writes its requests or a help text.
public enum AmazonPayControlNames {
  /// Of a fault's `operation`.
  public static let operations = AmazonPayOperation.allCases.map(\.rawValue)

  /// Of a fault's `kind`.
  public static let faults = [
    "delay", "slow", "dropBeforeExecution", "dropAfterExecution", "errorBeforeExecution", "errorAfterExecution",
    "cutOffBody", "notJSON", "unknownState", "otherAmount", "simulate",
  ]

  /// Of a notification fault's `kind`.
  public static let notificationFaults = ["lose", "delay", "duplicate"]

  /// Of a notification fault's `object`.
  public static let notificationObjects = AmazonPayNotificationObject.allCases.map(\.rawValue)

  /// Of a buyer's `action`.
  public static let buyerActions = [
    "select", "changeAddress", "changePayment", "cancelSelection", "cancelChange", "approve", "cancelPayment",
  ]

  /// Of a buyer's `card`: its last four digits.
  public static let cards = TestCard.allCases.map(\.rawValue)

  /// Of a buyer's `address`. The first one is chosen where a request names none.
  public static func addresses(in region: AmazonPayRegion) -> [String] { TestAddress.book(of: region).map(\.id) }
}
