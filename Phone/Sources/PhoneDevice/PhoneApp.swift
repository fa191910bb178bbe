public import PhoneRules
public import PhoneWebKit

/// An app's process on the phone, from launch to end.
@MainActor public protocol PhoneApp: AnyObject {
  var screen: Widget { get }
  /// Its web view, where it has one.
  var webView: WebView? { get }
  /// What a person reads on its native screen.
  var state: String { get }
  /// A control of its native screen.
  func control(_ name: String) -> Widget?

  /// The process starts. A scene that is connected by a link has it in its options.
  func launch(link: String?)
  /// Its window comes up.
  func showWindow()
  func receive(_ link: String, by entry: DeliveryStep.Entry)
  /// The buyer has the app before him again.
  func comeToFront()
  /// The process is gone, without a word to the app.
  func end()
}
