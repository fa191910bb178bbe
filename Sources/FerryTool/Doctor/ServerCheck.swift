import FerryCheckout
import FerryCore
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
  ///   - fetched: The answer to a GET without an event. Any answer but a redirect is accepted.
  ///   - url: Only its site is shown; the rest may be secret.
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
          .links, link.text, "The links' host is \(same.0) host.",
          "Give links a host of their own, such as link.\(link.host): within a host they stay in the browser.")
      }
      return .ok(.links, link.text, "The links have a host of their own.")
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
    case nil: return .note(.port, subject, "It is free: the server is not running.")
    case .inUse:
      if case .answer(let answer) = health, answer.status == 200 {
        return .ok(.port, subject, "The server listens there.")
      }
      return .error(
        .port, subject, "Another program listens there.", "Stop it, or choose another port with ferry.listen.port.")
    case .notAllowed:
      return .error(
        .port, subject, "This user may not listen there.", "Choose a port from 1024 on with ferry.listen.port.")
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
        .database, folder, "There is no such folder.", "Make it, and give it to the user that Ferry runs as.")
    }
    guard isFolder.boolValue, files.isWritableFile(atPath: folder) else {
      return .error(
        .database, folder, "This user cannot write there.", "Give the folder to the user that Ferry runs as.")
    }
    guard files.fileExists(atPath: path) else {
      return .warning(
        .database, path, "There is none.",
        "If there was one, its disk may not be mounted. `ferry store create` makes a new, empty one.")
    }
    guard files.isWritableFile(atPath: path) else {
      return .error(.database, path, "This user cannot write it.", "Give the file to the user that Ferry runs as.")
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
      return .ok(.database, "\(store)", "It can be read and written, by Ferry \(FerryVersion.text).")
    } catch {
      return .error(.database, "\(store)", "It cannot be used.", "\(error)")
    }
  }
}
