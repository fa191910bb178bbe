import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import Synchronization

/// GMO's API with one transaction at a time, as a test sets it.
final class ScriptedGMO: ScriptedProvider {
  enum Reply: Sendable {
    case answer(String, status: Int = 200)
    /// The connection breaks off; the request may have arrived.
    case lost
  }

  struct State: Sendable {
    var status = "UNPROCESSED"
    /// The OrderIDs that were entered, in order.
    var orders: [String] = []
    var amount = "0"
    var tax = ""
    var cancelAmount = ""
    var accessID = ScriptedGMO.accessID
    var startURL = "https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass"
    var buyer = Answers.buyer
    var requests: [Request] = []
    /// The time that has passed since the start.
    var elapsed = Duration.zero
    /// The time at which the payment page expires.
    var expiresAt = Duration.zero
    /// An answer in place of the usual one, by operation.
    var replies: [String: @Sendable (inout State) -> Reply?] = [:]
  }

  struct Request: Sendable {
    let operation: String
    let url: String
    let fields: [String: String]
  }

  static let accessID = "0123456789abcdef0123456789abcdef"
  static let accessPass = "fedcba9876543210fedcba9876543210"
  static let start = Moment(milliseconds: 1_763_707_200_000)

  private let state = Mutex(State())

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var requests: [Request] { state.withLock(\.requests) }
  var now: Moment { Self.start + state.withLock(\.elapsed) }
  var secrets: [String] { [Self.accessPass, "pass0001"] }

  func wait(_ time: Duration?) { set { $0.elapsed += time ?? .seconds(1) } }

  /// The operations in order: "entry exec search".
  var course: String {
    requests.map { request in
      switch request.operation {
      case "EntryTranAmazonpay": "entry"
      case "ExecTranAmazonpay": "exec"
      case "AmazonpaySales": "sales"
      case "AmazonpayCancel": "cancel"
      case "SearchTradeMulti": "search"
      case "SearchAddressAmazonpay": "address"
      default: request.operation
      }
    }.joined(separator: " ")
  }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(TransportFailure) -> ProviderAnswer {
    let path = request.path ?? ""
    let operation = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
    let reply: Reply = state.withLock { state in
      let sent = Request(
        operation: operation, url: "\(request.scheme ?? "")://\(request.authority ?? "")\(path)",
        fields: Self.fields(body))
      state.requests.append(sent)
      return state.replies[operation]?(&state) ?? state.answer(sent)
    }
    guard case .answer(let text, let status) = reply else { throw .unknown("The connection was closed.") }
    return ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: [:], body: Array(text.utf8), receivedAt: now, sent: request)
  }

  private static func fields(_ body: [UInt8]) -> [String: String] {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { pair -> (String, String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  static func refusal(_ info: String) -> Reply { .answer("ErrCode=\(info.prefix(3))&ErrInfo=\(info)") }
}

extension ScriptedGMO.State {
  private typealias Gateway = ScriptedGMO

  /// Executes a request as GMO does.
  mutating func answer(_ request: ScriptedGMO.Request) -> ScriptedGMO.Reply {
    switch request.operation {
    case "EntryTranAmazonpay": return entered(request)
    case "ExecTranAmazonpay": return executed()
    case "AmazonpaySales":
      guard status == "AUTH" else { return Gateway.refusal("M01054004") }
      status = "SALES"
      return changed
    case "AmazonpayCancel": return cancelled(request)
    case "SearchTradeMulti":
      guard request.fields["OrderID"] == orders.last else { return Gateway.refusal("M01004002") }
      if status == "REQSUCCESS", elapsed >= expiresAt { status = "EXPIRED" }
      return .answer(trade)
    case "SearchAddressAmazonpay": return .answer(buyer)
    default: return .answer("", status: 404)
    }
  }

  mutating func entered(_ request: ScriptedGMO.Request) -> ScriptedGMO.Reply {
    let order = request.fields["OrderID"] ?? ""
    guard !orders.contains(order) else { return Gateway.refusal("E01040010") }
    orders.append(order)
    status = "UNPROCESSED"
    amount = request.fields["Amount"] ?? ""
    return .answer("AccessID=\(accessID)&AccessPass=\(Gateway.accessPass)")
  }

  mutating func executed() -> ScriptedGMO.Reply {
    guard status == "UNPROCESSED" else { return Gateway.refusal("M01004014") }
    status = "REQSUCCESS"
    expiresAt = elapsed + .seconds(3_600)
    let limit = GMOTimeText.text(ScriptedGMO.start + elapsed + .seconds(3_600))
    return .answer("AccessID=\(accessID)&Token=Ab+cd/EF==&StartURL=\(startURL)&StartLimitDate=\(limit)")
  }

  /// Releases an authorization, or pays out a refund at once.
  mutating func cancelled(_ request: ScriptedGMO.Request) -> ScriptedGMO.Reply {
    guard status == "AUTH" || status == "SALES", let left = Int(amount),
      let asked = Int(request.fields["CancelAmount"] ?? ""), asked <= left
    else { return Gateway.refusal("M01085011") }
    cancelAmount = String((Int(cancelAmount) ?? 0) + asked)
    amount = String(left - asked)
    status = status == "AUTH" ? "CANCEL" : left == asked ? "RETURN" : "SALES"
    return changed
  }

  var changed: ScriptedGMO.Reply {
    .answer("OrderID=\(orders.last ?? "")&Status=\(status)&Amount=\(amount)&Tax=\(tax)")
  }

  /// The answer to a search.
  var trade: String {
    """
    Status=\(status)&ProcessDate=\(GMOTimeText.text(ScriptedGMO.start + elapsed))&JobCd=AUTH&AccessID=\(accessID)\
    &AccessPass=\(Gateway.accessPass)&ItemCode=&Amount=\(amount)&Tax=\(tax)&ClientField1=&ClientField2=&ClientField3=\
    &PayType=38&CvsCode=&AmazonPayCancelAmount=\(cancelAmount)&AmazonPayCancelTax=
    """
  }
}

/// GMO's form of a time, in Japan's.
private enum GMOTimeText {
  static func text(_ moment: Moment) -> String { (moment + .seconds(9 * 3_600)).iso8601.filter(\.isNumber) }
}
