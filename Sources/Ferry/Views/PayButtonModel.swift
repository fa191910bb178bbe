public import FerryCore

/// The content of a pay button.
public struct PayButtonModel: Hashable, Sendable {
  public var label: String
  public var accessibilityLabel: String
  public var accessibilityHint: String
  /// False while a payment is in progress or may still succeed.
  public var isEnabled: Bool
  public var isBusy: Bool

  /// - Parameter provider: The provider's name as people know it: "Amazon Pay".
  public init(provider: String, _ status: FlowStatus, _ language: Language) {
    let texts = language.ferryTexts
    label = texts.pay(provider)
    isEnabled = Self.isFree(status)
    isBusy = !isEnabled
    accessibilityLabel = isEnabled ? label : texts.payBusy
    accessibilityHint = isEnabled ? texts.payHint : ""
  }

  private static func isFree(_ status: FlowStatus) -> Bool {
    switch status {
    case .idle, .ended(.paid), .ended(.declined), .ended(.cancelled), .ended(.notFinished): true
    case .starting, .away, .returning, .checking, .reviewing, .selectionRefused, .openingPayment, .confirmingPayment,
      .cancelling, .ended(.confirming):
      false
    }
  }
}
