import FerryCheckout
import FerryCore
import Testing

@Suite("Restrictions of delivery")
struct DeliveryTests {
  private static func rule(_ restrictions: ShippingRule.Restrictions, _ countries: [String]? = nil) -> ShippingRule {
    ShippingRule(standard: .yen(600), countries: countries, restrictions: restrictions)
  }

  private static func address(
    _ lines: String..., region: String? = nil, code: String? = nil, country: String = "DE"
  ) -> AddressBody {
    AddressBody(lines: lines, region: region, postalCode: code, country: country)
  }

  private static func refusal(_ rule: ShippingRule, _ address: AddressBody) -> Phase.SelectionRefusal? {
    if case .refused(let refusal) = rule.delivery(to: address) { refusal } else { nil }
  }

  @Test(
    "Post office boxes are refused in the words of each language",
    arguments: [
      address("PO Box 12", country: "US"), address("12 Main St", "P.O. Box 12", country: "US"), address("P. O. BOX 12"),
      address("POBox 7"), address("Post Office Box 9", country: "GB"), address("Postfach 12 34"),
      address("POSTFACH1234"),
      address("Apartado 123", country: "ES"), address("Apartado de Correos 12", country: "ES"),
      address("Casella Postale 5", country: "IT"), address("BP 12", country: "FR"),
      address("12 rue de la Paix, BP 40", country: "FR"), address("Box 123", country: "SE"),
      address("私書箱第12号", country: "JP"), address("新宿郵便局　私書箱１２", country: "JP"), address("ＰＯ　Ｂｏｘ　１２", country: "JP"),
    ] as [AddressBody])
  func postOfficeBoxes(_ address: AddressBody) {
    #expect(Self.refusal(Self.rule(.init(noPostOfficeBoxes: true)), address) == .postOfficeBox)
    #expect(Self.refusal(Self.rule(.init(noPackstations: true)), address) == nil)
    #expect(Self.refusal(Self.rule(.init()), address) == nil)
  }

  @Test(
    "Parcel lockers and branches of Deutsche Post are refused",
    arguments: [
      address("Packstation 101", "Postnummer 12345678"), address("PACKSTATION 101"), address("Packstation101"),
      address("1234567", "DHL-Packstation 7"), address("Postfiliale 502"), address("Paketbox 3"),
      address("Postnummer 123456"),
    ] as [AddressBody])
  func packstations(_ address: AddressBody) {
    #expect(Self.refusal(Self.rule(.init(noPackstations: true)), address) == .packstation)
    #expect(Self.refusal(Self.rule(.init(noPostOfficeBoxes: true)), address) == nil)
  }

  @Test(
    "Streets are none of these",
    arguments: [
      address("Boxhagener Straße 12"), address("Postfachweg 3"), address("Hauptstraße 1", "Postnummer 12345"),
      address("Calle 1, Apartadó", country: "CO"), address("BP plc, 1 St James's Square", country: "GB"),
      address("Box Hill Road 5", country: "GB"), address("Storgatan 1, box 12", country: "SE"),
      address("RR 2 Box 152", country: "US"), address("Paketboxenweg 1"),
      address("目黒区見本1-8-1", country: "JP"),
    ] as [AddressBody])
  func streets(_ address: AddressBody) {
    #expect(Self.refusal(Self.rule(.init(noPostOfficeBoxes: true, noPackstations: true)), address) == nil)
  }

