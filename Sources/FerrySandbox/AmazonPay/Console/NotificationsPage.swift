import FerryCore
import FerryWeb

/// The messages to the merchants' addresses, the newest first, with the answers they got.
struct NotificationsPage {
  let shell: ConsolePage
  let deliveries: [NotificationDelivery]
  let subscriptions: [NotificationSubscription]
  let isControlled: Bool

  private var text: ConsoleText { shell.text }

  var page: Page {
    let rows = deliveries.reversed().prefix(200).map { row($0) }
    return shell.page(
      text.notifications,
      """
      \(shell.reloading(ConsolePage.Place.notifications.link))
      \(if: subscriptions.isEmpty && deliveries.isEmpty, Notice(.info, text.noAddress).html)
      \(subscriptions.map { subscription in
        Notice(
          .info, title: text.address(subscription.url), subscription.confirmedAt == nil ? text.unconfirmed : text.confirmed
        ).html
      })
      \(if: rows.isEmpty && !subscriptions.isEmpty, "<p>\(text.noNotifications)</p>")
      <div class="rows">\(Array(rows))</div>
      """)
  }

  private func row(_ delivery: NotificationDelivery) -> HTML {
    let attempts = delivery.attempts.map { "\(TimeText($0.at).text): \(text.attempt($0.outcome))" }
    let due = delivery.state == .waiting ? text.due(TimeText(delivery.due).text) : nil
    let why = (attempts + [due].compactMap(\.self)).joined(separator: "; ")
    return """
      <div class="row">\(TimeText(delivery.publishedAt).html)<span class="what">\(what(delivery))</span>\
      \(chip(delivery.state).html)\(if: delivery.isCopy, StateChip(.over, text.copy).html)\
      \(if: !why.isEmpty, "<span class=\"why\">\(why)</span>")\
      \(if: isControlled && delivery.state != .waiting, resend(delivery.number))</div>
      """
  }

  private func what(_ delivery: NotificationDelivery) -> HTML {
    switch delivery.subject {
    case .confirmation: "<strong>\(text.confirmation)</strong>"
    case .change(let object, let id, _):
      """
      <strong>\(object.rawValue)</strong> <code>\(id)</code>\
      \(delivery.announcedState.map { " → \($0)" as HTML })
      """
    }
  }

  private func chip(_ state: NotificationDelivery.State) -> StateChip {
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
    <form method="post" action="\(ConsolePage.Place.notifications.link)">\
    \(Button(text.resend, .quiet, name: "resend", value: String(number)).html)</form>
    """
  }
}
