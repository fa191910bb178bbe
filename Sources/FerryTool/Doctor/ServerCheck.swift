import FerryCheckout
import FerryCore
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes

/// Whether the server answers at its own public address, and takes notifications there.
enum ServerCheck {
  static func health(_ fetched: Fetched, at base: Origin) -> Finding {
    switch fetched {
    case .failure(let failure): return .error(.server, base.text, failure.seen, failure.change)
    case .answer(let answer) where answer.status == 200 && answer.body.isHealth:
      return base.isSecure
        ? .ok(.server, base.text, "Ferry answers.")
        : .note(.server, base.text, "Ferry answers, on http: this is for trying out on one machine.")
    case .answer(let answer):
      return .error(
        .server, base.text, "Something else than Ferry answers at /health (\(answer.status)).",
        "Pass everything at this address on to Ferry, or name the right one in ferry.baseURL.")
    }
  }

  /// - Parameter fetched: The answer to an empty object, which the server refuses because it cannot be read.
  static func notifications(_ fetched: Fetched, at address: String) -> Finding {
    switch fetched {
    case .failure(let failure): return .error(.notifications, address, failure.seen, failure.change)
    case .answer(let answer):
      switch (answer.status, answer.type) {
      case (400, "application/problem+json"): return .ok(.notifications, address, "Notifications are taken there.")
      case (404, "application/problem+json"):
        return .error(
          .notifications, address, "The server that runs there takes no notifications.",
          "Start it with the present settings.")
      case (503, _), (429, _):
        return .warning(
          .notifications, address, "The server takes no more at present (\(answer.status)).", "Ask again in a minute.")
      default:
        return .error(
          .notifications, address, "Something before the server answers in its place (\(answer.status)).",
          "Let POST requests without cookies through to it: no sign-in, no redirect, no page against robots.")
      }
    }
  }

  /// - Parameters:
  ///   - fetched: The answer to a question without an event: that there is one is enough.
  ///   - url: Only its site is told: the rest may be secret.
  static func webhook(_ fetched: Fetched, at url: String) -> Finding {
    let site = Link(external: url)?.origin?.text ?? "a webhook"
    switch fetched {
    case .failure(let failure): return .error(.webhooks, site, failure.seen, failure.change)
    case .answer(let answer) where (300..<400).contains(answer.status):
      return .error(
        .webhooks, site, "It answers with a redirect (\(answer.status)), which webhooks do not follow.",
        "Name the address that it leads to.")
    case .answer: return .ok(.webhooks, site, "Something answers there.")
    }
  }

  static func notificationsNotSetUp(_ account: any ProviderAccount) -> Finding {
    .note(
      .notifications, "\(account.name), \(account.id.mode.rawValue) account",
      "They are not set up; the provider is asked on a schedule instead.",
      "To learn of changes sooner, set up its notifications: `ferry config --example` has their settings.")
  }
}

extension [UInt8] {
  /// Ferry's own words.
  fileprivate var isHealth: Bool {
    String(decoding: self, as: UTF8.self).filter { $0 != " " } == #"{"status":"alive"}"#
  }
}
