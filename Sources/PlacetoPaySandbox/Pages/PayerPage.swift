import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The first page: the payer's data, pre-filled with the buyer's. A session with a payer goes on without it.
struct PayerPage {
  let words: PageText
  let session: Session
  let shop: String
  let person: Person
  var isRefused = false

  var page: Page {
    var shell = PageShell(words)
    if isRefused { shell.status = .unprocessableContent }
    return shell.page(
      words.payer, lead: words.payerLead(shop),
      """
      \(if: isRefused, Notice(.error, words.payerProblem).html)
      <form id="payer" class="stack" method="post" action="\(session.link("payer"))">
      <div class="pair">\(InputField(
        id: "name", label: words.name, value: person.name ?? "", autocomplete: "given-name").html)\
      \(InputField(
        id: "surname", label: words.surname, value: person.surname ?? "", autocomplete: "family-name").html)</div>
      \(InputField(
        id: "email", label: words.email, value: person.email ?? "", type: "email", inputMode: "email",
        autocomplete: "email", limit: 80).html)
      \(InputField(
        id: "mobile", label: words.mobile, value: person.mobile ?? "", type: "tel", inputMode: "tel",
        autocomplete: "tel", limit: 30, isRequired: false).html)
      <div class="pair">\(documentType)\(InputField(
        id: "document", label: words.document, value: person.document ?? "", limit: 25, isRequired: false).html)</div>
      \(Button(words.goOn, isWide: true).html)
      </form>
      \(CancelForm(session: session, words: words).html)
      """)
  }

  private var documentType: HTML {
    let country = String(session.locale.suffix(2))
    var types = Person.documentTypes(of: country)
    if let own = person.documentType, !types.contains(own) { types.insert(own, at: 0) }
    let options = types.map { type -> HTML in
      #"<option value="\#(type)"\#(if: type == person.documentType, " selected")>\#(type)</option>"#
    }
    return """
      <div class="field"><label for="documentType">\(words.documentType)</label>\
      <select id="documentType" name="documentType"><option value="">\(words.noDocument)</option>\(options)</select></div>
      """
  }
}

/// The buyer ends the session with this form.
struct CancelForm {
  let session: Session
  let words: PageText

  var html: HTML {
    """
    <div class="leave"><form id="cancel" method="post" action="\(session.link("cancel"))">\
    \(Button(words.doNotContinue, .quiet).html)</form></div>
    """
  }
}

extension Person {
  /// The payer of the page's form; nil for one that PlacetoPay would refuse.
  init?(form: Fields) {
    self.init()
    func field(_ name: String, _ limit: Int) -> String? {
      form[name].flatMap { $0.isEmpty ? nil : String($0.prefix(limit)) }
    }
    name = field("name", 60)
    surname = field("surname", 60)
    email = field("email", 80)
    mobile = field("mobile", 30)
    document = field("document", 25)
    documentType = document == nil ? nil : field("documentType", 6)
    let isCompany = ["NIT", "RUT", "RUC", "CLRUT"].contains(documentType)
    guard name != nil, surname != nil || isCompany, email?.contains("@") == true, hasSoundDocument else { return nil }
  }
}

extension Session {
  /// A page of the session.
  func link(_ act: String) -> Link { "/spa/session/\(String(id))/\(hash)/\(act)" }

  var link: Link { "/spa/session/\(String(id))/\(hash)" }
}
