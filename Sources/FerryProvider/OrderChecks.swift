public import FerryCheckout
public import FerryCore
package import FerryHTTP

extension OrderContent {
  /// Checks every total that a destination can lead to, and that leaves something to pay.
  /// - Throws: `OrderProblem`; if the order cannot be priced, too.
  package func checkQuotes(_ check: (Quote) throws(OrderProblem) -> Void) throws(OrderProblem) {
    for price in shippingPrices {
      let quote: Quote
      do { quote = try Quote(self, shipping: price) } catch {
        throw error as? OrderProblem ?? OrderProblem("/order/lines", "\(error)")
      }
      if quote.total.isPositive { try check(quote) }
    }
  }

  /// - Throws: `OrderProblem` for a currency that the account does not take.
  package func require(_ currencies: Set<Currency>, of provider: String) throws(OrderProblem) {
    guard !currencies.contains(currency) else { return }
    let codes = currencies.map(\.code).sorted().joined(separator: ", ")
    throw OrderProblem("/order/currency", "\(provider) takes these currencies from this account's buyers: \(codes).")
  }
}

extension OrderContent {
  /// - Throws: `OrderProblem` for restrictions of delivery, at a provider where the buyer selects no address.
  package func requireNoRestrictions(at provider: String) throws(OrderProblem) {
    guard shipping?.restrictions != nil else { return }
    throw OrderProblem(
      "/order/shipping/restrictions",
      "\(provider) tells Ferry no address. Check the buyer's address in the shop, and leave this member out.")
  }
}

extension OrderProblem {
  /// The problem of an order whose request has an invalid field.
  /// - Parameter items: The place of the lines in the request: "/paymentorder/orderItems/".
  package init(_ field: InvalidField, items: String, in content: OrderContent) {
    let parts = field.pointer.hasPrefix(items) ? field.pointer.dropFirst(items.count).split(separator: "/") : []
    let line = parts.first.flatMap { Int($0) }.flatMap { content.lines.indices.contains($0) ? "/\($0)" : nil }
    self.init("/order/lines" + (line ?? ""), field.explanation)
  }
}

extension ProviderOptions {
  /// The options as a provider's own type.
  /// - Throws: `OrderProblems` with pointers below the options: all members that are missing, wrong or unknown.
  public func decoded<Options: Decodable>(as type: Options.Type = Options.self) throws(OrderProblems) -> Options {
    let written = stableJSON(self)
    var problem = FieldProblems.all(in: written, for: type, refusingUnknown: true)
    if problem == nil {
      do { return try Options(json: written) } catch { problem = (error as? DecodingError).map { Problem($0) } }
    }
    throw OrderProblems(
      problem?.errors.map { OrderProblem($0.pointer, $0.detail) }
        ?? [OrderProblem("", "The options cannot be read.")])
  }
}

extension Checkout {
  /// The shop's options as the provider's own type; nil without options.
  /// - Throws: `ProviderFailure.misconfigured` for options that this version does not know.
  public func options<Options: Decodable>(as type: Options.Type = Options.self) throws(ProviderFailure) -> Options? {
    guard let options else { return nil }
    do throws(OrderProblems) {
      return try options.decoded(as: type)
    } catch {
      throw .misconfigured(
        reason: "The options of this checkout cannot be read.", fix: "A later version stored them. Run that version.")
    }
  }
}

extension ProviderOptions {
  /// The problems of the options as a provider's own type: of their form, else those that `problems` finds.
  package func problems<Options: Decodable>(
    as type: Options.Type = Options.self, _ problems: (Options) -> [OrderProblem]
  ) -> [OrderProblem] {
    do throws(OrderProblems) {
      return problems(try decoded(as: type))
    } catch {
      return error.problems
    }
  }
}
