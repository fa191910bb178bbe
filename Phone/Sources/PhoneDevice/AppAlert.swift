internal import PhoneRules

/// A dialog of the shop's app, as `UIAlertController` shows it.
public struct AppAlert: Hashable, Sendable {
  public var text: String
  public var buttons: [Button]

  public struct Button: Hashable, Sendable {
    /// The name for journeys and for the line protocol: "wait".
    public var name: String
    public var label: String

    public init(name: String, label: String) {
      self.name = name
      self.label = label
    }
  }

  public init(text: String, buttons: [Button]) {
    self.text = text
    self.buttons = buttons
  }
}

extension Device {
  /// Shows a dialog of the app over everything, until the buyer presses a button or the secure browser closes.
  /// - Parameter answer: Called with the name of the button.
  public func show(_ alert: AppAlert, _ answer: @escaping @MainActor (String) -> Void) {
    self.alert = alert
    whenAnswered = answer
    journal.note(.app, "asks: \(alert.buttons.map(\.name).joined(separator: ", "))", at: setup.app.name)
    screen.show(alert) { [weak self] in self?.choose($0) }
  }

  /// Presses a button of the open dialog. Does nothing if there is no such button.
  public func choose(_ button: String) {
    guard let alert, alert.buttons.contains(where: { $0.name == button }) else { return }
    journal.note(.act, "chooses \(button)", at: setup.app.name)
    let answer = whenAnswered
    withdrawAlert()
    answer?(button)
  }

  func withdrawAlert() {
    guard alert != nil else { return }
    alert = nil
    whenAnswered = nil
    screen.withdrawQuestion()
  }
}
