public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider
import PlacetoPay

/// A shop's options for one payment: `providerOptions.placetopay` of `POST /v1/checkouts`.
struct PaymentOptions: Codable, Hashable {
  /// The shop's own fields, for PlacetoPay's page, its receipt or its console.
  var fields: [Field]?
  /// True does not pre-fill the page's form with the buyer's data.
  var noBuyerFill: Bool?
  /// True returns the buyer without showing the result.
  var skipResult: Bool?
  /// True asks for the buyer's address; only older installations do.
  var captureAddress: Bool?
  /// The codes of the payment methods that the page offers, such as "visa" and "pse"; all if it is missing.
  var paymentMethods: [String]?

  struct Field: Codable, Hashable {
    /// 1 to 50 characters, each once. "order" is Ferry's.
    var keyword: String
    /// At most 255 characters.
    var value: String
    /// "none", "payment", "receipt", "both" or "approved"; "none" if it is missing.
    var displayOn: String?
  }

  /// The keyword of the field with the order's number.
  static let orderField = "order"
  /// More than PlacetoPay has.
  private static let mostMethods = 100

  func apply(to session: inout NewSession) {
    let own = (fields ?? []).map { field in
      var pair = NameValuePair(field.keyword, .string(field.value))
      pair.displayOn = field.displayOn.map { Open($0) }
      return pair
    }
    session.fields = own + (session.fields ?? [])
    session.noBuyerFill = noBuyerFill
    session.skipResult = skipResult
    session.captureAddress = captureAddress
    session.paymentMethods = paymentMethods ?? []
  }

  fileprivate var problems: [OrderProblem] {
    var problems: [OrderProblem] = []
    for (index, field) in (fields ?? []).enumerated() {
      if field.keyword == Self.orderField {
        problems.append(OrderProblem("/fields/\(index)/keyword", "This keyword is Ferry's. Write another one."))
      }
      for (name, text, length) in [("keyword", field.keyword, 1...50), ("value", field.value, 0...255)]
      where !WrittenText.isSound(text, length) {
        problems.append(
          OrderProblem(
            "/fields/\(index)/\(name)",
            "Write \(length.lowerBound) to \(length.upperBound) characters, without control characters."))
      }
      if let place = field.displayOn, NameValuePair.Display(rawValue: place) == nil {
        let places = NameValuePair.Display.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append(OrderProblem("/fields/\(index)/displayOn", "Write one of \(places), or leave it out."))
      }
    }
    if let paymentMethods, !(1...Self.mostMethods).contains(paymentMethods.count) {
      problems.append(
        OrderProblem(
          "/paymentMethods", "Name 1 to \(Self.mostMethods) payment methods, or leave the list out."))
    }
    guard problems.isEmpty else { return problems }
    var session = NewSession(
      payment: NewPayment(reference: "R", amount: Amount(Money(minorUnits: 1, .usd))), returnUrl: "https://shop.example"
    )
    session.fields = [NameValuePair(Self.orderField, "N")]
    apply(to: &session)
    do throws(InvalidField) {
      try session.check()
      return []
    } catch {
      let pointer = error.pointer == "/paymentMethod" ? "/paymentMethods" : error.pointer
      return [OrderProblem(pointer, error.explanation)]
    }
  }
}

extension PlacetoPayProvider {
  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: PaymentOptions.self, \.problems)
  }

  /// The facts that PlacetoPay takes, with the document in the form of its type. A telephone number that names no country is one
  /// of the site's country.
  public func usable(_ buyer: BuyerFacts, country: String?) -> UsableFacts {
    var usable = UsableFacts(buyer, country: country ?? options.country)
    if let type = usable.facts.documentType.flatMap({ DocumentType(rawValue: $0.uppercased()) }) {
      usable.replace(.documentType, by: type.rawValue)
      usable.facts.document.flatMap { type.form(of: $0) }.map { usable.replace(.document, by: $0) }
    }
    for _ in UsableFacts.Fact.allCases {
      do throws(InvalidField) {
        try Person(usable.facts)?.check("")
        break
      } catch {
        guard let fact = UsableFacts.Fact(rawValue: String(error.pointer.dropFirst())) else { break }
        usable.leaveOut(fact, error.explanation)
      }
    }
    return usable
  }
}

extension Person {
  /// Nil without any fact about the person.
  init?(_ buyer: BuyerFacts) {
    self.init(
      document: buyer.document, name: buyer.name, surname: buyer.surname, email: buyer.email, mobile: buyer.mobile)
    documentType = buyer.documentType.map { Open($0) }
    if self == Person() { return nil }
  }
}
