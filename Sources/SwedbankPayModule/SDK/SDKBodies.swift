import FerryHTTP
import FerryModule
import SwedbankPay

/// The bodies that the official SDKs for iOS and Android send ("Mobile SDK", Swedbank Pay documentation). They are read
/// whatever the media type says; members that are not known are ignored, and so is everything that the app says about payee,
/// payer and items.
enum SDKBodies {
  /// - Throws: `SDKRefusal.badRequest`.
  static func read<Body: Decodable>(_ body: [UInt8], as type: Body.Type = Body.self) throws(SDKRefusal) -> Body {
    do {
      return try Body(json: body)
    } catch let error as DecodingError {
      throw .badRequest(pointer(error), "This member is missing, or is not of the documented type.")
    } catch {
      throw .badRequest("", "Send a JSON object in UTF-8.")
    }
  }

  private static func pointer(_ error: DecodingError) -> String {
    let path: [any CodingKey] =
      switch error {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
  }
}

struct SDKOrder: Decodable {
  let operation: String?
  let currency: String?
  /// In minor units; nil unless it is a whole number.
  let amount: Int64?
  let vatAmount: Int64?
  let userAgent: String?
  /// "Checkout3" asks for version 3.
  let productName: String?
  let instrument: String?
  let restrictedToInstruments: [String]
  /// A stored payment method.
  let paymentToken: String?
  let urls: URLs
  /// Ferry's code.
  let orderReference: String?
  /// The result of a check-in.
  let consumerProfileRef: String?

  struct URLs: Decodable {
    let hostUrls: [String]
    let completeUrl: String
    let cancelUrl: String?
    let paymentUrl: String?
  }

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    operation = object.value("operation")
    currency = object.value("currency")
    amount = object.text("amount").flatMap { Int64($0) }
    vatAmount = object.text("vatAmount").flatMap { Int64($0) }
    userAgent = object.value("userAgent")
    productName = object.value("productName")
    instrument = object.value("instrument")
    restrictedToInstruments = object.values("restrictedToInstruments")
    paymentToken = object.value("paymentToken")
    urls = try object.required("urls")
    orderReference = object.value("payeeInfo", as: [String: UntypedJSON].self)?["orderReference"]?.string
    consumerProfileRef = object.value("payer", as: [String: UntypedJSON].self)?["consumerProfileRef"]?.string
  }
}

struct SDKConsumerBody: Decodable {
  let language: PageLanguage
  let countries: [String]?

  private enum Operation: String, Decodable { case initiate = "initiate-consumer-session" }

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    _ = try object.required("operation", as: Operation.self)
    // Swedbank Pay shows English for a language that it does not have.
    language = PageLanguage(rawValue: try object.required("language")) ?? .english
    let isNeeded = object.value("requireShippingAddress", as: Bool.self) ?? true
    countries = isNeeded ? try object.required("shippingAddressRestrictedToCountryCodes", as: [String].self) : nil
  }
}

/// The body of a change: `{"href":…,"paymentorder":{"operation":"Abort"}}`. In version 2 it has no address.
struct SDKChangeBody: Decodable {
  let href: String?
  let change: Change

  enum Change: Equatable {
    case abort
    case setInstrument(String)
  }

  private struct Content: Decodable {
    let change: Change

    private enum Operation: String, Decodable {
      case abort = "Abort"
      case setInstrument = "SetInstrument"
    }

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      switch try object.required("operation", as: Operation.self) {
      case .abort: change = .abort
      case .setInstrument:
        let instrument: String = try object.required("instrument")
        guard !instrument.isEmpty else {
          let path = decoder.codingPath + [FieldName(stringValue: "instrument")]
          throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "The instrument has no name."))
        }
        change = .setInstrument(instrument)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    href = object.value("href")
    change = try (object.readable("paymentorder", as: Content.self) ?? object.required("paymentOrder")).change
  }
}

struct SDKResourceBody: Decodable {
  let resource: ResourceID
}

struct SDKExpandBody: Decodable {
  let resource: ResourceID
  let expand: [String]
}