  @Test("Excluded regions and postal codes are refused in every spelling, and allowed ones alone are served")
  func areas() {
    let excluded = Self.rule(
      .init(excluded: [
        .init(country: "JP", regions: ["Okinawa"]), .init(country: "US", regions: ["HI"], postalCodes: ["995"]),
        .init(country: "GB"),
      ]))
    let outside = [
      Self.address(region: "沖縄県", country: "JP"), Self.address("沖縄県那覇市", country: "JP"),
      Self.address(code: "900-0001", country: "JP"), Self.address(region: "hawaii", country: "US"),
      Self.address(region: "Alaska", code: "99501-1234", country: "US"), Self.address(country: "GB"),
    ]
    let inside = [
      Self.address(region: "東京都", country: "JP"), Self.address(region: "HI", country: "JP"),
      Self.address(region: "Alaska", code: "99601", country: "US"), Self.address(country: "DE"),
    ]
    for address in outside { #expect(Self.refusal(excluded, address) == .regionNotServed, "\(address)") }
    for address in inside { #expect(Self.refusal(excluded, address) == nil, "\(address)") }
    let allowed = Self.rule(
      .init(allowed: [.init(country: "JP", regions: ["東京", "Kanagawa-ken"]), .init(country: "SE", postalCodes: ["1"])]))
    for address in [
      Self.address(region: "Tokyo-to", country: "JP"), Self.address("神奈川県横浜市", country: "JP"),
      Self.address(code: "114 55", country: "SE"),
    ] {
      #expect(allowed.delivery(to: address) == .priced(DeliveryPrice(.yen(600))), "\(address)")
    }
    for address in [
      Self.address(region: "大阪府", country: "JP"), Self.address(country: "JP"),
      Self.address(code: "211 22", country: "SE"),
      Self.address(region: "東京都", country: "DE"),
    ] {
      #expect(Self.refusal(allowed, address) == .regionNotServed, "\(address)")
    }
    #expect(
      Self.refusal(Self.rule(.init(noPackstations: true), ["JP"]), Self.address("Packstation 1")) == .countryNotServed)
  }

  @Test(
    "An address that does not tell whether it is in an excluded area has an uncertain price",
    arguments: [
      (address(country: "JP"), true), (address(region: "東京都", country: "JP"), false),
      (address(code: "153-0064", country: "JP"), false), (address("目黒区", region: " ", country: "JP"), true),
      (address(country: "US"), true), (address(region: "Alaska", code: "99601", country: "US"), false),
      (address(region: "Alaska", country: "US"), true), (address(code: "10001", country: "US"), true),
      (address(country: "SE"), false), (address(country: "DE"), true),
      (address(region: "Hessen", country: "DE"), false),
      (AddressBody(region: "Hessen"), true),
    ] as [(AddressBody, Bool)])
  func untold(_ address: AddressBody, _ isUncertain: Bool) throws {
    let restrictions = ShippingRule.Restrictions(excluded: [
      .init(country: "JP", regions: ["Okinawa"]), .init(country: "US", regions: ["HI"], postalCodes: ["995"]),
      .init(country: "DE", regions: ["Bayern"]), .init(country: "GB"),
    ])
    #expect(
      Self.rule(restrictions).delivery(to: address) == .priced(DeliveryPrice(.yen(600), isUncertain: isUncertain)))
    #expect(Self.rule(.init()).delivery(to: address) == .priced(DeliveryPrice(.yen(600))))
    // The review and the timeline look at the checkout.
    var content = Attempt.content
    content.shipping = Self.rule(restrictions)
    var attempt = try Attempt(content: content)
    try attempt.goToReviewing(
      Selection(
        fingerprint: "a", region: nil, country: "JP", delivery: Self.rule(restrictions).delivery(to: address)))
    #expect(attempt.checkout.isDeliveryUncertain == isUncertain)
  }

