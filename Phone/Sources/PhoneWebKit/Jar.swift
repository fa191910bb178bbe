internal import CWebKit

/// The cookies and storage of one browser.
@MainActor public final class Jar {
  public let name: String
  let session: OpaquePointer

  /// - Parameter folder: The folder for data that survives the process.
  public init(name: String, folder: String) {
    self.name = name
    session = webkit_network_session_new("\(folder)/data", "\(folder)/cache")
    g_mkdir_with_parents("\(folder)/data", 0o700)
    webkit_cookie_manager_set_persistent_storage(
      webkit_network_session_get_cookie_manager(session), "\(folder)/data/cookies.sqlite",
      WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
    webkit_network_session_set_tls_errors_policy(session, WEBKIT_TLS_ERRORS_POLICY_FAIL)
  }

  /// Cookies and storage that end with the jar.
  public init(ephemeral name: String) {
    self.name = name
    session = webkit_network_session_new_ephemeral()
    webkit_network_session_set_tls_errors_policy(session, WEBKIT_TLS_ERRORS_POLICY_FAIL)
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(session)) }

  /// Trusts a verified certificate for a host.
  public func trust(_ certificate: VerifiedCertificate, host: String) {
    webkit_network_session_allow_tls_certificate_for_host(session, certificate.pointer, host)
  }

  /// The names of the cookies that a page's requests carry.
  public func cookieNames(for url: String) async throws -> [String] {
    let manager = webkit_network_session_get_cookie_manager(session)
    return try await Waiting<[String]>.value { waiting in
      webkit_cookie_manager_get_cookies(
        manager, url, nil,
        { source, result, data in
          var error: UnsafeMutablePointer<GError>?
          let list = webkit_cookie_manager_get_cookies_finish(OpaquePointer(source), result, &error)
          let waiting = Waiting<[String]>.take(data)
          if error != nil {
            waiting?.resume(throwing: WebKitFailure(taking: error, "the jar's cookies"))
            return
          }
          var names: [String] = []
          var link = list
          while let item = link {
            let cookie = OpaquePointer(item.pointee.data)
            if let name = soup_cookie_get_name(cookie) { names.append(String(cString: name)) }
            soup_cookie_free(cookie)
            link = item.pointee.next
          }
          g_list_free(list)
          waiting?.resume(returning: names.sorted())
        }, waiting)
    }
  }
}

/// A server's certificate that the development authority has signed for the server's host.
@MainActor public final class VerifiedCertificate {
  let pointer: UnsafeMutablePointer<GTlsCertificate>

  init(_ pointer: UnsafeMutablePointer<GTlsCertificate>) {
    self.pointer = pointer
    g_object_ref(pointer)
  }

  isolated deinit { g_object_unref(pointer) }
}

/// The addresses that a web view may load. WebKit's content blocker enforces it for pages, frames and subresources.
@MainActor public final class PageFilter {
  let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { webkit_user_content_filter_unref(pointer) }

  /// Blocks everything, as without a network.
  public static func nothing(folder: String) async throws -> PageFilter {
    try await compile("nothing", #"[{"trigger":{"url-filter":".*"},"action":{"type":"block"}}]"#, folder: folder)
  }

  /// Allows this machine only, as without the internet.
  public static func loopback(folder: String) async throws -> PageFilter {
    let blocked = ["^https?://", "^wss?://"].map { rule($0, "block") }
    let allowed = [#"^https?://localhost[:/]"#, #"^https?://127\\.0\\.0\\.1[:/]"#].map {
      rule($0, "ignore-previous-rules")
    }
    return try await compile("loopback", "[\((blocked + allowed).joined(separator: ","))]", folder: folder)
  }

  /// - Parameter pattern: A regular expression of WebKit's content blocker, which has no alternatives.
  private static func rule(_ pattern: String, _ action: String) -> String {
    #"{"trigger":{"url-filter":"\#(pattern)"},"action":{"type":"\#(action)"}}"#
  }

  private static func compile(_ name: String, _ rules: String, folder: String) async throws -> PageFilter {
    let store = webkit_user_content_filter_store_new(folder)
    defer { g_object_unref(UnsafeMutableRawPointer(store)) }
    let bytes = g_bytes_new(rules, gsize(rules.utf8.count))
    defer { g_bytes_unref(bytes) }
    let pointer = try await Waiting<UnsafePointerBox>.value { waiting in
      webkit_user_content_filter_store_save(
        store, name, bytes, nil,
        { source, result, data in
          var error: UnsafeMutablePointer<GError>?
          let filter = webkit_user_content_filter_store_save_finish(OpaquePointer(source), result, &error)
          let waiting = Waiting<UnsafePointerBox>.take(data)
          guard let filter else {
            waiting?.resume(throwing: WebKitFailure(taking: error, "the filter"))
            return
          }
          waiting?.resume(returning: UnsafePointerBox(pointer: filter))
        }, waiting)
    }
    return PageFilter(pointer.pointer)
  }
}

/// Carries a pointer from a callback on the main thread to the main actor.
struct UnsafePointerBox: @unchecked Sendable {
  let pointer: OpaquePointer
}
