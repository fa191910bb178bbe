import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

/// The rules by which Swedbank Pay's official SDKs read a merchant backend's answers. The SDKs cannot run here; these rules
/// were written down from their sources.
enum OfficialSDK: String, CaseIterable, Sendable {
  /// Version 5.0.3.
  case ios
  /// Version 5.0.4.
  case android

  /// An answer as an SDK understands it.
  enum Answer: Equatable {
    case success(PaymentOrder)
    case problem(type: String, status: Int)
    /// Neither a body nor a problem that the SDK reads: the payment fails without a reason.
    case unexpectedContent
  }

  struct PaymentOrder: Equatable {
    var id: String?
    var instrument: String?
    var availableInstruments: [String] = []
    var operations: [Operation] = []
    var setInstrument: String?

    subscript(rel: String) -> Operation? { operations.first { $0.rel == rel } }
  }

  struct Operation: Decodable, Equatable {
    var rel: String?
    var method: String?
    var href: String?
    var contentType: String?
  }

  func read(_ response: TestResponse) -> Answer {
    read(response.status.code, type: response.headers[.contentType], Data(response.body.readableBytesView))
  }

  func read(_ status: Int, type field: String?, _ body: Data) -> Answer {
    let type = (field ?? "").split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    let isSuccess = self == .ios ? status < 400 : (200..<300).contains(status)
    if isSuccess {
      guard type == "application/json" else { return .unexpectedContent }
      switch self {
      case .ios:
        return (try? JSONDecoder().decode(IOSBody.self, from: body)).map { .success($0.order) } ?? .unexpectedContent
      case .android:
        return (try? JSONDecoder().decode(AndroidBody.self, from: body)).map { .success($0.order) }
          ?? .unexpectedContent
      }
    }
    guard (400...599).contains(status), type == "application/problem+json",
      let members = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    else { return .unexpectedContent }
    let stated = members["status"] as? Int ?? status
    guard (400...599).contains(stated) else { return .unexpectedContent }
    return .problem(type: members["type"] as? String ?? "about:blank", status: stated)
  }

  /// The address of the script that the SDK builds its page around. The iOS SDK percent-encodes it once more, so that a
  /// percent sign or a number sign in it would be destroyed.
  func script(_ order: PaymentOrder, isV3: Bool) -> String? {
    switch self {
    case .ios:
      order[isV3 ? "view-checkout" : "view-paymentorder"]?.href.flatMap { $0.contains { "%#".contains($0) } ? nil : $0 }
    case .android: (order["view-checkout"] ?? order["view-paymentorder"])?.href
    }
  }

  /// The stored cards of a payer, as both SDKs decode them.
  struct StoredCards: Decodable {
    let payerOwnedPaymentTokens: List
    let operations: [Operation]?

    struct List: Decodable {
      let id, payerReference: String
      let paymentTokens: [Card]?
    }

    struct Card: Decodable {
      let paymentToken: String
      let instrument, instrumentDisplayName: String?
      let instrumentParameters: [String: String]?
      let operations: [Operation]?
      let mobileSDK: Deletion?
    }

    struct Deletion: Decodable { let delete: String? }
  }

  private struct Link: Decodable { let setInstrument: String? }

  private struct IOSBody: Decodable {
    let paymentOrder: Members?
    let operations: [Operation]
    let mobileSDK: Link?

    var order: PaymentOrder {
      PaymentOrder(
        id: paymentOrder?.id, instrument: paymentOrder?.instrument,
        availableInstruments: paymentOrder?.availableInstruments ?? [], operations: operations,
        setInstrument: mobileSDK?.setInstrument)
    }

    struct Members: Decodable {
      let id: String?
      let instrument: String?
      let availableInstruments: [String]?
      let payer: Payer?
    }

    struct Payer: Decodable {
      let id: String
      let shippingAddress: Address?
    }

    struct Address: Decodable {
      let addressee, coAddress, streetAddress, zipCode, city, countryCode: String
    }
  }

  private struct AndroidBody: Decodable {
    let paymentOrder: Members?
    let operations: [Operation]?
    let mobileSDK: Link?

    var order: PaymentOrder {
      PaymentOrder(
        id: paymentOrder?.id, instrument: paymentOrder?.instrument,
        availableInstruments: paymentOrder?.availableInstruments ?? [], operations: operations ?? [],
        setInstrument: mobileSDK?.setInstrument)
    }

    struct Members: Decodable {
      let id: String?
      let instrument: String?
      let availableInstruments: [String]?
    }
  }
}

/// Requests as the SDKs send them, recorded from their encoders: slashes escaped by iOS, nil members left out, payee empty.
enum RecordedBody {
  static func order(
    _ sdk: OfficialSDK, code: String, isV3: Bool = true, amount: Int64 = 8_980, vat: Int64 = 816,
    currency: String = "SEK", payee: String = "", host: String = ServedSDK.backend, payment: String? = nil,
    complete: String = ServedSDK.backend + "complete", cancel: String? = ServedSDK.backend + "cancel", more: String = ""
  ) -> String {
    let slash = sdk == .ios ? "\\/" : "/"
    func url(_ text: String) -> String { "\"\(text.replacing("/", with: slash))\"" }
    let agent = sdk == .ios ? "SwedbankPaySDK-iOS\\/5.0.2" : "SwedbankPaySDK-Android/5.0.4"
    return """
      {"paymentorder":{"operation":"Purchase","currency":"\(currency)","amount":\(amount),"vatAmount":\(vat),
       "description":"Test \\u00e5 order","userAgent":"\(agent)","language":"sv-SE",\
      \(isV3 ? #""productName":"Checkout3","# : "")\(more)
       "generateRecurrenceToken":false,"generateUnscheduledToken":false,"generatePaymentToken":false,
       "disableStoredPaymentDetails":false,"disablePaymentMenu":false,
       "urls":{"hostUrls":[\(url(host))],"completeUrl":\(url(complete)),
         \(cancel.map { "\"cancelUrl\":\(url($0))," } ?? "")"paymentUrl":\(url(payment ?? Self.payment(sdk)))},
       "payeeInfo":{"payeeId":"\(payee)","payeeReference":"","orderReference":"\(code)"},
       "orderItems":[{"reference":"x","name":"Free","type":"PRODUCT","class":"x","quantity":1,"quantityUnit":"pcs",
         "unitPrice":1,"vatPercent":0,"amount":1,"vatAmount":0}]}}
      """
  }

  static func payment(_ sdk: OfficialSDK) -> String {
    switch sdk {
    case .ios:
      ServedSDK.backend
        + "sdk-callback/ios-universal-link?scheme=tablets&language=sv-SE&id=0F6A&app=It's%20a%20Caf%C3%A9%20+%20(x)!"
    case .android: ServedSDK.backend + "sdk-callback/android-intent?package=jp.example.tablets&id=0f6a"
    }
  }

  static let consumers = """
    {"operation":"initiate-consumer-session","language":"sv-SE","shippingAddressRestrictedToCountryCodes":["SE","NO"]}
    """

  static func abort(_ href: String) -> String {
    #"{"href":"\#(href.replacing("/", with: "\\/"))","paymentorder":{"operation":"Abort","abortReason":"CancelledByConsumer"}}"#
  }

  static func instrument(_ name: String, _ href: String? = nil) -> String {
    let place = href.map { #""href":"\#($0)","# } ?? ""
    return #"{\#(place)"paymentorder":{"operation":"SetInstrument","instrument":"\#(name)"}}"#
  }
}
