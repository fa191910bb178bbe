import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// Reads the query of a list, and collects everything that is wrong with it.
struct ListQuery {
  private let fields: Fields
  private var known: [String] = []
  private var problems: [OrderProblem] = []

  init(_ fields: Fields) { self.fields = fields }

  mutating func value<Value>(_ name: String, _ advice: String, as read: (String) -> Value?) -> Value? {
    known.append(name)
    guard let text = fields[name] else { return nil }
    let value = read(text)
    if value == nil { problems.append(OrderProblem("/\(name)", advice)) }
    return value
  }

  mutating func oneOf(_ name: String, _ values: [String]) -> String? {
    value(name, "Write one of \(values.joined(separator: ", ")), or leave it out.") {
      values.contains($0) ? $0 : nil
    }
  }

  mutating func moment(_ name: String) -> Moment? {
    value(name, "Write milliseconds since 1970, in digits.") { Self.number($0) }
      .map { Moment(milliseconds: Int64($0)) }
  }

  mutating func endpoint() -> WebhookEndpointID? {
    value("endpoint", "Write the name of an endpoint: 1 to 128 characters.") { name in
      (1...128).contains(name.utf8.count) ? WebhookEndpointID(name) : nil
    }
  }

  mutating func limit(atMost most: Int, otherwise fallback: Int = 50) -> Int {
    value("limit", "Write a number from 1 to \(most).") { text in
      Self.number(text).flatMap { (1...most).contains($0) ? $0 : nil }
    } ?? fallback
  }

  /// - Throws: `OrderProblems` with everything that was wrong so far, and with every parameter that was not asked for.
  func requireNoProblems() throws(OrderProblems) {
    let list = known.isEmpty ? "This address has no parameters." : "Use \(known.sorted().joined(separator: ", "))."
    let unknown = fields.all.map(\.name).filter { !known.contains($0) }.map { name in
      let meant = Spelling.closest(to: name, among: known).map { "Did you mean \($0)?" }
      return OrderProblem(Problem.pointer([String(name.prefix(64))]), "There is no such parameter. \(meant ?? list)")
    }
    guard problems.isEmpty, unknown.isEmpty else { throw OrderProblems(problems + unknown) }
  }

  static func number(_ text: String) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}

extension ListQuery {
  /// The filters that all lists of checkouts have. There is none for e-mail addresses: proxies write queries to their logs.
  mutating func checkouts(of merchant: Merchant, at server: CheckoutServer) -> CheckoutFilter {
    var filter = CheckoutFilter(shop: merchant.shop, mode: merchant.mode)
    let phases = PhaseName.known.map(\.rawValue)
    filter.phases = value("phase", "Write phases, separated by commas: \(phases.joined(separator: ", ")).") { text in
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return names.allSatisfy(phases.contains) ? Set(names.map { PhaseName(rawValue: $0) }) : nil
    }
    let providers = Set(server.providers.filter { $0.id.mode == merchant.mode }.map(\.id.provider.text)).sorted()
    filter.provider = value(
      "provider", "Write the id of a provider. This server has \(providers.joined(separator: ", "))."
    ) { text in PlainText.isPlain(text, most: 64) ? ProviderID(text) : nil }
    for (name, key, most) in [
      ("orderReference", .orderReference, 64), ("orderNumber", .orderNumber, 64),
      ("reference", .providerReference, 256),
    ] as [(String, CheckoutSearch.Key, Int)] {
      let text = value(name, "Write 1 to \(most) characters, without control characters.") { text in
        WrittenText.isSound(text, 1...most) ? text : nil
      }
      if let text { filter.searches.append(CheckoutSearch(text, in: key)) }
    }
    filter.from = moment("createdFrom")
    filter.before = moment("createdBefore")
    filter.after = value("after", "Write the value of next from an earlier page.") { CheckoutPlace(text: $0) }
    return filter
  }

  /// A page of checkouts, and the `after` of the next one; nil on the last.
  /// - Throws: `OrderProblems`, as `requireNoProblems`.
  mutating func page(
    of filter: CheckoutFilter, at server: CheckoutServer
  ) async throws -> (files: ArraySlice<CheckoutFile>, next: String?) {
    let limit = limit(atMost: 200)
    try requireNoProblems()
    // One more than asked for shows if there is another page.
    let files = try await server.service.checkouts(filter, limit: limit + 1)
    let page = files.prefix(limit)
    return (page, files.count > page.count ? page.last.map { CheckoutPlace($0.checkout).text } : nil)
  }
}

extension CheckoutFilter {
  mutating func require(_ phases: Set<PhaseName>) { self.phases = self.phases?.intersection(phases) ?? phases }
}
