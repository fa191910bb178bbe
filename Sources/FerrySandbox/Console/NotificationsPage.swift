import FerryCore
import FerryWeb

extension ConsolePage {
  /// The messages to the merchants' URLs, the newest first, with their answers.
  /// - Parameters:
  ///   - notices: One notice for each URL.
  ///   - link: Returns the page of an object by its id and its kind.
  func notifications<Subject>(
    _ deliveries: [NotificationDelivery<Subject>], notices: [HTML],
    link: (String, String) -> Link?
  ) -> Page {
    page(
      "Notifications",
      """
      \(reloading(.notifications))
      \(notices)
      \(list(
        deliveries.reversed(), in: .notifications, hint: "Id, kind or state",
        none: notices.isEmpty ? "No merchant has an address for notifications. Give one with --notify." : "Nothing has been sent yet.",
        keys: { [$0.subject.type, $0.subject.objectID, $0.announcedState].compactMap(\.self) },
        row: { row($0, link) }))
      """)
  }

  private func row(
    _ delivery: NotificationDelivery<some NotificationSubject>, _ link: (String, String) -> Link?
  ) -> HTML {
    let attempts = delivery.attempts.map { "\(TimeText($0.at).text): \($0.outcome.text)" }
    let due = delivery.state == .waiting ? "due \(TimeText(delivery.due).text)" : nil
    let why = (attempts + [due].compactMap(\.self)).joined(separator: "; ")
    return """
      <div class="row">\(TimeText(delivery.sandboxTime).html)<span class="what">\(what(delivery, link))</span>\
      \(chip(delivery.state).html)\(if: delivery.isCopy, StateChip(.over, "copy").html)\
      \(if: !why.isEmpty, "<span class=\"why\">\(why)</span>")\
      \(if: isControlled && delivery.state != .waiting, resend(delivery.number))</div>
      """
  }

  private func what(
    _ delivery: NotificationDelivery<some NotificationSubject>, _ link: (String, String) -> Link?
  ) -> HTML {
    guard let object = delivery.subject.objectName, let id = delivery.subject.objectID else {
      return "<strong>\(delivery.subject.type)</strong>"
    }
    let name: HTML = "<code>\(id)</code>"
    return """
      <strong>\(object)</strong> \(link(id, delivery.subject.object ?? "").map { "<a href=\"\($0)\">\(name)</a>" as HTML } ?? name)\
      \(delivery.announcedState.map { " → \($0)" as HTML })
      """
  }

  private func chip(_ state: DeliveryState) -> StateChip {
    switch state {
    case .waiting: StateChip(.open, "waiting")
    case .delivered: StateChip(.good, "delivered")
    case .refused: StateChip(.bad, "refused")
    case .exhausted: StateChip(.bad, "given up")
    case .lost: StateChip(.over, "lost")
    }
  }

  private func resend(_ number: Int) -> HTML {
    """
    <form method="post" action="\(Place.notifications.link)">\
    \(Button("Send again", .quiet, name: "resend", value: String(number)).html)</form>
    """
  }
}

extension DeliveryOutcome {
  fileprivate var text: String {
    switch self {
    case .status(let code): "answered \(code)"
    case .noAnswer: "no answer"
    }
  }
}
