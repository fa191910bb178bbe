import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes

#if PostgreSQL
  import FerryPostgres
#endif

/// Checks that the server answers at its public address and accepts notifications there, and that webhooks' sites answer.
enum ServerCheck {
  static func health(_ fetched: Fetched, at base: Origin) -> Finding {
    switch fetched {
    case .failure(let failure): return .error(.server, base.text, failure.seen, failure.change)
    case .answer(let answer) where answer.status == 200 && answer.body.isHealth:
      return base.isSecure
        ? .ok(.server, base.text, "Ferry answers.")
        : .note(.server, base.text, "Ferry answers over http, which is for tests on one machine only.")
    case .answer(let answer):
      return .error(
        .server, base.text, "/health is not answered by Ferry (HTTP \(answer.status)).",
        "Forward all requests at this address to Ferry, or correct ferry.baseURL.")
    }
  }

  /// - Parameter fetched: The answer to an empty object, which the server refuses because it cannot be read.
  static func notifications(_ fetched: Fetched, at address: String) -> Finding {
    switch fetched {
    case .failure(let failure): return .error(.notifications, address, failure.seen, failure.change)
    case .answer(let answer):
      switch (answer.status, answer.type) {
      case (400, "application/problem+json"): return .ok(.notifications, address, "The server accepts notifications.")
      case (404, "application/problem+json"):
        return .error(
          .notifications, address, "The server at this address accepts no notifications.",
          "Restart it with the current settings.")
      case (503, _), (429, _):
        return .warning(
          .notifications, address, "The server is busy (HTTP \(answer.status)).", "Try again in a minute.")
      default:
        return .error(
          .notifications, address, "Something in front of the server answers instead of it (HTTP \(answer.status)).",
          "Let POST requests without cookies through to the server: no sign-in, no redirect, no bot protection.")
      }
    }
  }

  /// - Parameter file: The file that an account's settings name.
  static func domainFile(_ fetched: Fetched, at address: String, _ file: DomainFile) -> Finding {
    func error(_ seen: String, _ change: String) -> Finding { .error(.server, address, seen, change) }
    let answer: Fetched.Answer
    switch fetched {
    case .failure(let failure): return error(failure.seen, failure.change)
    case .answer(let given): answer = given
    }
    guard answer.status == 200 else {
      return error(
        "HTTP status \(answer.status) in place of the file in the settings.",
        "Let everybody read it at exactly this address, without a redirect or a sign-in: the proxy passes on /.well-known, "
          + "and the server runs with the current settings.")
    }
    guard answer.body == file.content else {
      return error(
        "It differs from the file in the settings.",
        "Restart the server with the current settings. Accounts with different files need servers of their own."
      )
    }
    guard !answer.forbidsPayment else {
      return error(
        "The header Permissions-Policy forbids wallets in the payment form.",
        "Let the proxy send no Permissions-Policy with payment for this site.")
    }
    return .ok(.server, address, "It is the file in the settings.")
  }

  /// - Parameters:
  ///   - fetched: The answer to a GET without an event. Any answer but a redirect is accepted.
  ///   - url: Only its site is shown; the rest may be secret.
  static func webhook(_ fetched: Fetched, at url: String) -> Finding {
    let site = Link(external: url)?.origin?.text ?? "a webhook"
    switch fetched {
    case .failure(let failure): return .error(.webhooks, site, failure.seen, failure.change)
    case .answer(let answer) where (300..<400).contains(answer.status):
      return .error(
        .webhooks, site, "It redirects (HTTP \(answer.status)). Webhooks do not follow redirects.",
        "Use the target of the redirect in the settings.")
    case .answer: return .ok(.webhooks, site, "It answers.")
    }
  }

  static func notificationsNotSetUp(_ account: any ProviderAccount) -> Finding {
    .note(
      .notifications, "\(account.name), \(account.id.mode.rawValue) account",
      "They are not set up. Ferry asks the provider on a schedule instead.",
      "To learn of changes sooner, set up notifications: `ferry config --example` shows their settings.")
  }
}

