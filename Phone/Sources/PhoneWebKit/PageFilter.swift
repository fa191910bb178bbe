internal import CWebKit

/// What a web view may load at all, enforced by WebKit's content blocker for pages, frames and everything in them.
@MainActor public final class PageFilter {
  let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { webkit_user_content_filter_unref(pointer) }

  /// Nothing: the phone has no network.
  public static func nothing(folder: String) async throws -> PageFilter {
    try await compile("nothing", #"[{"trigger":{"url-filter":".*"},"action":{"type":"block"}}]"#, folder: folder)
  }

  /// This machine only: the phone has no internet.
  public static func loopback(folder: String) async throws -> PageFilter {
    let blocked = ["^https?://", "^wss?://"].map { rule($0, "block") }
    let allowed = [#"^https?://localhost[:/]"#, #"^https?://127\\.0\\.0\\.1[:/]"#].map {
      rule($0, "ignore-previous-rules")
    }
    return try await compile("loopback", "[\((blocked + allowed).joined(separator: ","))]", folder: folder)
  }

  /// - Parameter pattern: WebKit's own small kind of regular expression: without alternatives.
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

/// A pointer on its way from one main-thread callback to the main actor.
struct UnsafePointerBox: @unchecked Sendable {
  let pointer: OpaquePointer
}
