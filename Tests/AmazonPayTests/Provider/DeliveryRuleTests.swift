import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Testing

@Suite("Amazon Pay: delivery prices and restrictions")
struct DeliveryRuleTests {
  private typealias Area = ShippingRule.Area

  private static func rule(
    _ countries: [String]? = nil, allowed: [ShippingRule.Area]? = nil, excluded: [ShippingRule.Area]? = nil,
    boxes: Bool? = nil, stations: Bool? = nil
  ) -> ShippingRule {
    ShippingRule(
      standard: .yen(600), countries: countries,
      restrictions: ShippingRule.Restrictions(
        allowed: allowed, excluded: excluded, noPostOfficeBoxes: boxes, noPackstations: stations))
  }

  @Test(
    "Amazon is told what it can be told, in its own spelling of regions",
    arguments: [
      (rule(["JP"]), #"{"addressRestrictions":{"restrictions":{"JP":{}},"type":"Allowed"}}"#),
      (rule(boxes: true, stations: true), #"{"specialRestrictions":["RestrictPOBoxes","RestrictPackstations"]}"#),
      (
        rule(excluded: [Area(country: "JP", regions: ["Okinawa-ken", "ほっかいどう"])], boxes: true),
        #"{"addressRestrictions":{"restrictions":{"JP":{"statesOrRegions":["沖縄県","北海道"]}},"type":"NotAllowed"},"#
          + #""specialRestrictions":["RestrictPOBoxes"]}"#
      ),
      (
        rule(excluded: [
          Area(country: "US", regions: ["Hawaii", "ak"]), Area(country: "US", postalCodes: ["969"]),
          Area(country: "GB"),
          Area(country: "DE", postalCodes: ["27498"]), Area(country: "ES", regions: ["Baleares"]),
        ]),
        #"{"addressRestrictions":{"restrictions":{"DE":{"zipCodes":["27498"]},"ES":{"statesOrRegions":["Baleares"]},"#
          + #""GB":{},"US":{"statesOrRegions":["HI","AK"]}},"type":"NotAllowed"}}"#
      ),
      (
        rule(["JP", "US"], allowed: [Area(country: "US", regions: ["california", "NV"])]),
        #"{"addressRestrictions":{"restrictions":{"US":{"statesOrRegions":["CA","NV"]}},"type":"Allowed"}}"#
      ),
      // Beginnings of codes, and regions together with codes, are not documented: buyers are not kept from anything.
      (
        rule(allowed: [Area(country: "US", regions: ["CA"]), Area(country: "US", postalCodes: ["89"])]),
        #"{"addressRestrictions":{"restrictions":{"US":{}},"type":"Allowed"}}"#
      ),
      (
        rule(["DE", "GB"], excluded: [Area(country: "GB"), Area(country: "DE", postalCodes: ["27498"])]),
        #"{"addressRestrictions":{"restrictions":{"DE":{}},"type":"Allowed"}}"#
      ),
    ] as [(ShippingRule, String)])
  func wire(_ rule: ShippingRule, _ json: String) throws {
    let specifications = try #require(DeliverySpecifications(rule))
    #expect(String(decoding: stableJSON(specifications), as: UTF8.self) == json)
  }

  @Test("With countries and excluded prefectures, Amazon gets the prefectures that are left")
  func rest() throws {
    let rule = Self.rule(["JP", "SE"], excluded: [Area(country: "JP", regions: ["Okinawa", "東京"])])
    let areas = try #require(DeliverySpecifications(rule)?.addressRestrictions)
    #expect(areas.type == .known(.allowed))
    let states = try #require(areas.restrictions["JP"]?.statesOrRegions)
    #expect(states.count == 45 && states.first == "北海道" && !states.contains("沖縄県") && !states.contains("東京都"))
    #expect(areas.restrictions["SE"] == .whole)
    #expect(DeliverySpecifications(ShippingRule(standard: .yen(1))) == nil)
  }

  private func selection(_ shipping: ShippingRule, _ original: String = "", _ replacement: String = "") throws
    -> Selection
  {
    let provider = try AmazonPayProvider(try TestAccount.make())
    let stated = try CheckedOrder(
      reference: "R-1",
      content: OrderContent(
        currency: .jpy, lines: [OrderLine(sku: "tea", name: "Tea", quantity: 1, unitPrice: .yen(1_000))],
        tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: shipping))
    var order = Order(id: "o1", number: "F-1", shop: "shop", mode: .test, stated: stated, createdAt: .signing)
    try order.open("c1", stated: stated)
    var checkout = try Checkout(
      id: "c1", order: order, provider: AmazonPayRegistration.id, kind: .browser, language: .japanese, capture: .manual,
      profile: provider.profile, createdAt: .signing)
    _ = try checkout.receive(.returned(session: Answers.sessionId), at: .signing, for: &order)
    let task = ProviderTask(
      checkout: checkout, order: order, command: Command(number: 1, kind: .read), stage: "", reference: "key",
      returnURLs: ProviderExchange.returnURLs, record: nil)
    let request = try provider.request(for: task)
    let body = original.isEmpty ? Answers.openSession : Answers.openSession.replacing(original, with: replacement)
    let sent = try provider.seal(request, Sending(now: .signing, random: [])).request
    let reaction = provider.receive(
      ProviderAnswer(status: .ok, headers: [:], body: Array(body.utf8), receivedAt: .signing, sent: sent),
      to: request, of: task)
    guard case .done(.observed(let observation), _) = reaction else { throw NoRequest() }
    return try #require(observation.selection)
  }

  private static let state = #""stateOrRegion": "東京都", "postalCode": "100-0005""#

  /// The lines of Amazon's answer from the first line of the address to its end.
  private static func address(line: String, _ end: String) -> String {
    """
    "addressLine1": "\(line)", "addressLine2": "ビル 2F", "addressLine3": null,
        "city": null, "county": null, "district": null, \(end)
    """
  }

  @Test(
    "The price follows the whole address, of which the selection keeps no more than region and country",
    arguments: [
      ("", "", 600, false), (state, #""stateOrRegion": "ほっかいどう", "postalCode": null"#, 1_500, false),
      (state, #""stateOrRegion": "Hokkaido Prefecture", "postalCode": null"#, 1_500, false),
      (
        address(line: "千代田区丸の内1-1-1", state),
        address(line: "北海道札幌市中央区北一条西2-1", #""stateOrRegion": null, "postalCode": null"#), 1_500, false
      ),
      (state, #""stateOrRegion": "HOKKAI-DO", "postalCode": "060-0001""#, 1_500, false),
      (state, #""stateOrRegion": null, "postalCode": "060-0001""#, 1_500, false),
      (state, #""stateOrRegion": "", "postalCode": "0600001""#, 1_500, false),
      (
        #""county": null, "district": null, "stateOrRegion": "東京都""#,
        #""county": "北海道", "district": null, "stateOrRegion": """#, 1_500, false
      ),
      (
        #""stateOrRegion": "東京都", "postalCode": "100-0005""#, #""stateOrRegion": null, "postalCode": null"#, 600, true
      ),
      (state, #""stateOrRegion": "東京都", "postalCode": "100-2101""#, 3_000, false),
    ] as [(String, String, Int64, Bool)])
  func price(_ original: String, _ replacement: String, _ price: Int64, _ isUncertain: Bool) throws {
    let rule = ShippingRule(
      standard: .yen(600),
      zones: [.init(regions: ["北海道"], price: .yen(1_500)), .init(postalCodes: ["100-21"], price: .yen(3_000))])
    let selection = try selection(rule, original, replacement)
    #expect(selection.delivery == .priced(DeliveryPrice(.yen(price), isUncertain: isUncertain)))
    let stored = String(decoding: stableJSON(selection), as: UTF8.self)
    for part in ["千代田区", "札幌", "山田", "100-0005", "060-0001", "ビル", "0312345678"] { #expect(!stored.contains(part)) }
  }

  @Test("A selection that slips through is refused")
  func refused() throws {
    let line = #""addressLine1": "千代田区丸の内1-1-1""#
    for (rule, replacement, refusal) in [
      (Self.rule(boxes: true), #""addressLine1": "私書箱12号""#, Phase.SelectionRefusal.postOfficeBox),
      (Self.rule(stations: true), #""addressLine1": "Packstation 101""#, .packstation),
      (Self.rule(excluded: [Area(country: "JP", regions: ["Tokyo"])]), line, .regionNotServed),
      (Self.rule(excluded: [Area(country: "JP", postalCodes: ["100"])]), line, .regionNotServed),
      (Self.rule(["US"]), line, .countryNotServed),
    ] {
      #expect(try selection(rule, line, replacement).delivery == .refused(refusal))
    }
  }
}
