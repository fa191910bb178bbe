import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Operation {
  /// Nil unless a shop's page or the script asks for the script or for the menu's page.
  init?(loadedBy request: HTTPRequest) {
    let segments = request.pathWithoutQuery.split(separator: "/")
    guard request.method == .get else { return nil }
    switch (segments.first, segments.count) {
    case ("checkout", 3) where segments[1] == "client": self = .loadScript
    case ("paymentmenu", 2...) where segments[1] == "core", ("consumers", 2...) where segments[1] == "core":
      self = .loadScript
    case ("menu", 2): self = .loadMenu
    default: return nil
    }
  }
}

extension SandboxExchange {
  /// Spoils the script or the menu's page: by an error, a lost connection, or, as `notJSON`, a script that throws.
  mutating func strike(_ fault: SandboxFault.Kind?) {
    switch fault {
    case .errorBeforeExecution(let status), .errorAfterExecution(let status):
      response.status = HTTPResponse.Status(code: status)
      body = []
      response.headerFields[.contentLength] = "0"
    case .notJSON:
      body = Array("throw new Error('Swedbank Pay sandbox: a planned fault')".utf8)
      response.headerFields[.contentLength] = String(body.count)
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .cutOffBody: delivery = .cutOff(body.count / 2)
    case .delay, .slow, .unknownState, .otherAmount, .simulate, nil: break
    }
  }
}

extension Asset {
  /// The script that a shop's page loads: it offers `payex.hostedView.checkout` (`view-checkout`),
  /// `payex.hostedView.paymentMenu` (version 2.0, `view-paymentorder`) or `payex.hostedView.consumer` (check-in), by its own
  /// address. `open()` puts a frame into the page's container. A handler of the page replaces an event's default, except
  /// `onEventNotification` ("Seamless view events" of the documentation). The frame's address and messages are the sandbox's
  /// own. The script never throws: any error of the page ends a payment in the provider's mobile SDK.
  ///
  /// Each version has events of its own ("Migration guide" of the documentation): `onPaymentPending` and `onPaymentFailed`
  /// are those of version 2.0, `onPayerIdentified` is a later one. An event that a version does not have is not told there,
  /// and `onEventNotification` does not name it either. The form of that notification in version 2.0 is not documented.
  static let hostedViewScript = Asset("hosted-view", .js, PackageResources.hosted_view_js)
}
