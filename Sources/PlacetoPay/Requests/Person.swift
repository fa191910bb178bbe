public import FerryCore
public import FerryHTTP

/// A buyer, payer or receiver. Personal: it prints as "redacted".
public struct Person: Hashable, Sendable, Codable, Redacted {
  /// The number of an identity document, at most 25 characters, in the form that its type prescribes.
  public var document: String?
  /// Required with a document.
  public var documentType: Open<DocumentType>?
  /// 1 to 60 characters.
  public var name: String?
  /// 1 to 60 characters. A company has none.
  public var surname: String?
  /// 1 to 60 characters.
  public var company: String?
  /// At most 80 characters.
  public var email: String?
  /// At most 30 characters: `+`, country and number, such as +573001234567.
  public var mobile: String?
  public var address: Address?

  public init(
    document: String? = nil, documentType: DocumentType? = nil, name: String? = nil, surname: String? = nil,
    company: String? = nil, email: String? = nil, mobile: String? = nil, address: Address? = nil
  ) {
    self.document = document
    self.documentType = documentType.map { .known($0) }
    self.name = name
    self.surname = surname
    self.company = company
    self.email = email
    self.mobile = mobile
    self.address = address
  }

  private enum CodingKeys: String, MemberKey {
    case document, documentType, name, surname, company, email, mobile, address
  }
}

/// An address. PlacetoPay cuts city, postal code and street to their limits, and so does the initialiser. Personal: it
/// prints as "redacted".
public struct Address: Hashable, Sendable, Codable, Redacted {
  /// ISO 3166-1, two capital letters.
  public var country: String?
  /// The code of ISO 3166-2 without the country, at most 3 characters.
  public var state: String?
  /// At most 30 characters.
  public private(set) var city: String?
  /// At most 10 characters.
  public private(set) var postalCode: String?
  /// At most 128 characters.
  public private(set) var street: String?
  /// At most 20 characters.
  public var phone: String?

  public init(
    country: String? = nil, state: String? = nil, city: String? = nil, postalCode: String? = nil,
    street: String? = nil, phone: String? = nil
  ) {
    self.country = country
    self.state = state
    self.city = city?.cut(30)
    self.postalCode = postalCode?.cut(10)
    self.street = street?.cut(128)
    self.phone = phone
  }

  private enum CodingKeys: String, MemberKey { case country, state, city, postalCode, street, phone }
}

extension Person {
  /// - Parameter pointer: The person's place in the request, such as `/payer`.
  public func check(_ pointer: String) throws(InvalidField) {
    try checkDocument(pointer)
    try checkName(name, "\(pointer)/name")
    try checkName(surname, "\(pointer)/surname")
    try FieldRules.length(company, 1...60, "\(pointer)/company")
    if let email {
      try FieldRules.length(email, 3...80, "\(pointer)/email")
      guard FieldRules.isEmail(email) else { throw InvalidField("\(pointer)/email", "Write an e-mail address.") }
    }
    try Self.checkPhone(mobile, atMost: 30, "\(pointer)/mobile")
    try address?.check("\(pointer)/address")
  }

  private func checkDocument(_ pointer: String) throws(InvalidField) {
    switch (document, documentType) {
    case (nil, nil): break
    case (nil, _?): throw InvalidField("\(pointer)/document", "A document type needs a document.")
    case (_?, nil): throw InvalidField("\(pointer)/documentType", "A document needs its type.")
    case (_?, .unknown?):
      let types = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidField("\(pointer)/documentType", "Write one of \(types).")
    case (let document?, .known(let type)?):
      try FieldRules.length(document, 1...25, "\(pointer)/document")
      guard type.accepts(document) else {
        throw InvalidField("\(pointer)/document", "A \(type.rawValue) has this form: \(type.pattern)")
      }
    }
  }

  /// PlacetoPay refuses a payer, and drops a buyer, whose name holds the number of a card.
  private func checkName(_ name: String?, _ pointer: String) throws(InvalidField) {
    guard let name else { return }
    try FieldRules.length(name, 1...60, pointer)
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw InvalidField(pointer, "Write a name without control characters.")
    }
    let digits = name.utf8.filter { (0x30...0x39).contains($0) }
    guard !(13...19).contains(digits.count) || !Self.isCardNumber(digits) else {
      throw InvalidField(pointer, "Write a name, not the number of a card.")
    }
  }

  /// The check digit by Luhn's algorithm (ISO/IEC 7812-1).
  private static func isCardNumber(_ digits: [UInt8]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, item in
      let digit = Int(item.element - 0x30)
      guard !item.offset.isMultiple(of: 2) else { return sum + digit }
      return sum + (digit > 4 ? digit * 2 - 9 : digit * 2)
    }
    return sum.isMultiple(of: 10)
  }

  fileprivate static func checkPhone(_ text: String?, atMost limit: Int, _ pointer: String) throws(InvalidField) {
    guard let text else { return }
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    guard text.utf8.count <= limit, digits >= 7, text.matches("[+0-9() .-]+((x|ext\\.?|#) ?[0-9]+)?") else {
      throw InvalidField(pointer, "Write a telephone number of at most \(limit) characters, such as +573001234567.")
    }
  }
}

extension Address {
  func check(_ pointer: String) throws(InvalidField) {
    if let country, !country.matches("[A-Z]{2}") {
      throw InvalidField("\(pointer)/country", "Write an ISO 3166-1 code of two capital letters, such as CO.")
    }
    try FieldRules.length(state, 1...3, "\(pointer)/state")
    try FieldRules.length(city, 1...30, "\(pointer)/city")
    try FieldRules.length(postalCode, 1...10, "\(pointer)/postalCode")
    try FieldRules.length(street, 1...128, "\(pointer)/street")
    try Person.checkPhone(phone, atMost: 20, "\(pointer)/phone")
  }
}
