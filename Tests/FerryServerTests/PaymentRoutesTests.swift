import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Money after the sale, through the JSON API")
struct PaymentRoutesTests {
  private func amount(_ money: Money) -> String {
    #"{"amount":{"amount":"\#(money.decimal)","currency":"\#(money.currency)"}}"#
  }
  private func amount(_ yen: Int) -> String { amount(.yen(Int64(yen))) }

  @Test("A checkout with manual capture is paid when the money is authorized, and shows the lapse")
  func manual() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: .manual)
      let payment = try #require(try await server.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self).payment)
      #expect(payment.capturable == .yen(3_000))
      #expect(payment.captured == .yen(0))
      #expect(payment.lapsesAt == server.time.now + .seconds(30 * 86_400))
    }
  }

  @Test("A partial capture answers with the released amount, and the same key gets the same answer")
  func capture() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: .manual)
      for _ in 1...2 {
        let response = try await server.call(
          .post, "/v1/checkouts/\(id)/capture", amount(1_000), idempotencyKey: "ship-1")
        #expect(response.status == .ok)
        let result = try response.decoded(OperationResultBody.self)
        #expect(result.operation.state == .succeeded)
        #expect(result.operation.kind == "capture")
        #expect(result.payment.captured == .yen(1_000))
        #expect(result.payment.released == .yen(2_000))
        #expect(result.payment.release == "after-capture")
        #expect(result.payment.lapsesAt == nil)
      }
      let second = try await server.call(.post, "/v1/checkouts/\(id)/capture", "{}", idempotencyKey: "ship-2")
      #expect(second.status == .conflict)
      #expect(second.problem?.type == .nothingLeft)
      #expect(second.problem?.detail.contains("captures once") == true)
      let list = try await server.call(.get, "/v1/checkouts/\(id)/operations").decoded(OperationsBody.self)
      #expect(list.operations.map(\.amount) == [.yen(1_000)])
      #expect(list.payment?.captured == .yen(1_000))
    }
  }

  @Test("A refund keeps its reason, and the same key with another reason is refused")
  func reason() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      func refund(_ members: String) async throws -> TestResponse {
        let body = #"{"amount":{"amount":"100","currency":"JPY"}\#(members)}"#
        return try await server.call(.post, "/v1/checkouts/\(id)/refund", body, idempotencyKey: "r-1")
      }
      let stated = #","refundReason":"defective","refundNote":"The bag was torn""#
      for _ in 1...2 {
        let operation = try await refund(stated).decoded(OperationResultBody.self).operation
        #expect(operation.refundReason == "defective" && operation.refundNote == "The bag was torn")
        #expect(operation.reason == nil)
      }
      for other in ["", #","refundReason":"defective""#, #","refundReason":"fraud","refundNote":"The bag was torn""#] {
        let refused = try await refund(other)
        #expect(refused.problem?.type == .keyReused, "\(other)")
      }
      let list = try await server.call(.get, "/v1/checkouts/\(id)/operations").decoded(OperationsBody.self)
      #expect(list.operations.map(\.refundNote) == ["The bag was torn"])
    }
  }

  @Test(
    "A reason that cannot be is refused by its member, and a capture has none",
    arguments: [
      ("refund", #"{"refundReason":"moon"}"#, "/refundReason"), ("refund", #"{"refundNote":""}"#, "/refundNote"),
      ("refund", #"{"refundNote":"two\nlines"}"#, "/refundNote"),
      ("refund", #"{"refundNote":"\#(String(repeating: "x", count: 201))"}"#, "/refundNote"),
      ("capture", #"{"refundReason":"other"}"#, "/refundReason"), ("capture", #"{"refundNote":"n"}"#, "/refundNote"),
    ])
  func wrongReason(_ act: String, _ body: String, _ pointer: String) async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: act == "refund" ? .automatic : .manual)
      let refused = try await server.call(.post, "/v1/checkouts/\(id)/\(act)", body, idempotencyKey: "k")
      #expect(refused.status == .unprocessableContent)
      #expect(refused.problem?.errors.map(\.pointer) == [pointer])
      #expect(try await server.service.file(CheckoutID(id))?.checkout.payment?.operations == [])
    }
  }

  @Test("A dispute is recorded and changed by its id, and the list of disputed payments has it while it is open")
  func dispute() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      _ = try await server.paid(reference: "A-2")
      func record(_ body: String, _ dispute: String = "case-77") async throws -> TestResponse {
        try await server.call(.put, "/v1/checkouts/\(id)/disputes/\(dispute)", body)
      }
      let first = try await record(
        #"{"state":"needsResponse","reason":"notReceived","respondBy":1800000000000,"fromReport":true}"#
      ).decoded(PaymentBody.self)
      #expect(first.disputed == .yen(3_000) && first.refundable == .yen(0))
      #expect(first.disputes?.map(\.id) == ["case-77"] && first.disputes?.first?.source == "report")
      let second = try await record(#"{"state":"underReview","amount":{"amount":"1000","currency":"JPY"}}"#)
        .decoded(PaymentBody.self)
      #expect(second.disputed == .yen(1_000) && second.disputes?.count == 1)
      #expect(second.disputes?.first?.reason == "notReceived" && second.disputes?.first?.respondBy != nil)

      func listed() async throws -> [String] {
        try await server.call(.get, "/v1/payments?state=disputed").decoded(PaymentsBody.self).payments.map(\.checkout)
      }
      #expect(try await listed() == [id])
      #expect(try await record(#"{"state":"won"}"#).decoded(PaymentBody.self).disputed == nil)
      #expect(try await listed().isEmpty)

      for (body, dispute, pointer) in [
        (#"{"state":"won"}"#, "a%20b", "/dispute"), (#"{"state":"moon"}"#, "b", "/state"), ("{}", "b", "/state"),
        (#"{"state":"won","amount":{"amount":"0","currency":"JPY"}}"#, "b", "/amount"),
        (#"{"state":"won","amount":{"amount":"1","currency":"EUR"}}"#, "b", "/amount"),
      ] {
        let refused = try await record(body, dispute)
        #expect(refused.status == .unprocessableContent, "\(body)")
        #expect(refused.problem?.errors.map(\.pointer) == [pointer], "\(body)")
      }
      let held = try await server.paid(capture: .manual, reference: "A-3")
      let nothing = try await server.call(.put, "/v1/checkouts/\(held)/disputes/b", #"{"state":"won"}"#)
      #expect(nothing.status == .conflict && nothing.problem?.type == .wrongPhase)
    }
  }

  @Test("A capture without an amount takes the whole rest, also when repeated")
  func all() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: .manual)
      for kind in ["capture", "refund"] {
        for _ in 1...2 {
          let response = try await server.call(.post, "/v1/checkouts/\(id)/\(kind)", "{}", idempotencyKey: kind)
          #expect(response.status == .ok)
          #expect(try response.decoded(OperationResultBody.self).operation.amount == .yen(3_000))
        }
      }
      let response = try await server.call(.post, "/v1/checkouts/\(id)/refund", "{}", idempotencyKey: "more")
      #expect(response.problem?.type == .nothingLeft)
    }
  }

  @Test("A pending refund is accepted and named, and blocks another one")
  func pending() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      await server.service.takeTime()
      let path = "/v1/checkouts/\(id)/refund"
      let response = try await server.call(.post, path, amount(1_800), idempotencyKey: "r-1")
      #expect(response.status == .accepted)
      let result = try response.decoded(OperationResultBody.self)
      #expect(result.operation.state == .pending)
      #expect(result.operation.reference?.hasPrefix("R-") == true)
      #expect(result.payment.refundable == .yen(1_200))
      let other = try await server.call(.post, path, amount(1_800), idempotencyKey: "r-2")
      #expect(other.problem?.type == .inProgress)
      // A pending result is not stored as the key's answer: a repetition gets the current state.
      let report = Observation(reports: [OperationReport(OperationID(result.operation.id), reference: nil, .done)])
      _ = try await server.service.submit(.performed(1, .observed(report)), to: CheckoutID(id))
      let again = try await server.call(.post, path, amount(1_800), idempotencyKey: "r-1")
      #expect(again.status == .ok)
      #expect(try again.decoded(OperationResultBody.self).operation.state == .succeeded)
      let third = try await server.call(.post, path, amount(1_800), idempotencyKey: "r-2")
      #expect(third.problem?.type == .amountExceeded)
      #expect(third.problem?.left == .yen(1_200))
    }
  }

  @Test("If the provider does not answer in time, the operation stays pending, and the same key finds it")
  func silent() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      await server.service.silence()
      let path = "/v1/checkouts/\(id)/refund"
      let first = try await server.call(.post, path, amount(1), idempotencyKey: "r-1")
      let again = try await server.call(.post, path, amount(1), idempotencyKey: "r-1")
      for response in [first, again] {
        #expect(response.status == .accepted)
        #expect(try response.decoded(OperationResultBody.self).operation.state == .pending)
      }
      #expect(try await server.service.file(CheckoutID(id))?.checkout.payment?.operations.count == 1)
    }
  }

  @Test("A void needs no key, and happens once")
  func void() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: .manual)
      for _ in 1...2 {
        let response = try await server.call(.post, "/v1/checkouts/\(id)/void")
        #expect(response.status == .ok)
        #expect(try response.decoded(OperationResultBody.self).payment.release == "by-merchant")
      }
      let list = try await server.call(.get, "/v1/checkouts/\(id)/operations").decoded(OperationsBody.self)
      #expect(list.operations.map(\.kind) == ["void"])
      let capture = try await server.call(.post, "/v1/checkouts/\(id)/capture", "{}", idempotencyKey: "late")
      #expect(capture.problem?.type == .nothingLeft)
    }
  }

  @Test(
    "An impossible operation is refused with its reason, and changes nothing",
    arguments: [
      ("refund", #"{"amount":{"amount":"1","currency":"JPY"}}"#, nil, Problem.Kind.keyMissing),
      ("refund", #"{"amount":{"amount":"3001","currency":"JPY"}}"#, "r", .amountExceeded),
      ("refund", #"{"amount":{"amount":"0","currency":"JPY"}}"#, "r", .invalidFields),
      ("refund", #"{"amount":{"amount":"-1","currency":"JPY"}}"#, "r", .invalidFields),
      ("refund", #"{"amount":{"amount":"1.5","currency":"JPY"}}"#, "r", .invalidFields),
      ("refund", #"{"amount":{"amount":"1","currency":"EUR"}}"#, "r", .invalidFields),
      ("refund", #"{"amount":1}"#, "r", .invalidFields), ("refund", "{", "r", .malformed),
      ("capture", "{}", "k", .nothingLeft), ("capture", "{}", nil, .keyMissing),
    ])
  func refused(_ kind: String, _ body: String, _ key: String?, _ problem: Problem.Kind) async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      let before = await server.service.everything()
      let response = try await server.call(.post, "/v1/checkouts/\(id)/\(kind)", body, idempotencyKey: key)
      #expect(response.problem?.type == problem)
      if problem == .amountExceeded { #expect(response.problem?.left == .yen(3_000)) }
      if problem == .invalidFields { #expect(response.problem?.errors.first?.pointer.hasPrefix("/amount") == true) }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A refund above the capture is refused where the provider has none, with the reason, and at a capture always")
  func beyondCapture() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      let body = #"{"amount":{"amount":"3001","currency":"JPY"},"beyondCapture":true}"#
      let response = try await server.call(.post, "/v1/checkouts/\(id)/refund", body, idempotencyKey: "r")
      #expect(response.status == .conflict && response.problem?.type == .amountExceeded)
      #expect(response.problem?.left == .yen(3_000))
      #expect(response.problem?.detail.hasSuffix("than was captured for this payment.") == true)
      let capture = try await server.call(.post, "/v1/checkouts/\(id)/capture", body, idempotencyKey: "k")
      #expect(capture.problem?.errors.map(\.pointer) == ["/beyondCapture"])
      let whole = body.replacing("3001", with: "3000")
      #expect(try await server.call(.post, "/v1/checkouts/\(id)/refund", whole, idempotencyKey: "r").status == .ok)
    }
  }

  private static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, .eur) }
  private static let dear = TestServer.order.replacing("1200", with: "4700")
  private static let european = TestServer.order.replacing("JPY", with: "EUR").replacing("1200", with: "270.00")
    .replacing(#""600""#, with: #""60.00""#)

  @Test(
    "As far as the provider allows it, a refund exceeds the capture if the shop says so",
    arguments: [
      (TestServer.order, .yen(3_000), .yen(3_450), .yen(3_450)), (dear, .yen(10_000), .yen(10_700), .yen(11_500)),
      (dear, .yen(10_000), .yen(11_500), .yen(11_500)),
      (european, euros(60_000), euros(67_500), euros(67_500)),
    ] as [(String, Money, Money, Money)])
  func beyondCaptureAllowed(_ order: String, _ total: Money, _ refund: Money, _ most: Money) async throws {
    try await TestServer.run(excessRefund: .percent(15, most: [.yen(8_400), Self.euros(7_500)])) { server in
      let id = try await server.paid(order, total: total)
      let path = "/v1/checkouts/\(id)/refund"
      let refused = try await server.call(.post, path, amount(refund), idempotencyKey: "r-1")
      #expect(refused.status == .conflict && refused.problem?.type == .amountExceeded)
      #expect(refused.problem?.detail.contains("\(most)") == true && refused.problem?.left == total)
      func body(_ money: Money) -> String { amount(money).dropLast() + #","beyondCapture":true}"# }
      let more = Money(minorUnits: most.minorUnits + 1, most.currency)
      let above = try await server.call(.post, path, body(more), idempotencyKey: "r-2")
      #expect(above.status == .conflict && above.problem?.type == .amountExceeded && above.problem?.left == most)
      let done = try await server.call(.post, path, body(refund), idempotencyKey: "r-3")
      #expect(done.status == .ok)
      let payment = try done.decoded(OperationResultBody.self).payment
      #expect(payment.refunded == refund && payment.refundable == .zero(total.currency))
    }
  }

  @Test("A key names one operation: with another amount or kind it is refused")
  func keyReused() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: .manual)
      _ = try await server.call(.post, "/v1/checkouts/\(id)/capture", amount(3_000), idempotencyKey: "k")
      for (kind, yen) in [("capture", 2_999), ("refund", 3_000)] {
        let response = try await server.call(.post, "/v1/checkouts/\(id)/\(kind)", amount(yen), idempotencyKey: "k")
        #expect(response.problem?.type == .keyReused, "\(kind)")
      }
    }
  }

  private func lines(_ pieces: (String, Int)...) -> String {
    let list = pieces.map { #"{"id":"\#($0.0)","quantity":\#($0.1)}"# }.joined(separator: ",")
    return #"{"lines":[\#(list)]}"#
  }

  @Test("A refund of lines has the amount and the taxes that Ferry computes, in its answer and in the lists")
  func byLine() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(TestServer.mixedOrder, total: .yen(4_500))
      let eight = try #require(Rate(percent: "8"))
      let response = try await server.call(
        .post, "/v1/checkouts/\(id)/refund", lines(("t-1", 1), ("shipping", 1)), idempotencyKey: "r-1")
      #expect(response.status == .ok)
      let operation = try response.decoded(OperationResultBody.self).operation
      #expect(operation.amount == .yen(1_382))
      #expect(operation.lines == [LineQuantity(id: "t-1", quantity: 1), LineQuantity(id: "shipping", quantity: 1)])
      #expect(
        operation.taxes == [
          TaxBody(percent: eight, kind: nil, base: .yen(1_008), tax: .yen(81)),
          TaxBody(percent: .tenPercent, kind: nil, base: .yen(545), tax: .yen(55)),
        ])
      let all = try await server.call(.get, "/v1/checkouts/\(id)/operations").decoded(OperationsBody.self)
      #expect(all.operations == [operation])
      // An amount has no lines and no taxes.
      let other = try await server.call(.post, "/v1/checkouts/\(id)/refund", amount(100), idempotencyKey: "r-2")
      #expect(!other.text.contains(#""lines""#) && !other.text.contains(#""taxes""#))
      await server.service.takeTime()
      _ = try await server.call(.post, "/v1/checkouts/\(id)/refund", lines(("pot", 1)), idempotencyKey: "r-3")
      let listed = try await list(server).payments.first?.operation
      #expect(listed?.lines == [LineQuantity(id: "pot", quantity: 1)] && listed?.amount == .yen(2_227))
    }
  }

  @Test("A capture of lines voids the rest where the provider captures once")
  func captureByLine() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(TestServer.mixedOrder, total: .yen(4_500), capture: .manual)
      let response = try await server.call(
        .post, "/v1/checkouts/\(id)/capture", lines(("t-1", 2), ("shipping", 1)), idempotencyKey: "ship")
      let payment = try response.decoded(OperationResultBody.self).payment
      #expect(payment.captured == .yen(2_273) && payment.released == .yen(2_227))
      #expect(payment.release == "after-capture")
      // Only captured pieces can be refunded by line.
      let refund = try await server.call(
        .post, "/v1/checkouts/\(id)/refund", lines(("pot", 1)), idempotencyKey: "r-1")
      #expect(refund.problem?.errors.map(\.pointer) == ["/lines/0/quantity"])
    }
  }

  @Test(
    "Lines that the order does not have are refused where they stand, and nothing changes",
    arguments: [
      (#"{"lines":[]}"#, "/lines"), (#"{"lines":[{"id":"t-1","quantity":3}]}"#, "/lines/0/quantity"),
      (#"{"lines":[{"id":"t-1","quantity":0}]}"#, "/lines/0/quantity"),
      (#"{"lines":[{"id":"shipping","quantity":1},{"id":"p-1","quantity":1}]}"#, "/lines/1/id"),
      (#"{"lines":[{"id":"t-1","quantity":1},{"id":"t-1","quantity":1}]}"#, "/lines/1/id"),
      (#"{"lines":[{"id":"t-1"}]}"#, "/lines/0/quantity"),
      (#"{"lines":[{"id":"t-1","quantity":1,"moons":1}]}"#, "/lines/0/moons"),
      (#"{"amount":{"amount":"1","currency":"JPY"},"lines":[{"id":"t-1","quantity":1}]}"#, "/lines"),
    ])
  func wrongLines(_ body: String, _ pointer: String) async throws {
    try await TestServer.run { server in
      let id = try await server.paid(TestServer.mixedOrder, total: .yen(4_500))
      let before = await server.service.everything()
      let response = try await server.call(.post, "/v1/checkouts/\(id)/refund", body, idempotencyKey: "r")
      #expect(response.status == .unprocessableContent)
      #expect(response.problem?.errors.map(\.pointer) == [pointer], "\(response.text)")
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A key names one operation by lines: with other lines, or an amount, it is refused")
  func keyOfLines() async throws {
    try await TestServer.run { server in
      let id = try await server.paid(TestServer.mixedOrder, total: .yen(4_500))
      let path = "/v1/checkouts/\(id)/refund"
      for _ in 1...2 {
        let response = try await server.call(.post, path, lines(("t-1", 1)), idempotencyKey: "k")
        #expect(response.status == .ok)
      }
      for body in [lines(("t-1", 2)), lines(("pot", 1)), amount(891), "{}"] {
        let response = try await server.call(.post, path, body, idempotencyKey: "k")
        #expect(response.problem?.type == .keyReused, "\(body)")
      }
    }
  }

  @Test("A key belongs to its checkout: at another one it names another operation")
  func keyElsewhere() async throws {
    try await TestServer.run { server in
      var ids: Set<String> = []
      for reference in ["A-1", "A-2"] {
        let id = try await server.paid(reference: reference)
        let response = try await server.call(.post, "/v1/checkouts/\(id)/refund", amount(1), idempotencyKey: "k")
        ids.insert(try response.decoded(OperationResultBody.self).operation.id)
      }
      #expect(ids.count == 2)
    }
  }

  @Test("Only the shop itself may operate, in its own mode, on paid checkouts")
  func others() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      for path in ["capture", "refund", "void", "operations"] {
        let method: HTTPRequest.Method = path == "operations" ? .get : .post
        for key in [TestServer.otherKey, TestServer.liveKey] {
          let response = try await server.call(
            method, "/v1/checkouts/\(id)/\(path)", "{}", key: key, idempotencyKey: "k")
          #expect(response.problem?.type == .notFound, "\(path)")
        }
      }
      let open = try await server.create(TestServer.order.replacing("A-1", with: "A-2"), idempotencyKey: "key-2")
        .decoded(CheckoutBody.self).id
      for path in ["capture", "refund", "void"] {
        let response = try await server.call(.post, "/v1/checkouts/\(open)/\(path)", "{}", idempotencyKey: "k")
        #expect(response.problem?.type == .wrongPhase, "\(path)")
      }
      let list = try await server.call(.get, "/v1/checkouts/\(open)/operations").decoded(OperationsBody.self)
      #expect(list == OperationsBody(payment: nil, operations: []))
    }
  }

  // MARK: The list

  private func list(_ server: TestServer, _ query: String = "", key: String = TestServer.testKey) async throws
    -> PaymentsBody
  {
    let response = try await server.call(.get, "/v1/payments" + query, key: key)
    #expect(response.status == .ok)
    return try response.decoded(PaymentsBody.self)
  }

  /// Checkouts that start a second apart: an unpaid one, one with manual capture, and two captured ones.
  private func four(_ server: TestServer) async throws -> [String] {
    var ids: [String] = []
    for (index, capture) in [nil, CapturePolicy.manual, .automatic, .automatic].enumerated() {
      let reference = "A-\(index)"
      if let capture {
        ids.append(try await server.paid(capture: capture, reference: reference))
      } else {
        let open = try await server.create(
          TestServer.order.replacing("A-1", with: reference), idempotencyKey: reference)
        ids.append(try open.decoded(CheckoutBody.self).id)
      }
      await server.time.advance(by: .seconds(1))
    }
    return ids
  }

  @Test("A shop's payments are listed newest first, page by page, with what is under way")
  func listed() async throws {
    try await TestServer.run { server in
      let start = server.time.now.milliseconds
      let ids = try await four(server)
      await server.service.takeTime()
      _ = try await server.call(.post, "/v1/checkouts/\(ids[2])/refund", amount(1_000), idempotencyKey: "r")
      let all = try await list(server)
      #expect(all.payments.map(\.checkout) == [ids[3], ids[2], ids[1]])
      #expect(all.next == nil)
      let refunding = all.payments[1]
      #expect(refunding.orderReference == "A-2")
      #expect(refunding.phase == .paid)
      #expect(refunding.operation?.amount == .yen(1_000))
      #expect(refunding.payment.refundable == .yen(2_000))
      #expect(all.payments[2].payment.capturable == .yen(3_000))
      #expect(all.payments[2].operation == nil)

      let first = try await list(server, "?limit=2")
      #expect(first.payments == Array(all.payments.prefix(2)))
      let second = try await list(server, "?limit=2&after=\(try #require(first.next))")
      #expect(second == PaymentsBody(payments: [all.payments[2]], next: nil))
      #expect(try await list(server, "?state=capturable").payments.map(\.checkout) == [ids[1]])
      #expect(try await list(server, "?state=pending").payments.map(\.checkout) == [ids[2]])
      let span = "?createdFrom=\(start + 1_000)&createdBefore=\(start + 3_000)"
      #expect(try await list(server, span).payments.map(\.checkout) == [ids[2], ids[1]])
    }
  }

  @Test("Payments are found by phase, provider, order and the provider's reference")
  func filtered() async throws {
    try await TestServer.run { server in
      let ids = try await four(server)
      try await server.service.enter(reference: "C-2", of: CheckoutID(ids[2]))
      for (query, found) in [
        ("phase=paid", [ids[3], ids[2], ids[1]]), ("phase=open", []), ("provider=nobody", []),
        ("provider=sandbox&phase=paid&state=capturable", [ids[1]]), ("orderReference=A-0", []),
        ("orderReference=A-3", [ids[3]]), ("reference=C-2", [ids[2]]), ("reference=C-2&state=capturable", []),
      ] as [(String, [String])] {
        #expect(try await list(server, "?" + query).payments.map(\.checkout) == found, "\(query)")
      }
    }
  }

  @Test("The list has no payments of other shops or the other mode, and no data of the buyer")
  func onlyOwn() async throws {
    try await TestServer.run { server in
      _ = try await four(server)
      for key in [TestServer.otherKey, TestServer.liveKey] {
        #expect(try await list(server, key: key).payments.isEmpty)
      }
      let text = try await server.call(.get, "/v1/payments").text
      #expect(text.contains("A-3") && !text.contains("hanako") && !text.contains("Visa"))
      #expect(try await server.call(.get, "/v1/payments", key: nil).problem?.type == .unauthorized)
    }
  }

  @Test(
    "An invalid page is refused, and every wrong parameter is named",
    arguments: [
      ("?limit=0", ["/limit"]), ("?limit=201", ["/limit"]), ("?limit=", ["/limit"]), ("?limit=+5", ["/limit"]),
      ("?state=paid", ["/state"]), ("?createdFrom=-1", ["/createdFrom"]), ("?createdBefore=today", ["/createdBefore"]),
      ("?createdFrom=1000000000000000", ["/createdFrom"]), ("?after=next", ["/after"]), ("?after=5-", ["/after"]),
      ("?after=", ["/after"]), ("?state=x&limit=y&after=z", ["/after", "/state", "/limit"]),
    ])
  func refusedList(_ query: String, _ pointers: [String]) async throws {
    try await TestServer.run { server in
      let response = try await server.call(.get, "/v1/payments" + query)
      #expect(response.status == .unprocessableContent)
      #expect(response.problem?.type == .invalidFields)
      #expect(response.problem?.errors.map(\.pointer) == pointers)
      let repeated = try await server.call(.get, "/v1/payments?limit=1&limit=2")
      #expect(repeated.problem?.type == .malformed)
    }
  }

  @Test("A check asks the provider, and its answer is applied")
  func check() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      let path = "/v1/checkouts/\(id)/check"
      let response = try await server.call(.post, path)
      #expect(response.status == .ok)
      #expect(try response.decoded(CheckoutBody.self).phase == .paid)
      let before = try #require(try await server.service.file(CheckoutID(id))?.checkout.lastCommand)
      await server.service.silence()
      #expect(try await server.call(.post, path).status == .accepted)
      let file = try #require(try await server.service.file(CheckoutID(id)))
      #expect(file.checkout.lastCommand == before + 1)
      #expect(file.checkout.inquiry.command != nil)
      // An inquiry is running, so another one is not needed.
      #expect(try await server.call(.post, path).status == .accepted)
      #expect(try await server.service.file(CheckoutID(id))?.checkout.lastCommand == before + 1)
    }
  }

  @Test("A held or unknown checkout, or a call without a key, is not checked")
  func checkRefused() async throws {
    try await TestServer.run { server in
      await server.service.charge(.yen(2_999))
      let id = try await server.create().decoded(CheckoutBody.self).id
      try await server.buyer(
        of: id,
        [
          .leave(change: nil), .returned(session: "S1"), .confirm(revision: 1, total: .yen(3_000)),
          .returned(session: "S1"),
        ])
      let response = try await server.call(.post, "/v1/checkouts/\(id)/check")
      #expect(response.status == .conflict)
      #expect(response.problem?.type == .wrongPhase)
      #expect(try await server.call(.post, "/v1/checkouts/nobody/check").status == .notFound)
    }
  }
}
