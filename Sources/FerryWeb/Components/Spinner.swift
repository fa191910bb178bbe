/// A turning circle with a sentence; the sentence is announced, the circle is not. It stands still for readers who asked
/// for less motion.
public struct Spinner: Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  public var html: HTML {
    #"<div class="waiting" role="status" aria-live="polite"><span class="spinner" aria-hidden="true"></span>"#
      + "<p>\(text)</p></div>"
  }
}
