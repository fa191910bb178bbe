import FerryCore
import FerryWeb
import HTTPTypes

/// One object of the ledger: as the API answers it, and what can be done to it beside the API.
struct ObjectPage {
  let shell: ConsolePage
  let object: ConsoleObject
  let ledger: AmazonPayLedger
  let isControlled: Bool
  /// What came of the form that was sent.
  var problem: String?

  private var text: ConsoleText { shell.text }

  /// Nil for an object that is not there.
  var page: Page? {
    guard let (title, chip, body, actions) = content else { return nil }
    return shell.page(
      title,
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(text.back)</a></p>
      <p class="id">\(object.id)</p><p>\(chip)</p>
      \(problem.map { Notice(.error, title: text.refusedAction, $0).html })
      \(if: !actions.isEmpty, deeds(actions))
      \(Panel(text.answer, body: "<pre id=\"answer\">\(PrettyJSON(body).text)</pre>").html)
      """)
  }

  private var content: (String, HTML, JSONValue, [ConsoleForm.Action])? {
    switch object {
    case .session(let id):
      ledger.sessions[id].map { (text.session, StateChip($0).html, ledger.body(of: $0, at: shell.now), []) }
    case .permission(let id):
      ledger.permissions[id].map {
        (
          text.permission, StateChip($0, in: ledger).html, ledger.body(of: $0, at: shell.now),
          ConsoleForm.actions($0)
        )
      }
    case .charge(let id):
      ledger.charges[id].map { (text.charge, StateChip($0).html, ledger.body(of: $0), ConsoleForm.actions($0)) }
    case .refund(let id):
      ledger.refunds[id].map { (text.refund, StateChip($0).html, ledger.body(of: $0), ConsoleForm.actions($0)) }
    }
  }

  private func deeds(_ actions: [ConsoleForm.Action]) -> HTML {
    guard isControlled else {
      return Panel(text.actions, body: "<p>\(text.actionsNote)</p><p class=\"lead\">\(text.actionsClosed)</p>").html
    }
    let buttons = actions.map { Button(text.name(of: $0), .secondary, name: "action", value: $0.rawValue).html }
    return Panel(
      text.actions,
      body: """
        <p class="lead small">\(text.actionsNote)</p>
        <form id="deeds" class="stack" method="post" action="\(object.link)">
        \(if: actions.contains(where: \.takesAmount), amountField)
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
  }

  private var amountField: HTML {
    """
    <div class="field"><label for="amount">\(text.amountLeftEmpty)</label>\
    <input id="amount" name="amount" inputmode="decimal" maxlength="20" autocomplete="off"></div>
    """
  }
}

/// JSON for people, two spaces for each level.
struct PrettyJSON {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var text: String { Self.text(value, indent: "") }

  private static func text(_ value: JSONValue, indent: String) -> String {
    let inner = indent + "  "
    switch value {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        let name = String(decoding: JSONValue.string(member.name).bytes, as: UTF8.self)
        return "\(inner)\(name): \(text(member.value, indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      return "[\n\(elements.map { inner + text($0, indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    default: return String(decoding: value.bytes, as: UTF8.self)
    }
  }
}
