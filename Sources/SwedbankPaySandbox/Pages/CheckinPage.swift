import FerryCore
import FerrySandbox
import FerryWeb

extension Consumer {
  /// The check-in, in a frame of the shop's page or alone (version 2.0).
  var page: Page {
    var shell = Sandbox.shell(language: language)
    shell.joinMenu()
    let text = String(decoding: JSONValue.array(events).bytes, as: UTF8.self)
    return shell.page(
      CheckinForm.title,
      """
      <div id="menu" data-events="\(text)" hidden></div>
      \(person.map { Notice(.info, "You are \($0.email).").html }
        ?? CheckinForm(action: "/consumers/\(token)").html)
      """)
  }

  /// The events of a consumer who named themselves ("Checkin events" of the documentation).
  private var events: [JSONValue] {
    guard let profile else { return [] }
    func details(_ event: String, _ part: String) -> JSONValue {
      ["event": .string(event), "url": .string("/psp/consumers/\(profile)/\(part)")]
    }
    return [
      ["event": "OnConsumerIdentified", "consumerProfileRef": .string(profile)],
      details("OnBillingDetailsAvailable", "billing-details"),
    ] + (asksAddress ? [details("OnShippingDetailsAvailable", "shipping-details")] : [])
  }
}

/// A person names themselves with this form: in the check-in, and in the menu of an order that asks who pays.
struct CheckinForm {
  let action: Link

  static let title = "Who are you?"

  var html: HTML {
    let person = Consumer.Person.fictional
    return """
      <p>A fictional person. Nothing leaves this machine.</p><form id="checkin" class="stack" method="post" action="\(action)">
      \(InputField(
        id: "email", label: "E-mail address", value: person.email, inputMode: "email", autocomplete: "email",
        limit: 100).html)
      \(InputField(
        id: "msisdn", label: "Mobile number", value: person.msisdn, inputMode: "tel", autocomplete: "tel",
        limit: 16).html)
      \(Button("Continue", isWide: true).html)</form>
      """
  }
}

extension Consumer.Person {
  /// - Parameter form: The fields of `CheckinForm`.
  init(_ form: Fields) throws(Problem) {
    email = try form.required("email") { $0.contains("@") ? $0 : nil }
    msisdn = try form.required("msisdn") { $0.wholeMatch(of: /\+[0-9]{8,15}/) != nil ? $0 : nil }
  }
}

extension Sandbox {
  /// A page on the provider's host. A tap there leads back to an app's universal link. iOS follows such links only after a tap,
  /// and only from another host ("Payment URL" of the documentation).
  /// - Parameter query: `target`, `language` and `app`.
  /// - Returns: Nil if the target is not https, or http to this machine.
  static func trampoline(_ query: Fields) -> Page? {
    guard let text = query["target"], Link(external: text) != nil, let target = Link(payerAddress: text) else {
      return nil
    }
    let title = "Go back to the app"
    let app = query["app"].flatMap { $0.isEmpty ? nil : "Back to \($0.prefix(100))" }
    let shell = shell(language: query["language"])
    return shell.page(title, shell.leaving(target, app ?? title, id: "target"))
  }
}
