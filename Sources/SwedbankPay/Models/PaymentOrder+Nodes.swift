import FerryCore
import FerryHTTP

extension PaymentOrder.Nodes: Decodable {
  /// Reads the parts of a payment order. A part that was not asked for has an id only.
  /// - Throws: `DecodingError` for an unreadable amount or transaction, which may have moved money.
  public init(from decoder: any Decoder) throws {
    var order = try LenientObject(decoder)
    paid = try order.part("paid")
    cancelled = try order.part("cancelled")
    reversed = try order.part("reversed")
    abortReason = order.members("aborted")?["abortReason"]?.string
    failure = order.value("failed", as: Failed.self)?.problem
    financialTransactions = try order.list("financialTransactions")
    failedAttempts = try order.list("failedAttempts")
    postPurchaseFailedAttempts = try order.list("postPurchaseFailedAttempts")
    history = try order.list("history")
    payer = try order.part("payer")
    payee = try order.part("payeeInfo")
    urls = order.members("urls")
    orderItems = order.members("orderItems")?["orderItemList"]?.array
    metadata = order.members("metadata")
  }

  private struct Failed: Decodable { let problem: Problem? }
}

extension LenientObject {
  /// A part; nil if it has an id only.
  fileprivate mutating func part<Part: Decodable>(_ name: FieldName) throws -> Part? {
    members(name) == nil ? nil : try readable(name)
  }

  /// The elements of a part that is a list; nil if it has an id only.
  fileprivate mutating func list<Element: Decodable>(_ name: FieldName) throws -> [Element]? {
    members(name) == nil ? nil : try readable(name, as: PartList<Element>.self)?.elements
  }

  /// The members of an object without its id; nil if there is no other.
  fileprivate mutating func members(_ name: FieldName) -> [String: UntypedJSON]? {
    let members = value(name, as: [String: UntypedJSON].self)?.filter { $0.key != "id" }
    return members?.isEmpty == false ? members : nil
  }
}

/// The list in a part, under one of its names.
private struct PartList<Element: Decodable>: Decodable {
  let elements: [Element]?

  /// Swedbank Pay's pages spell some of them in two ways.
  private static var names: Set<String> {
    [
      "financialTransactionsList", "financialTransactionList", "failedAttemptList", "postPurchaseFailedAttemptList",
      "postpurchaseFailedAttemptList", "historyList",
    ]
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: FieldName.self)
    let list = members.allKeys.first { Self.names.contains($0.stringValue) }
    elements = try list.map { try members.decodeIfPresent([Element].self, forKey: $0) ?? [] }
  }
}
