import FerryCore
import FerrySandbox

/// A check-in of a consumer before there is an order (version 2.0 only; "Checkin" of the documentation).
struct Consumer: Codable, Hashable, Identifiable, Sendable {
  /// 64 hexadecimal digits, the secret of the check-in's script.
  let token: String
  let language: String
  let asksAddress: Bool
  /// The person, after the check-in.
  var person: Person?
  /// The reference for one order, in `payer.consumerProfileRef`.
  var profile: String?
  var expiresAt: Moment
  var isSpent = false

  var id: String { token }

  struct Person: Codable, Hashable, Sendable {
    let email: String
    let msisdn: String

    /// Forms propose this person. The control API's buyer checks in as this person.
    static let fictional = Person(email: "test.testsson@example.com", msisdn: "+46739000001")

    /// The address of every fictional person, as `shipping-details` and `billing-details` have it.
    var details: JSONValue {
      [
        "email": .string(email), "msisdn": .string(msisdn),
        "shippingAddress": Self.address, "billingAddress": Self.address,
      ]
    }

    private static let address: JSONValue = [
      "addressee": "Test Testsson", "coAddress": "", "streetAddress": "Provgatan 5", "zipCode": "17674",
      "city": "Järfälla", "countryCode": "SE",
    ]
  }
}

extension Ledger {
  /// - Parameter body: The request of `POST /psp/consumers`.
  mutating func createConsumer(
    _ body: JSONValue, at now: Moment, _ randomness: some Randomness
  ) throws(APIProblem) -> Consumer {
    guard body.members != nil else { throw .malformed }
    let reader = try MemberReader(body, "Consumer")
    guard try reader.required("operation", reader.text("operation")) == "initiate-consumer-session" else {
      throw .invalid(reader.path("operation"), "is not initiate-consumer-session")
    }
    let language = try reader.required("language", reader.text("language", 0...5))
    let asksAddress = try reader.flag("requireShippingAddress") ?? true
    let countries = try reader.texts("shippingAddressRestrictedToCountryCodes") ?? []
    guard !asksAddress || !countries.isEmpty else {
      throw .invalid(reader.path("shippingAddressRestrictedToCountryCodes"), "is required")
    }
    let consumer = Consumer(
      token: Hexadecimal.text(randomness.bytes(32)), language: language, asksAddress: asksAddress,
      expiresAt: now + rules.profileLifetime)
    consumers.store(consumer)
    return consumer
  }

  /// The consumer names themselves, and gets a reference for one order.
  mutating func identify(
    _ token: String, _ person: Consumer.Person, at now: Moment, _ randomness: some Randomness
  ) throws(BuyerRefusal) -> Consumer {
    guard var consumer = consumers[token], consumer.expiresAt > now else { throw .unknownOrder }
    consumer.person = person
    consumer.profile = Hexadecimal.text(randomness.bytes(32))
    consumer.expiresAt = now + rules.profileLifetime
    consumers.store(consumer)
    return consumer
  }

  /// The payer of an order that asks who pays names themselves in its menu (from version 3.0 on).
  mutating func checkIn(
    _ token: String, _ person: Consumer.Person, at now: Moment
  ) throws(BuyerRefusal) -> PaymentOrder {
    var order = try ready(token, at: now)
    guard order.asksWhoPays else { return order }
    order.person = person
    order.note("PayerCheckedIn", by: .payer, at: now)
    store(order)
    return order
  }

  func consumer(profile: String) throws(APIProblem) -> Consumer {
    guard let consumer = consumers.values.first(where: { $0.profile == profile }) else { throw .unknown }
    return consumer
  }

  mutating func spend(profile: String, at now: Moment) throws(APIProblem) {
    guard var consumer = try? consumer(profile: profile), !consumer.isSpent, consumer.expiresAt > now else {
      throw .invalid("PaymentOrder.Payer.ConsumerProfileRef", "is unknown, used or expired")
    }
    consumer.isSpent = true
    consumers.store(consumer)
  }
}