  @Test("The words of refusals never change")
  func words() {
    #expect(
      Phase.SelectionRefusal.allCases.map(\.rawValue)
        == ["country-not-served", "region-not-served", "post-office-box", "packstation"])
  }

  private static let wrong: [(String, @Sendable (inout ShippingRule) -> Void)] = [
    ("zones/1/regions/0", { $0.zones = [zone("東京"), zone("Tokyo-to")] }),
    ("zones/1/regions/1", { $0.zones = [zone("HI"), zone("AK", "Hawaii")] }),
    ("zones/1/regions/0", { $0.zones = [zone("Gerona"), zone("Girona")] }),
    ("zones/1/regions/0", { $0.zones = [zone("Västra Götaland"), zone("vastra-gotaland")] }),
    (
      "zones/1/postalCodes/0",
      { $0.zones = [.init(postalCodes: ["90-0"], price: .yen(1)), .init(postalCodes: ["９００"], price: .yen(2))] }
    ),
    // `CA` has no meaning that no other zone has.
    ("zones/0/regions/0", { $0.zones = [zone("CA"), zone("Cagliari"), zone("California")] }),
    (
      "zones/1/regions/0",
      {
        $0.countries = ["US"]; $0.zones = [zone("CA"), zone("California")]
      }
    ),
    ("zones/1/regions/1", { $0.zones = [zone("CA"), zone("Lazio", "ca")] }),
    ("zones", { $0.zones = (0...100).map { zone("Region \($0)") } }),
    ("", { $0.zones = [.init(postalCodes: (0...1_000).map { "\(10_000 + $0)" }, price: .yen(1))] }),
    (
      "",
      {
        $0.zones = [.init(postalCodes: (1...999).map { "\(10_000 + $0)" }, price: .yen(1))]
        $0.restrictions = .init(excluded: [.init(country: "SE", regions: ["Gotland"], postalCodes: ["62"])])
      }
    ),
    (
      "restrictions/excluded",
      { $0.restrictions = .init(excluded: (0...100).map { .init(country: "SE", postalCodes: ["\($0)"]) }) }
    ),
    ("restrictions/allowed", { $0.restrictions = .init(allowed: Array(repeating: .init(country: "SE"), count: 101)) }),
    ("zones/0/postalCodes/0", { $0.zones = [.init(postalCodes: [""], price: .yen(1))] }),
    ("zones/0/postalCodes/1", { $0.zones = [.init(postalCodes: ["9", "90*"], price: .yen(1))] }),
    ("zones/0/postalCodes/0", { $0.zones = [.init(postalCodes: ["1234567890123"], price: .yen(1))] }),
    ("zones/0/regions", { $0.zones = [.init(price: .yen(1))] }),
    ("zones/0/regions/0", { $0.zones = [zone("-")] }),
    (
      "restrictions/excluded",
      { $0.restrictions = .init(allowed: [.init(country: "JP")], excluded: [.init(country: "JP")]) }
    ),
    ("restrictions/allowed", { $0.restrictions = .init(allowed: []) }),
    ("restrictions/excluded", { $0.restrictions = .init(excluded: []) }),
    ("restrictions/excluded/0/country", { $0.restrictions = .init(excluded: [.init(country: "UK")]) }),
    (
      "restrictions/allowed/0/country",
      {
        $0.countries = ["JP"]; $0.restrictions = .init(allowed: [.init(country: "US")])
      }
    ),
    ("restrictions/excluded/0/regions", { $0.restrictions = .init(excluded: [.init(country: "JP", regions: [])]) }),
    (
      "restrictions/excluded/0/postalCodes",
      { $0.restrictions = .init(excluded: [.init(country: "JP", postalCodes: [])]) }
    ),
    (
      "restrictions/excluded/0/regions/1",
      { $0.restrictions = .init(excluded: [.init(country: "JP", regions: ["東京", "Hokaido"])]) }
    ),
    (
      "restrictions/excluded/0/regions/0", { $0.restrictions = .init(excluded: [.init(country: "SE", regions: [" "])]) }
    ),
    (
      "restrictions/excluded/0/postalCodes/0",
      { $0.restrictions = .init(excluded: [.init(country: "SE", postalCodes: ["1…"])]) }
    ),
  ]

  private static func zone(_ regions: String...) -> ShippingRule.Zone { .init(regions: regions, price: .yen(900)) }

  @Test("Places that cannot be are named", arguments: Self.wrong.indices)
  func problems(_ index: Int) throws {
    var content = Attempt.content
    var rule = try #require(content.shipping)
    Self.wrong[index].1(&rule)
    content.shipping = rule
    let error = #expect(throws: OrderProblems.self) { try CheckedOrder(reference: "R-1", content: content) }
    let place = Self.wrong[index].0
    #expect(error?.problems.map(\.pointer) == [place.isEmpty ? "/order/shipping" : "/order/shipping/" + place])
    #expect(error?.problems.first?.detail.isEmpty == false)
  }

  @Test(
    "The problem of a region that is in two zones names both",
    arguments: [
      (zone("Gerona"), zone("Girona"), #""Girona" is the same as "Gerona" at /order/shipping/zones/0/regions/0."#),
      (
        .init(postalCodes: ["8", "90-0"], price: .yen(1)), .init(postalCodes: ["９００"], price: .yen(2)),
        #""９００" is the same as "90-0" at /order/shipping/zones/0/postalCodes/1."#
      ),
    ] as [(ShippingRule.Zone, ShippingRule.Zone, String)])
  func twice(_ one: ShippingRule.Zone, _ other: ShippingRule.Zone, _ words: String) {
    var content = Attempt.content
    content.shipping?.zones = [one, other]
    let error = #expect(throws: OrderProblems.self) { try CheckedOrder(reference: "R-1", content: content) }
    #expect(error?.problems.map(\.detail) == [words + " Name it in one zone."])
  }

  @Test("A zone may have a code of two countries, beside a zone of one of the two regions")
  func codesOfTwoCountries() throws {
    var content = Attempt.content
    for zones in [[Self.zone("CA"), Self.zone("Cagliari")], [Self.zone("California"), Self.zone("CA")]] {
      content.shipping?.zones = zones
      #expect(throws: Never.self) { try CheckedOrder(reference: "R-1", content: content) }
    }
  }

  @Test("A rule may have as many zones, regions and postal codes as the limits say")
  func limits() throws {
    var content = Attempt.content
    content.shipping?.zones = (1...100).map { zone in
      .init(postalCodes: (10...18).map { "\(zone * 100 + $0)" }, price: .yen(1))
    }
    content.shipping?.restrictions = .init(
      excluded: (1...100).map { .init(country: "SE", postalCodes: ["\($0)"]) })
    #expect(throws: Never.self) { try CheckedOrder(reference: "R-1", content: content) }
  }

  @Test("One zone may have a region in several spellings, and neighbours with names that only look alike")
  func spellings() throws {
    var content = Attempt.content
    content.shipping?.zones = [Self.zone("北海道", "Hokkaido", "Hokkaidō"), Self.zone("京都", "Tokyo"), Self.zone("東京市")]
    content.shipping?.restrictions = .init(excluded: [.init(country: "SE", regions: ["Gotland"], postalCodes: ["62"])])
    #expect(throws: Never.self) { try CheckedOrder(reference: "R-1", content: content) }
  }

  @Test(
    "What the provider has found out about the whole address decides, and region and country where it knows no more")
  func selection() throws {
    let priced = Selection(
      fingerprint: "a", region: nil, country: "JP", delivery: .priced(DeliveryPrice(.yen(1_080))))
    var attempt = try Attempt()
    try attempt.goToReviewing(priced)
    #expect(attempt.checkout.quote?.shipping == .yen(1_080))
    #expect(!attempt.checkout.isDeliveryUncertain)

    var guessed = try Attempt()
    try guessed.goToReviewing(Selection(fingerprint: "a", region: nil, country: "JP"))
    #expect(guessed.checkout.quote?.shipping == .yen(540))
    #expect(guessed.checkout.isDeliveryUncertain)
    #expect(try !Attempt().checkout.isDeliveryUncertain)

    // Nobody tells the address of a journey without selection.
    #expect(try Attempt(Attempt.pay).checkout.isDeliveryUncertain)
    var content = Attempt.content
    content.shipping?.zones = []
    #expect(try !Attempt(Attempt.pay, content: content).checkout.isDeliveryUncertain)
  }

  @Test("A selection that an earlier version stored is the same as the one that is read now: the agreement counts")
  func earlierVersion() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    var now = Attempt.tokyo
    now.delivery = .priced(DeliveryPrice(.yen(540)))
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(now)))
    #expect(attempt.phase == .authorizing && attempt.checkout.revision == 1)
    #expect(attempt.outstanding.map(\.kind) == [.authorize(Attempt.total)])
  }

  @Test("A refused selection lets the buyer select another", arguments: Phase.SelectionRefusal.allCases)
  func refused(_ refusal: Phase.SelectionRefusal) throws {
    var attempt = try Attempt()
    try attempt.receive(.returned(session: "s1"))
    let refused = Selection(fingerprint: "a", region: "東京都", country: "JP", delivery: .refused(refusal))
    try attempt.answer("read", .observed(.open(refused)))
    guard case .selecting(let selecting) = attempt.checkout.phase else {
      Issue.record("\(attempt.checkout.phase)")
      return
    }
    #expect(selecting.refusal == refusal && selecting.change == .address)
    #expect(attempt.checkout.quote == nil && !attempt.checkout.isDeliveryUncertain)
    try attempt.receive(.leave(change: .address))
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
  }
}
