internal import CWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Answers messages that pages post to `window.webkit.messageHandlers.ferry`, as `WKScriptMessageHandlerWithReply` does.
@MainActor public protocol PageBridge: AnyObject {
  /// - Returns: The reply, a text.
  /// - Throws: The page's promise is rejected with the error.
  func answer(_ message: PageMessage) async throws -> String
}

/// A page's message, with the frame that sent it.
public struct PageMessage: Hashable, Sendable {
  /// As JSON.
  public var body: String
  public var isMainFrame: Bool
  /// The frame's origin: "https://localhost:3443".
  public var origin: String
}

/// WebKitGTK has no counterpart of `WKScriptMessage.frameInfo`: a handler cannot see the frame of a message. So the handler
/// is only visible in a separate script world. A script of that world runs in every frame and adds the frame to each
/// message. Pages reach that script by events of their document, and no other frame has that document.
extension WebView {
  private static let relay = """
    (() => {
      const handler = window.webkit.messageHandlers.ferry;
      document.addEventListener('ferry-post', async event => {
        let sent;
        try { sent = JSON.parse(event.detail); } catch { return; }
        const reply = {id: sent.id};
        try {
          reply.value = await handler.postMessage(JSON.stringify(
            {main: window.top === window, origin: window.origin, body: JSON.stringify(sent.body ?? null)}));
        } catch (error) { reply.error = String(error && error.message || error); }
        document.dispatchEvent(new CustomEvent('ferry-reply', {detail: JSON.stringify(reply)}));
      });
    })();
    """

  private static let face = """
    (() => {
      let last = 0;
      const waiting = new Map();
      document.addEventListener('ferry-reply', event => {
        const reply = JSON.parse(event.detail);
        const promise = waiting.get(reply.id);
        waiting.delete(reply.id);
        if (!promise) return;
        if ('error' in reply) promise.reject(new Error(reply.error)); else promise.resolve(reply.value);
      });
      const ferry = {postMessage: body => new Promise((resolve, reject) => {
        waiting.set(++last, {resolve, reject});
        document.dispatchEvent(new CustomEvent('ferry-post', {detail: JSON.stringify({id: last, body})}));
      })};
      Object.defineProperty(window, 'webkit', {value: Object.freeze({messageHandlers: Object.freeze({ferry})})});
    })();
    """

  private struct Relayed: Decodable {
    var main: Bool
    var origin: String
    var body: String
  }

  func installBridge() {
    let manager = content
    webkit_user_content_manager_register_script_message_handler_with_reply(manager, "ferry", Self.world)
    let relay = webkit_user_script_new_for_world(
      Self.relay, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, Self.world, nil,
      nil)
    let face = webkit_user_script_new(
      Self.face, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, nil, nil)
    for script in [relay, face] {
      webkit_user_content_manager_add_script(manager, script)
      webkit_user_script_unref(script)
    }
    let received:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?
      ) -> gboolean = { _, value, reply, data in
        guard let value, let reply, let data else { return 0 }
        nonisolated(unsafe) let (held, message, answer) = (data, value, reply)
        MainActor.assumeIsolated { WebView.of(held).received(message, answer) }
        return 1
      }
    phone_connect(
      UnsafeMutableRawPointer(manager), "script-message-with-reply-received::ferry",
      unsafeBitCast(received, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque())
  }

  private func received(_ value: OpaquePointer, _ reply: OpaquePointer) {
    let text = taking(jsc_value_to_string(value))
    guard let relayed = try? JSONDecoder().decode(Relayed.self, from: Data(text.utf8)), let bridge else {
      webkit_script_message_reply_return_error_message(reply, "unreadable")
      return
    }
    let message = PageMessage(body: relayed.body, isMainFrame: relayed.main, origin: relayed.origin)
    let pending = PendingReply(reply, context: jsc_value_get_context(value))
    onMessage.yield { [weak bridge] in
      guard let bridge else { return pending.fail("gone") }
      do { pending.send(try await bridge.answer(message)) } catch { pending.fail("\(error)") }
    }
  }
}

/// The pending promise of a page. Resolve or reject it once.
@MainActor private final class PendingReply {
  private let reply: OpaquePointer
  private let context: OpaquePointer

  init(_ reply: OpaquePointer, context: OpaquePointer!) {
    self.reply = webkit_script_message_reply_ref(reply)
    self.context = context
    g_object_ref(UnsafeMutableRawPointer(context))
  }

  isolated deinit {
    webkit_script_message_reply_unref(reply)
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  func send(_ text: String) {
    let value = jsc_value_new_string(context, text)
    webkit_script_message_reply_return_value(reply, value)
    g_object_unref(UnsafeMutableRawPointer(value))
  }

  func fail(_ why: String) { webkit_script_message_reply_return_error_message(reply, why) }
}
