import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite("Failures of Swedbank Pay behind the merchant backend")
struct MerchantBackendFailureTests {
  private func members(_ response: TestResponse) throws -> [String: Any] {
    let body = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
    return try #require(body as? [String: Any])
  }

  @Test(
    "Access token and payee of another account pay nothing, and the SDKs get a documented problem",
    arguments: [
      ("ACCESS_TOKEN", "anothers"), ("PAYEE_ID", "00000000-0000-0000-0000-000000000001"),
    ])
  func foreignAccount(_ setting: (name: String, value: String)) async throws {
    try await ServedSDK.run(settings: ["FERRY_SWEDBANK_PAY_TEST_\(setting.name)": setting.value]) { served in
      let app = try await served.app(.ios)
      let order = RecordedBody.order(.ios, code: try await app.code())
      for _ in 0..<2 {
        let answer = try await app.send(.post, "paymentorders", order)
        #expect(OfficialSDK.ios.read(answer).type == "mobilesdk/badgateway" && answer.status.code == 502)
        #expect(!String(buffer: answer.body).contains(setting.value))
      }
      // The engine asks again after a minute, and not at every request of an app.
      #expect(served.world.editor.requests.count == 1)
      #expect(try await app.file().record.map { !String(decoding: $0, as: UTF8.self).contains("/psp/") } ?? true)
    }
  }

  @Test("What the contract lacks is a failure of the server's side, the only one of this type that the SDKs know")
  func contract() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let order = try await app.pay(try await app.code())
      let body = #"{"resource":"\#(try #require(order.id))","expand":["payer"]}"#
      for (path, body) in [("consumers", RecordedBody.consumers), ("expand", body)] {
        served.world.sandbox.plan(.simulate("configurationerror"), on: path == "expand" ? "getOrder" : "createConsumer")
        let response = try await app.send(.post, path, body)
        #expect(response.status.code == 502, "\(path)")
        for sdk in OfficialSDK.allCases {
          #expect(sdk.read(response) == .problem(type: Self.configurationError, status: 502), "\(path)")
        }
      }
      // A payment order that was refused, and the same request again.
      served.world.sandbox.plan(.simulate("configurationerror"), on: "createOrder")
      let other = try await served.app(.ios, "cart-2")
      let paying = RecordedBody.order(.ios, code: try await other.code())
      for _ in 0..<2 {
        let refused = try await other.send(.post, "paymentorders", paying)
        for sdk in OfficialSDK.allCases {
          #expect(sdk.read(refused) == .problem(type: Self.configurationError, status: 502))
        }
      }
      #expect(try await other.file().checkout.phase.name == .declined)
    }
  }

  private static let configurationError = "https://api.payex.com/psp/errordetail/configurationerror"

  @Test("While the store does not answer, both SDKs are told to send the request again")
  func unavailable() async throws {
    let power = PowerSwitch()
    try await ServedSDK.run(power: power) { served in
      let app = try await served.app(.ios)
      let order = RecordedBody.order(.ios, code: try await app.code())
      power.turnOff(StoreError.unavailable("No connection."))
      let refused = try await app.send(.post, "paymentorders", order)
      #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] != nil)
      for sdk in OfficialSDK.allCases { #expect(sdk.read(refused).type == "systemerror") }
      power.turnOn()
      #expect(try await app.send(.post, "paymentorders", order).status.code < 300)
    }
  }

  @Test("A refused access token is the shop's problem, and is not shown")
  func refusedToken() async throws {
    try await ServedSDK.run(settings: ["FERRY_SWEDBANK_PAY_TEST_ACCESS_TOKEN": "anothers"]) { served in
      let app = try await served.app(.ios)
      let response = try await app.send(.post, "consumers", RecordedBody.consumers)
      for sdk in OfficialSDK.allCases {
        let problem = sdk.read(response)
        #expect(problem.type == "mobilesdk/badgateway" && response.status.code == 502, "\(problem)")
      }
      #expect(try members(response)["gatewayStatus"] as? Int == 401)
      #expect(!String(buffer: response.body).contains("anothers"))
    }
  }

  @Test(
    "Each failure of the provider is a problem that both SDKs read",
    arguments: [
      (.errorBeforeExecution(403), nil, 403), (.errorBeforeExecution(500), nil, 500),
      (.notJSON, "mobilesdk/badgateway", 502), (.cutOffBody, "mobilesdk/gatewaytimeout", 504),
      (.dropBeforeExecution, "mobilesdk/gatewaytimeout", 504), (.delay(.seconds(30)), "mobilesdk/gatewaytimeout", 504),
    ] as [(SandboxFault.Kind, String?, Int)])
  func failures(_ kind: SandboxFault.Kind, _ type: String?, _ status: Int) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let order = try await app.pay(try await app.code())
      let body = #"{"resource":"\#(try #require(order.id))","expand":["payer"]}"#
      for (path, body) in [("consumers", RecordedBody.consumers), ("expand", body)] {
        served.world.sandbox.plan(kind)
        let response = try await app.send(.post, path, body)
        #expect(response.status.code == status, "\(path): \(response.status)")
        for sdk in OfficialSDK.allCases {
          guard case .problem(let name, let stated) = sdk.read(response) else {
            Issue.record("\(sdk) cannot read \(path): \(String(buffer: response.body))")
            continue
          }
          #expect(stated == status && name.hasPrefix("https://api.payex.com/psp/errordetail/"))
          if let type { #expect(name.hasSuffix(type)) }
        }
        if kind == .notJSON { #expect(try members(response)["gatewayStatus"] as? Int == 200) }
      }
    }
  }
}
