import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The first page: the payer's data, pre-filled with the buyer's. A session with a payer goes on without it.
struct PayerPage {
  let session: Session
  let shop: String
  let person: Person
  let isRefused: Bool

  private static let problem = "Check the names and the e-mail address, and that the document fits its type."

  var page: Page {
    session.shell(isRefused ? .unprocessableContent : .ok).page(
      "Your details", lead: "To pay at \(shop)",
      """
      \(if: isRefused, Notice(.error, Self.problem).html)
      <form id="payer" class="stack" method="post" action="\(session.link("payer"))">
      <div class="pair">\(InputField(
        id: "name", label: "First name", value: person.name ?? "", autocomplete: "given-name").html)\
      \(InputField(
        id: "surname", label: "Last name", value: person.surname ?? "", autocomplete: "family-name").html)</div>
      \(InputField(
        id: "email", label: "E-mail address", value: person.email ?? "", type: "email", inputMode: "email",
        autocomplete: "email", limit: 80).html)
      \(InputField(
        id: "mobile", label: "Mobile phone", value: person.mobile ?? "", type: "tel", inputMode: "tel",
        autocomplete: "tel", limit: 30, isRequired: false).html)
      <div class="pair">\(documentType)\(InputField(
        id: "document", label: "Document number", value: person.document ?? "", limit: 25, isRequired: false).html)</div>
      \(Button("Continue", isWide: true).html)
      </form>
      \(session.cancelForm)
      """)
  }

  private var documentType: HTML {
    var types = Person.documentTypes(of: String(session.locale.suffix(2)))
    if let own = person.documentType, !types.contains(own) { types.insert(own, at: 0) }
    let options = types.map { type -> HTML in
      #"<option value="\#(type)"\#(if: type == person.documentType, " selected")>\#(type)</option>"#
    }
    return """
      <div class="field"><label for="documentType">Type of document</label>\
      <select id="documentType" name="documentType"><option value="">No document</option>\(options)</select></div>
      """
  }
}

extension Person {
  /// The data of the page's form.
  init(form: Fields) {
    self.init()
    func field(_ name: String, _ limit: Int) -> String? {
      form[name].flatMap { $0.isEmpty ? nil : String($0.prefix(limit)) }
    }
    name = field("name", 60)
    surname = field("surname", 60)
    email = field("email", 80)
    mobile = field("mobile", 30)
    document = field("document", 25)
    documentType = field("documentType", 6)
  }

  /// The person as a payer. A type without a document is left out. Nil for data that PlacetoPay would refuse.
  var payer: Person? {
    var payer = self
    if document == nil { payer.documentType = nil }
    let isCompany = ["NIT", "RUT", "RUC", "CLRUT"].contains(payer.documentType)
    let isNamed = name != nil && (surname != nil || isCompany)
    return isNamed && email?.contains("@") == true && payer.hasSoundDocument ? payer : nil
  }
}

extension Session {
  var link: Link { "/spa/session/\(String(id))/\(hash)" }

  func link(_ act: String) -> Link { "/spa/session/\(String(id))/\(hash)/\(act)" }

  func shell(_ status: HTTPResponse.Status = .ok) -> PageShell { Sandbox.shell(status, language: locale) }

  /// The buyer ends the session with this form.
  var cancelForm: HTML {
    """
    <div class="leave"><form id="cancel" method="post" action="\(link("cancel"))">\
    \(Button("I do not want to continue", .quiet).html)</form></div>
    """
  }
}
