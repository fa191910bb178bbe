import FerryCore
import FerrySandbox

/// A buyer, a payer, or a receiver of goods: the shop's statement, or the form on the page.
struct Person: Codable, Hashable, Sendable {
  struct Address: Codable, Hashable, Sendable {
    var country: String?
    var state: String?
    var city: String?
    var postalCode: String?
    var street: String?
    var phone: String?
  }

  var document: String?
  var documentType: String?
  var name: String?
  var surname: String?
  var company: String?
  var email: String?
  var mobile: String?
  var address: Address?

  init() {}

  /// Reads a person within the limits of "Person" in the API reference.
  /// - Parameter cutsData: True for a buyer: PlacetoPay removes an e-mail address that is too long, and a name with a card
  ///   number.
  init(_ reader: MemberReader, cutsData: Bool) throws(APIRefusal) {
    document = try reader.scalar("document", 0...25)
    documentType = try reader.text("documentType", 0...6)
    name = try reader.text("name", 0...60)
    surname = try reader.text("surname", 0...60)
    company = try reader.text("company", 0...60)
    email = try reader.text("email", 0...1_000)
    mobile = try reader.scalar("mobile", 0...30)
    if let member = try reader.object("address") { address = try Address(member) }
    guard cutsData else { return }
    if (email ?? "").count > 80 { email = nil }
    if Self.holdsCardNumber(name) { name = nil }
    if Self.holdsCardNumber(surname) { surname = nil }
  }

  /// Reads a payer, whose data the buyer cannot change.
  /// - Throws: `payer_data_not_valid`.
  init(payer reader: MemberReader) throws(APIRefusal) {
    try self.init(reader, cutsData: false)
    guard (email ?? "").count <= 80, !Self.holdsCardNumber(name), !Self.holdsCardNumber(surname), hasSoundDocument
    else { throw .invalidPayer }
  }

  /// A name with a run of digits that is a card number by its length and its check digit (ISO/IEC 7812-1).
  private static func holdsCardNumber(_ name: String?) -> Bool {
    (name ?? "").split { !$0.isASCII || !$0.isNumber }.contains { run in
      (13...19).contains(run.count) && CheckDigit.fits(run.compactMap(\.wholeNumberValue))
    }
  }

  var body: JSONValue {
    .object(present: [
      "document": document, "documentType": documentType, "name": name, "surname": surname, "company": company,
      "email": email, "mobile": mobile, "address": address?.body,
    ])
  }
}

extension Person.Address {
  fileprivate init(_ reader: MemberReader) throws(APIRefusal) {
    country = try reader.text("country", 2...2)
    if let country, country.wholeMatch(of: /[A-Z]{2}/) == nil { throw .invalid(reader.path("country")) }
    state = try reader.text("state", 0...60)
    city = try reader.text("city", 0...1_000).map { String($0.prefix(30)) }
    postalCode = try reader.scalar("postalCode", 0...1_000).map { String($0.prefix(10)) }
    street = try reader.text("street", 1...1_000).map { String($0.prefix(128)) }
    phone = try reader.scalar("phone", 0...20)
  }

  fileprivate var body: JSONValue {
    .object(present: [
      "country": country, "state": state, "city": city, "postalCode": postalCode, "street": street, "phone": phone,
    ])
  }
}

// MARK: Documents

extension Person {
  /// True without a document, or with one of a known type's form ("Document types" in the documentation).
  var hasSoundDocument: Bool {
    guard document != nil || documentType != nil else { return true }
    guard let document, let documentType,
      let pattern = Self.documents.first(where: { $0.key.split(separator: " ").contains { $0 == documentType } })?
        .value,
      let form = try? Regex(pattern)
    else { return false }
    return document.wholeMatch(of: form) != nil
  }

  /// The types of a country's people and companies for the page's form, the usual one first.
  static func documentTypes(of country: String) -> [String] {
    let types: [String: [String]] = [
      "CO": ["CC", "CE", "TI", "NIT", "RUT"], "EC": ["CI", "RUC"], "CR": ["CRCPF", "CPJ", "DIMEX", "DIDI"],
      "CL": ["CLRUT"], "PA": ["CIP", "PARUC"], "PE": ["DNI", "PERUC"], "BR": ["CPF"], "UY": ["UYCI", "UYRUT"],
      "HN": ["HNDNI", "HNDR", "RTN"], "BZ": ["BZSSN", "BRN"], "PR": ["EIN"],
    ]
    return (types[country] ?? []) + ["PPN", "TAX", "LIC"]
  }

  /// The patterns of documents, by the types that have them.
  private static let documents = [
    "PPN TAX LIC": "[a-zA-Z0-9_]{4,16}", "CC": "[1-9][0-9]{3,9}", "CE": "([a-zA-Z]{1,5})?[1-9][0-9]{3,7}",
    "TI": "[1-9][0-9]{4,11}", "NIT RUT": "[1-9][0-9]{6,9}", "CI": "[0-9]{10}", "RUC": "[0-9]{13}",
    "CRCPF": "[1-9][0-9]{8}", "CPJ": "[1-9][0-9]{9}", "DIMEX DIDI": "[1-9][0-9]{10,11}",
    "CLRUT": "[0-9]{1,2}(\\.?[0-9]{1,3}){2}-[0-9Kk]", "CIP": "(N|E|PE[0-9]+)?[0-9]{2,6}[0-9]{2,6}",
    "PARUC": "[a-zA-Z0-9\\-]{1,16}", "DNI": "[0-9]{8}", "PERUC": "(10|15|16|17|20)[0-9]{9}", "CPF": "[0-9]{10,11}",
    "UYCI": "[0-9]{6,7}-[0-9]", "UYRUT": "[0-9]{12}", "HNDNI HNDR": "[a-zA-Z0-9]{1,15}", "RTN": "[0-9]{14,16}",
    "BZSSN": "[0-9]{9}", "BRN": "[0-9]{5,7}", "EIN": "[1-9][0-9]?-[0-9]{7}",
  ]
}
