import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite("Swedbank Pay's SDKs read whatever the merchant backend makes of the provider's answers")
struct MerchantBackendFuzzTests {
  private struct Call {
    let method: HTTPRequest.Method
    let path: String
    var body: String?
    var code: String?
    /// False for answers of ours, which have no list of operations.
    var hasOperations = true
  }

  /// Calls whose answers are the provider's, of an app with a payment that can be paid and of a returning payer.
  private func calls(_ served: ServedSDK) async throws -> (app: AppWithSDK, calls: [Call]) {
    let app = try await served.app(.ios, options: #"{"payerReference":"kund 7"}"#)
    let code = try await app.code()
    let order = try await app.pay(code)
    let id = try #require(order.id)
    let href = try #require(order["abort"]?.href)
    return (
      app,
      [
        Call(method: .post, path: "consumers", body: RecordedBody.consumers),
        Call(method: .post, path: "paymentorders", body: RecordedBody.order(.ios, code: code)),
        Call(method: .post, path: "expand", body: #"{"resource":"\#(id)","expand":["payer"]}"#),
        Call(method: .patch, path: "patch", body: RecordedBody.instrument("Swish", href)),
        Call(method: .post, path: "tokens", body: #"{"resource":"\#(id)"}"#, hasOperations: false),
        Call(method: .get, path: "payers/kund%207/paymentTokens", code: code, hasOperations: false),
      ]
    )
  }

  private func members(_ response: TestResponse) throws -> [String: Any] {
    let body = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
    return try #require(body as? [String: Any])
  }

  /// - Returns: True for a success.
  @discardableResult
  private func check(_ app: AppWithSDK, _ call: Call, _ about: String) async throws -> Bool {
    let response = try await app.send(call.method, call.path, call.body, code: call.code)
    let about = "\(call.path), \(about): \(response.status) \(String(buffer: response.body))"
    let isSuccess = response.status.code < 400
    for sdk in OfficialSDK.allCases {
      switch sdk.read(response) {
      case .success: #expect(isSuccess, "\(about)")
      case .problem(_, let status): #expect(status == response.status.code, "\(about)")
      // Answers of ours have no operations, and the SDKs decode them by rules of their own.
      case .unexpectedContent: #expect(isSuccess && !call.hasOperations, "\(sdk) \(about)")
      }
    }
    let members = try members(response)
    if isSuccess {
      #expect(response.headers[.contentType] == "application/json")
      if call.hasOperations { #expect(members["operations"] is [Any], "\(about)") }
    } else {
      #expect(members["type"] is String && members["status"] as? Int == response.status.code, "\(about)")
    }
    return isSuccess
  }

  @Test("Cut, changed and mistyped answers are a success in the SDKs' form, or a problem")
  func answers() async throws {
    try await ServedSDK.run { served in
      let (app, calls) = try await calls(served)
      var generator = SplitMix64(seed: 15)
      let wrong = ["5", "null", "{}", "[]", "true", #""""#]
      for round in 0..<120 {
        let at = Int.random(in: 0..<2_000, using: &generator)
        let kind = Int.random(in: 0..<6, using: &generator)
        let name =
          ["rel", "href", "method", "contentType", "status", "id", "instrument"]
          .randomElement(using: &generator) ?? ""
        let value = wrong.randomElement(using: &generator) ?? ""
        served.world.editor.edit { text in
          let cut = text.index(text.startIndex, offsetBy: min(at, text.count))
          return switch kind {
          case 0: String(text[..<cut])
          case 1: text.replacing(#""operations""#, with: #""o""#)
          case 2: "<html>\(text)</html>"
          case 3: text.replacing("[", with: "{").replacing("]", with: "}")
          case 4: text[..<cut] + "\"" + text[cut...]
          default: text.replacing("\"\(name)\":\"", with: "\"\(name)\":\(value),\"x\":\"")
          }
        }
        for call in calls { try await check(app, call, "round \(round), kind \(kind), \(name) \(value)") }
      }
    }
  }

  @Test("Operations of the wrong types are no success", arguments: ["rel", "href", "method", "contentType"])
  func wrongTypes(name: String) async throws {
    try await ServedSDK.run { served in
      let (app, calls) = try await calls(served)
      for value in ["5", "{}", "[]", "true"] {
        served.world.editor.edit { $0.replacing("\"\(name)\":\"", with: "\"\(name)\":\(value),\"x\":\"") }
        for call in calls where call.hasOperations {
          #expect(try await !check(app, call, "\(name) \(value)"), "\(call.path), \(name) \(value)")
        }
      }
    }
  }

  @Test("Each status of an error is a problem of that status, whatever its body says")
  func statuses() async throws {
    let bodies = [
      #"{"type":"https://api.payex.com/psp/errordetail/forbidden","status":200}"#, #"{"status":"403"}"#,
      #"{"status":null,"type":null}"#, #"{"status":{},"type":5}"#, #"{"status":403.5,"title":7,"detail":[]}"#,
      #"{"status":99999999999999999999999999,"type":["x"]}"#, #"{"status":1e400}"#, "{}", "[]", "5", "null", "",
      "<html>",
      #"{"a":"# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
    ]
    try await ServedSDK.run { served in
      let (app, calls) = try await calls(served)
      for status in 400...599 {
        for (index, call) in calls.enumerated() {
          let body = bodies[(status + index) % bodies.count]
          served.world.editor.edit(status: status) { _ in body }
          #expect(try await !check(app, call, "\(status) \(body.prefix(60))"))
        }
      }
      // The order was not paid, and not ended either.
      #expect(try await app.file().checkout.phase.name == .paying)
    }
  }

  @Test("A problem keeps the provider's type and members; one without a type gets the default")
  func problemMembers() async throws {
    try await ServedSDK.run { served in
      let (app, calls) = try await calls(served)
      let call = calls[0]
      let type = "https://api.payex.com/psp/errordetail/forbidden"
      served.world.editor.edit(status: 403) { _ in
        #"{"type":"\#(type)","status":200,"title":"No","problems":[{"name":"x","description":"y"}]}"#
      }
      let known = try await app.send(call.method, call.path, call.body)
      #expect(OfficialSDK.ios.read(known) == .problem(type: type, status: 403))
      #expect(try members(known)["title"] as? String == "No" && members(known)["problems"] is [Any])
      served.world.editor.edit(status: 422) { _ in #"{"title":"No"}"# }
      let untyped = try await app.send(call.method, call.path, call.body)
      #expect(OfficialSDK.android.read(untyped) == .problem(type: "about:blank", status: 422))
      #expect(try members(untyped)["type"] as? String == "about:blank")
    }
  }
}
