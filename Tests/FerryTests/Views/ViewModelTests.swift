import FerryCore
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The content of views")
struct ViewModelTests {
  static let receipt = ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: .yen(8_980))

  static let statuses: [FlowStatus] =
    [
      .idle, .starting, .returning, .checking, .reviewing, .selectionRefused, .openingPayment, .confirmingPayment,
      .cancelling, .ended(.paid(receipt)), .ended(.paid(nil)), .ended(.cancelled), .ended(.notFinished),
      .ended(.nothingToPay), .ended(.confirming),
    ] + RedirectStep.allCases.map(FlowStatus.away) + DeclineReason.allCases.map { .ended(.declined($0)) }

  /// Every text by its name.
  static func sentences(_ language: Language) -> [String: String] {
    let texts = language.ferryTexts
    var sentences = [
      "pay": texts.pay("Amazon Pay"), "buy": texts.buy(.yen(8_980)), "quantity": texts.quantity(2),
      "orderNumber": texts.orderNumber("A-1"), "amountPaid": texts.amountPaid(.yen(8_980)),
    ]
    let catalogue = Mirror(reflecting: texts).descendant("catalogue") ?? texts
    for child in Mirror(reflecting: catalogue).children {
      let name = child.label ?? ""
      if let text = child.value as? String { sentences[name] = text }
      if let text = child.value as? TitledText {
        sentences[name + ".title"] = text.title
        sentences[name + ".advice"] = text.advice
      }
    }
    return sentences
  }

  @Test("Every text exists in every language, in its own letters", arguments: Language.allCases)
  func texts(_ language: Language) {
    let sentences = Self.sentences(language)
    // 35 texts, 5 of something, and 20 statuses with a title and an advice.
    #expect(sentences.count == 35 + 5 + 20 * 2)
    for (name, text) in sentences {
      let isJapanese = text.unicodeScalars.contains { $0.value >= 0x3000 }
      #expect(!text.isEmpty && isJapanese == (language == .japanese), "\(name)")
    }
  }

  @Test(
    "Every sentence is another one in each language, but for the words that the languages share",
    arguments: [(Language.spanish, ["subtotal", "total"]), (.swedish, [])])
  func translated(language: Language, shared: [String]) {
    let sentences = Self.sentences(language)
    for other in Language.allCases where other != language {
      let others = Self.sentences(other)
      let same = sentences.keys.filter { sentences[$0] == others[$0] }
      #expect(same.sorted() == (other == .english ? shared : []), "\(other)")
    }
  }

  @Test("Amounts are written in the buyer's language, on the button and in the sums")
  func amounts() {
    let pesos = Money(minorUnits: 8_980_000, .cop)
    #expect(Language.spanish.ferryTexts.buy(pesos) == "Comprar ahora · $\u{A0}89.800,00 COP")
    #expect(Language.english.ferryTexts.buy(pesos) == "Buy now · COP 89,800.00")
    let kronor = Money(minorUnits: 129_900, .sek)
    #expect(Language.swedish.ferryTexts.buy(kronor) == "Köp nu · 1\u{A0}299,00\u{A0}kr")
    #expect(Language.swedish.ferryTexts.amountPaid(kronor) == "Betalt: 1\u{A0}299,00\u{A0}kr")
  }

  @Test("The sums show discounts, the tax of each rate on its base, and gift cards, in the order of a receipt")
  func sums() {
    let review = ReviewBody(
      revision: 1, buyer: nil, shippingAddress: nil, paymentDescriptor: nil, lines: [], subtotal: .yen(10_060),
      shipping: DeliveryPrice(.yen(540)), tax: .yen(857), taxIncluded: true,
      taxes: [
        TaxBody(percent: .tenPercent, kind: nil, base: .yen(7_838), tax: .yen(784)),
        TaxBody(percent: Rate(percent: "8") ?? .zero, kind: nil, base: .yen(900), tax: .yen(72)),
      ], total: .yen(5_104), discounts: [NamedAmount("Coupon SPRING", .yen(1_006))],
      paidOtherwise: [NamedAmount("Gift card", .yen(4_490))])
    let model = ReviewModel(CheckoutReview(checkout: "co_1", content: review, selectionRefusal: nil), .english)
    #expect(
      model.sums.map { "\($0.name) \($0.amount)" } == [
        "Subtotal ¥10,060", "Coupon SPRING -¥1,006", "Shipping ¥540", "Included tax (10\u{A0}% × ¥7,838) ¥784",
        "Included tax (8\u{A0}% × ¥900) ¥72", "Gift card -¥4,490",
      ])
    #expect(model.total?.amount == "¥5,104")
  }

  @Test("An excise tax has its own name, beside the general one", arguments: Language.allCases, [true, false])
  func excise(_ language: Language, isIncluded: Bool) {
    let texts = language.ferryTexts
    let review = ReviewBody(
      revision: 1, buyer: nil, shippingAddress: nil, paymentDescriptor: nil, lines: [], subtotal: .yen(2_000),
      shipping: DeliveryPrice(.yen(0)), tax: .yen(200), taxIncluded: isIncluded,
      taxes: [
        TaxBody(percent: .tenPercent, kind: .excise, base: .yen(1_000), tax: .yen(100)),
        TaxBody(percent: .tenPercent, kind: nil, base: .yen(1_000), tax: .yen(100)),
      ], total: .yen(2_000))
    let model = ReviewModel(CheckoutReview(checkout: "co_1", content: review, selectionRefusal: nil), language)
    let names = model.sums.compactMap { $0.name.split(separator: " (").dropLast().first.map(String.init) }
    #expect(names == (isIncluded ? [texts.exciseContained, texts.taxContained] : [texts.excise, texts.tax]))
    #expect(texts.excise != texts.tax && texts.exciseContained != texts.taxContained)
  }

  @Test("A view that follows the flow offers no action without a handler", arguments: statuses)
  func following(_ status: FlowStatus) {
    let whole = StatusModel(status, .english)
    #expect(StatusModel(following: status, .english, isPerformed: true) == whole)
    let alone = StatusModel(following: status, .english, isPerformed: false)
    // The only action of the view itself: ask again.
    #expect(alone.actions.allSatisfy { $0 == .checkAgain })
    if case .ended = status { #expect(alone.actions.isEmpty) } else { #expect(alone == whole) }
  }

  @Test("Every status but the ones that the browser covers is announced, with its text", arguments: statuses)
  func announcements(_ status: FlowStatus) {
    for language in Language.allCases {
      let model = StatusModel(status, language)
      #expect(!model.title.isEmpty && !model.advice.isEmpty)
      switch status {
      case .idle, .away: #expect(model.announcement == nil)
      default:
        #expect(model.announcement?.text.contains(model.title) == true)
        #expect(model.announcement?.text.contains(model.advice) == true)
      }
      if case .ended = status { #expect(model.announcement?.isUrgent == true && !model.actions.isEmpty) }
    }
  }

  @Test(
    "The actions, the tone and the focus of each status",
    arguments: [
      (.idle, [], .neutral, nil), (.starting, [], .neutral, .unchanged), (.away(.select), [], .neutral, nil),
      (.returning, [], .neutral, .title), (.checking, [.checkAgain], .neutral, .title),
      (.reviewing, [], .neutral, .review), (.selectionRefused, [], .attention, .review),
      (.openingPayment, [], .neutral, .title), (.confirmingPayment, [.checkAgain], .neutral, .title),
      (.cancelling, [], .neutral, .title), (.ended(.paid(nil)), [.close], .success, .title),
      (.ended(.declined(.refused)), [.tryAgain, .close], .attention, .title),
      (.ended(.cancelled), [.close], .neutral, .title), (.ended(.notFinished), [.goOn, .cancel], .neutral, .title),
      (.ended(.nothingToPay), [.close], .success, .title), (.ended(.confirming), [.goOn, .close], .neutral, .title),
    ] as [(FlowStatus, [StatusModel.Action], StatusModel.Tone, FocusTarget?)])
  func table(
    _ status: FlowStatus, _ actions: [StatusModel.Action], _ tone: StatusModel.Tone, _ focus: FocusTarget?
  ) {
    let model = StatusModel(status, .english)
    #expect(model.actions == actions)
    #expect(model.tone == tone)
    #expect(model.announcement?.focus == focus)
    #expect(model.isBusy == status.isBusy)
    // Each button does what it says.
    let texts = Language.english.ferryTexts
    let labels: [StatusModel.Action: String] = [
      .checkAgain: texts.checkAgain, .goOn: texts.goOn, .tryAgain: texts.tryAgain, .cancel: texts.cancel,
      .close: texts.close,
    ]
    for action in model.actions { #expect(action.label(.english) == labels[action]) }
  }

  @Test("Each end has its own words, and each reason for a refusal")
  func ownWords() {
    for language in Language.allCases {
      let ends: [CheckoutOutcome] =
        [.paid(nil), .cancelled, .nothingToPay, .notFinished, .confirming]
        + DeclineReason.allCases.map { .declined($0) }
      let words = ends.map { StatusModel(.ended($0), language) }.map { $0.title + $0.advice }
      #expect(Set(words).count == words.count)
    }
  }

  @Test("A payment that could not be started is not called declined, and sends nobody to a bank")
  func notStarted() {
    for language in Language.allCases {
      let model = StatusModel(.ended(.declined(.notStarted)), language)
      let words = (model.title + model.advice).lowercased()
      for word in ["declin", "bank", "card", "承認されません", "カード"] { #expect(!words.contains(word)) }
    }
  }

  @Test("An unconfirmed payment is never called failed, declined or cancelled, and no other is started")
  func confirming() {
    for status in [FlowStatus.confirmingPayment, .ended(.confirming)] {
      for language in Language.allCases {
        let model = StatusModel(status, language)
        let words = (model.title + model.advice + (model.announcement?.text ?? "")).lowercased()
        for word in ["fail", "declin", "cancel", "error", "失敗", "エラー", "キャンセル", "承認されません"] {
          #expect(!words.contains(word))
        }
        #expect(!model.actions.contains(.tryAgain))
        // A buyer who left the payment page too early gets the same page again.
        if status == .ended(.confirming) { #expect(model.actions == [.goOn, .close]) }
        #expect(!PayButtonModel(provider: "Amazon Pay", status, language).isEnabled)
      }
    }
  }

  @Test("No text says that an unfinished or cancelled checkout was charged")
  func notCharged() {
    for status: FlowStatus in [
      .ended(.notFinished), .ended(.cancelled), .ended(.declined(.refused)), .ended(.declined(.notStarted)),
    ] {
      #expect(StatusModel(status, .english).advice.contains("othing"))
      #expect(StatusModel(status, .japanese).advice.contains("請求は発生"))
    }
  }

  @Test("The pay button is enabled only while no payment is in progress", arguments: statuses)
  func payButton(_ status: FlowStatus) {
    let model = PayButtonModel(provider: "Amazon Pay", status, .japanese)
    let isFree: Bool
    switch status {
    case .idle, .ended(.paid), .ended(.declined), .ended(.cancelled), .ended(.notFinished), .ended(.nothingToPay):
      isFree = true
    default: isFree = false
    }
    #expect(model.isEnabled == isFree && status.allowsPayment == isFree)
    #expect(model.label == "Amazon Payで支払う")
    #expect(!model.accessibilityLabel.isEmpty)
  }

  @Test("A review shows what is bought, for how much, where to and how paid")
  func review() {
    let review = CheckoutReview(checkout: "co_1", content: .sample(revision: 1), selectionRefusal: nil)
    let model = ReviewModel(review, .japanese)
    #expect(model.title == "ご注文内容の確認")
    #expect(model.address?.lines == ["Hanako Canary", "Canary 1-2-3", "Tokyo 100-0001", "Japan"])
    #expect(model.payment?.lines == ["Visa 1111"])
    #expect(model.lines.map(\.accessibilityLabel) == ["Fire HD8、数量 1、¥8,980"])
    #expect(model.sums.map(\.amount) == ["¥8,980", "¥0", "¥816"])
    #expect(model.total?.amount == "¥8,980" && model.total?.accessibilityLabel == "合計、¥8,980")
    #expect(model.buy == "購入する（¥8,980）")
    #expect(model.changes.isEmpty)
    #expect(ReviewModel(review, .english).address?.lines == model.address?.lines)
  }

  @Test("An address is written as in its own country, as on the pages of shop and server", arguments: Language.allCases)
  func address(_ language: Language) {
    var content = ReviewBody.sample(revision: 1)
    content.shippingAddress = AddressBody(
      name: "山田 花子", lines: ["目黒区見本町1-2-3", "サンプルタワー10階"], city: nil, region: "東京都", postalCode: "153-0064",
      country: "JP", phone: "0312345678")
    let model = ReviewModel(CheckoutReview(checkout: "co_1", content: content, selectionRefusal: nil), language)
    #expect(model.address?.lines == ["山田 花子", "〒153-0064", "東京都目黒区見本町1-2-3", "サンプルタワー10階", "0312345678"])
  }

  @Test("A changed review shows the changes first")
  func changed() {
    var content = ReviewBody.sample(revision: 2)
    content.total = .yen(9_480)
    content.shippingAddress?.lines = ["elsewhere"]
    let review = CheckoutReview(
      checkout: "co_1", content: content, selectionRefusal: nil, after: .sample(revision: 1))
    #expect(review.changes == [.address, .total])
    let model = ReviewModel(review, .english)
    #expect(model.announcement.text.hasPrefix("The delivery address has changed. The total has changed."))
    let other = CheckoutReview(
      checkout: "co_1", content: .sample(revision: 3), selectionRefusal: nil, after: .sample(revision: 2))
    #expect(other.changes == [.other])
    let same = CheckoutReview(
      checkout: "co_1", content: .sample(revision: 2), selectionRefusal: nil, after: .sample(revision: 2))
    #expect(same.changes.isEmpty)
  }

  @Test("A refused selection can be changed or cancelled, but not bought")
  func refused() {
    let contents: [ReviewBody?] = [nil, .sample(revision: 1)]
    for (language, content) in Language.allCases.flatMap({ language in contents.map { (language, $0) } }) {
      let review = CheckoutReview(checkout: "co_1", content: content, selectionRefusal: "country-not-served")
      #expect(!review.canBuy)
      let model = ReviewModel(review, language)
      #expect(model.buy == nil)
      #expect(model.address?.change == .change(.address))
      #expect(model.cancel == language.ferryTexts.cancelAndKeep)
    }
  }

  @Test("A refused selection has words of its own for each reason, and an unknown reason the general ones")
  func refusals() {
    for language in Language.allCases {
      let models = ["country-not-served", "region-not-served", "post-office-box", "packstation"].map {
        ReviewModel(CheckoutReview(checkout: "co_1", content: nil, selectionRefusal: $0), language)
      }
      #expect(Set(models.map(\.title)).count == 4)
      let unknown = ReviewModel(CheckoutReview(checkout: "co_1", content: nil, selectionRefusal: "moon"), language)
      #expect(unknown == models[0])
    }
  }

  @Test(
    "The device's first language that there are texts in is taken",
    arguments: [
      (["ja-JP", "en-US"], Language.japanese), (["fr-FR", "ja"], .japanese), (["fr-FR"], .english), ([], .english),
      (["en-GB", "ja"], .english), (["es-CO", "en-US"], .spanish), (["pt-BR", "es-419"], .spanish),
      (["sv-SE", "en-US"], .swedish), (["nb-NO", "da-DK"], .english),
    ])
  func language(_ preferred: [String], _ language: Language) { #expect(Language(preferred: preferred) == language) }

  @Test("A button below a result resumes or cancels its checkout, or starts over if there is nothing to resume")
  func requests() {
    let open = CheckoutResult(outcome: .notFinished, checkout: "co_1", isResumable: true)
    let lost = CheckoutResult(outcome: .notFinished, checkout: "co_1")
    #expect(CheckoutRequest(.goOn, after: open) == .resume("co_1"))
    #expect(CheckoutRequest(.cancel, after: open) == .cancel("co_1"))
    #expect(CheckoutRequest(.goOn, after: lost) == .pay)
    #expect(CheckoutRequest(.cancel, after: lost) == nil)
    #expect(CheckoutRequest(.tryAgain, after: lost) == .pay)
    #expect(CheckoutRequest(.close, after: open) == nil)
  }
}