extension Fetched.Answer {
  /// True if no page of another site may ask for a payment in a frame. A list of sites may have the provider's.
  fileprivate var forbidsPayment: Bool {
    (headers[.permissionsPolicy] ?? "").lowercased().filter { $0 != " " }.split(separator: ",").contains {
      ["payment=()", "payment=self", "payment=(self)"].contains($0)
    }
  }
}

extension HTTPField.Name {
  fileprivate static let permissionsPolicy = HTTPField.Name(known: "Permissions-Policy")
}

extension [UInt8] {
  fileprivate var isHealth: Bool {
    String(decoding: self, as: UTF8.self).filter { $0 != " " } == #"{"status":"alive"}"#
  }
}

/// Checks that links have a host of their own.
enum SiteCheck {
  /// Within one host, links stay in the browser, even on another port.
  static func findings(base: Origin, shopPages: [Link], apps: [RegisteredApp]) -> [Finding] {
    let shops = Set(shopPages.compactMap { $0.origin?.host })
    return apps.linkHosts.map { link in
      let others = [("the server's own", base.host)] + shops.sorted().map { ("the shop's", $0) }
      if let same = others.first(where: { $0.1 == link.host }) {
        return .error(
          .links, link.text, "The link host is \(same.0) host.",
          "Use a separate host for links, such as link.\(link.host): links within one host stay in the browser.")
      }
      return .ok(.links, link.text, "The links have their own host.")
    }
  }
}

/// Checks the port that the server listens on.
enum PortFinding {
  /// - Parameters:
  ///   - refused: The reason why the server could not listen there; nil if it could.
  ///   - health: The answer of `/health`, if the port is in use.
  static func finding(_ address: String, _ port: Int, refused: PortCheck.Refused?, health: Fetched?) -> Finding {
    let subject = "\(address):\(port)"
    switch refused {
    case nil: return .note(.port, subject, "The port is free: the server is not running.")
    case .inUse:
      if case .answer(let answer) = health, answer.status == 200 {
        return .ok(.port, subject, "The server is running.")
      }
      return .error(
        .port, subject, "Another program uses the port.", "Stop it, or choose another port with ferry.listen.port.")
    case .notAllowed:
      return .error(
        .port, subject, "This user may not use the port.",
        "Choose a port above 1023 with ferry.listen.port.")
    case .notHere:
      return .error(.port, subject, "This machine has no such address.", "Choose another with ferry.listen.address.")
    }
  }
}

/// Checks that the database can be written, and has a version that this program reads. Nothing is changed.
enum DatabaseCheck {
  static func finding(_ store: StoreLocation) async -> Finding {
    switch store {
    case .sqlite(let path): await file(path, store)
    #if PostgreSQL
      case .postgres: await usable(store)
    #endif
    }
  }

  private static func file(_ path: String, _ store: StoreLocation) async -> Finding {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return .warning(
        .database, folder, "The folder does not exist.", "Create it, and make Ferry's user its owner.")
    }
    guard isFolder.boolValue, files.isWritableFile(atPath: folder) else {
      return .error(.database, folder, "This user cannot write to it.", "Make Ferry's user the owner of the folder.")
    }
    guard files.fileExists(atPath: path) else {
      return .warning(
        .database, path, "The database does not exist.",
        "If there was one, check that its disk is mounted. `ferry store create` creates a new, empty one.")
    }
    guard files.isWritableFile(atPath: path) else {
      return .error(.database, path, "This user cannot write to it.", "Make Ferry's user the owner of the file.")
    }
    return await usable(store)
  }

  private static func usable(_ store: StoreLocation) async -> Finding {
    do {
      try await store.explaining {
        _ = try await store.reader().lastPosition()
        #if PostgreSQL
          if case .postgres(let address) = store { try await PostgresStore.requireCurrent(address, as: "ferry doctor") }
        #endif
      }
      return .ok(.database, "\(store)", "Ferry \(FerryVersion.text) can read and write it.")
    } catch {
      return .error(.database, "\(store)", "Ferry cannot use it.", "\(error)")
    }
  }
}
