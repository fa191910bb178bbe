import FerryCore
import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PaymentOrder.Nodes {
  /// Reads the parts of a payment order. A part that was not asked for has an id only.
  /// - Throws: `DecodingError` for an unreadable amount or transaction, which may have moved money.
  init(_ order: inout LenientObject, _ currency: Currency) throws {
    paid = try order.node("paid", currency)
    cancelled = try order.node("cancelled", currency)
    reversed = try order.node("reversed", currency)
    abortReason = order.value("aborted", as: Aborted.self)?.abortReason
    failure = order.value("failed", as: Failed.self)?.problem
    financialTransactions = try order.list(
      "financialTransactions", ["financialTransactionsList", "financialTransactionList"], currency)
    failedAttempts = try order.list("failedAttempts", ["failedAttemptList"], currency)
    postPurchaseFailedAttempts = try order.list(
      "postPurchaseFailedAttempts", ["postPurchaseFailedAttemptList", "postpurchaseFailedAttemptList"], currency)
    history = try order.list("history", ["historyList"], currency)
    payer = try order.node("payer", currency)
    payee = try order.node("payeeInfo", currency)
    urls = order.members("urls")
    orderItems = order.value("orderItems", as: UntypedJSON.self)?.object?["orderItemList"]?.array
    metadata = order.members("metadata")
  }

  private struct Aborted: Decodable { let abortReason: String? }

  private struct Failed: Decodable { let problem: Problem? }
}

/// A part of a payment order, whose amounts are in the order's currency.
protocol PaymentOrderNode {
  init(_ object: inout LenientObject, _ currency: Currency) throws
}

extension LenientObject {
  /// A part; nil if it has an id only.
  fileprivate mutating func node<Node: PaymentOrderNode>(_ name: FieldName, _ currency: Currency) throws -> Node? {
    guard members(name)?.isEmpty == false else { return nil }
    return try readable(name, as: NodeWithCurrency<Node>.self, configuration: currency)?.node
  }

  /// The elements of a part that is a list; nil if it has an id only.
  fileprivate mutating func list<Node: PaymentOrderNode>(
    _ name: FieldName, _ lists: [String], _ currency: Currency
  ) throws -> [Node]? {
    guard let list = members(name)?.keys.first(where: { lists.contains($0) }) else { return nil }
    let parts = try readable(name, as: NodeList<Node>.self, configuration: (FieldName(stringValue: list), currency))
    return parts?.nodes
  }

  /// The members of an object without its id; nil if there is no other.
  fileprivate mutating func members(_ name: FieldName) -> [String: UntypedJSON]? {
    let members = value(name, as: [String: UntypedJSON].self)?.filter { $0.key != "id" }
    return members?.isEmpty == false ? members : nil
  }
}

private struct NodeWithCurrency<Node: PaymentOrderNode>: DecodableWithConfiguration {
  let node: Node

  init(from decoder: any Decoder, configuration: Currency) throws {
    var object = try LenientObject(decoder)
    node = try Node(&object, configuration)
  }
}

private struct NodeList<Node: PaymentOrderNode>: DecodableWithConfiguration {
  let nodes: [Node]

  init(from decoder: any Decoder, configuration: (list: FieldName, currency: Currency)) throws {
    var object = try LenientObject(decoder)
    let parts = try object.readable(
      configuration.list, as: [NodeWithCurrency<Node>].self, configuration: configuration.currency)
    nodes = parts?.map(\.node) ?? []
  }
}
