package import FerryCore

/// A moment, for people and for programs.
package struct TimeText {
  private let moment: Moment

  package init(_ moment: Moment) { self.moment = moment }

  /// "2025-01-02 03:04:05 UTC"
  package var text: String { moment.iso8601.prefix(19).replacing("T", with: " ") + " UTC" }

  package var html: HTML { #"<time datetime="\#(moment.iso8601)">\#(text)</time>"# }
}

/// A state with its reason.
package struct StateChip {
  package enum Tone: String { case good, open, bad, over }

  private let tone: Tone
  private let state: String
  private let reason: String?

  package var html: HTML {
    #"<span class="chip \#(tone.rawValue)">\#(state)\#(reason.map { " · \($0)" as HTML })</span>"#
  }

  package init(_ tone: Tone, _ state: String, _ reason: String? = nil) {
    self.tone = tone
    self.state = state
    self.reason = reason
  }
}
