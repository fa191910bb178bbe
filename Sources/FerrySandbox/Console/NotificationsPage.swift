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
      text.notifications,
      """
      \(reloading(.notifications))
      \(notices)
      \(list(
        deliveries.reversed(), in: .notifications, hint: text.searchNotifications,
        none: notices.isEmpty ? text.noAddress : text.noNotifications,
        keys: { [$0.subject.type, $0.subject.objectID, $0.announcedState].compactMap(\.self) },
        row: { row($0, link) }))
      """)
  }

  private func row(
    _ delivery: NotificationDelivery<some NotificationSubject>, _ link: (String, String) -> Link?
  ) -> HTML {
    let attempts = delivery.attempts.map { "\(TimeText($0.at).text): \(text.attempt($0.outcome))" }
    let due = delivery.state == .waiting ? text.due(TimeText(delivery.due).text) : nil
    let why = (attempts + [due].compactMap(\.self)).joined(separator: "; ")
    return """
      <div class="row">\(TimeText(delivery.sandboxTime).html)<span class="what">\(what(delivery, link))</span>\
      \(chip(delivery.state).html)\(if: delivery.isCopy, StateChip(.over, text.copy).html)\
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
    let tone: StateChip.Tone =
      switch state {
      case .waiting: .open
      case .delivered: .good
      case .refused, .exhausted: .bad
      case .lost: .over
      }
    return StateChip(tone, text.state(state))
  }

  private func resend(_ number: Int) -> HTML {
    """
    <form method="post" action="\(Place.notifications.link)">\
    \(Button(text.resend, .quiet, name: "resend", value: String(number)).html)</form>
    """
  }
}
