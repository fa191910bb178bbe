internal import CWebKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WebView {
  /// The script world of the phone. Its scripts see the page, and the page does not see them.
  static let world = "phone"

  public enum World: Sendable {
    case own
    case page
  }

  /// Calls a function with texts as arguments. If it returns a promise, waits for it.
  /// - Parameter body: The function's body, without braces.
  /// - Returns: The result as JSON, "null" if there is none.
  public func call(_ body: String, _ arguments: [String: String] = [:], in world: World = .own) async throws -> String {
    let dictionary = g_variant_dict_new(nil)
    for (name, value) in arguments {
      g_variant_dict_insert_value(dictionary, name, g_variant_new_string(value))
    }
    let variant = g_variant_dict_end(dictionary)
    g_variant_dict_unref(dictionary)
    return try await Waiting<String>.value { waiting in
      webkit_web_view_call_async_javascript_function(
        view, body, -1, variant, world == .own ? Self.world : nil, nil, nil,
        { source, result, data in
          var error: UnsafeMutablePointer<GError>?
          let view = UnsafeMutableRawPointer(source)?.assumingMemoryBound(to: WebKitWebView.self)
          let value = webkit_web_view_call_async_javascript_function_finish(view, result, &error)
          let waiting = Waiting<String>.take(data)
          guard let value else {
            waiting?.resume(throwing: WebKitFailure(taking: error, "the script failed"))
            return
          }
          let json = jsc_value_to_json(value, 0)
          g_object_unref(UnsafeMutableRawPointer(value))
          waiting?.resume(returning: json == nil ? "null" : taking(json))
        }, waiting)
    }
  }

  /// The place of an element that can be tapped: it is in view and nothing covers it. Otherwise nil.
  /// - Parameters:
  ///   - selector: CSS.
  ///   - text: A text that the element contains. Empty for any text.
  public func place(of selector: String, text: String = "") async throws -> (x: Double, y: Double)? {
    let found = try await call(
      """
      const fits = e => !text || e.textContent.includes(text) || (e.value || '').includes(text);
      const element = [...document.querySelectorAll(selector)].find(e => fits(e) && e.getClientRects().length > 0);
      if (!element || element.disabled) return null;
      element.scrollIntoView({block: 'center', behavior: 'instant'});
      const box = element.getClientRects()[0];
      const x = box.left + box.width / 2, y = box.top + box.height / 2;
      const top = document.elementFromPoint(x, y);
      if (!top || !(element.contains(top) || top.contains(element))) return null;
      return x + ' ' + y;
      """, ["selector": selector, "text": text])
    let numbers = found.filter { $0 != "\"" }.split(separator: " ").compactMap { Double($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// A mark that changes with each click and with each document.
  private func clicks() async throws -> String {
    try await call(
      """
      if (window.clicks === undefined) {
        window.clicks = 0;
        document.addEventListener('click', () => { window.clicks += 1; }, true);
      }
      return performance.timeOrigin + ' ' + window.clicks;
      """)
  }

  /// Taps an element, and returns when the page has received the click. A scroll before that could move the tap to another
  /// element.
  /// - Returns: True if the page received the click before `isOver`.
  public func tapAndWait(
    _ selector: String, text: String = "", at place: (x: Double, y: Double), isOver: @MainActor () async -> Bool
  ) async throws -> Bool {
    let before = try await clicks()
    try await tap(selector, text: text, at: place)
    while await !isOver() {
      // A page that cannot answer is being replaced, so it has received the click.
      guard let now = try? await clicks(), now == before else { return true }
    }
    return false
  }

  /// Taps an element that `place(of:)` has found. Without an X server a script clicks it, and the click counts as a tap.
  /// - Returns: True if the X server made the tap.
  @discardableResult
  public func tap(_ selector: String, text: String = "", at place: (x: Double, y: Double)) async throws -> Bool {
    if widget.tap(x: place.x, y: place.y) { return true }
    noteScriptedTap()
    _ = try await call(
      """
      const fits = e => !text || e.textContent.includes(text) || (e.value || '').includes(text);
      const element = [...document.querySelectorAll(selector)].find(e => fits(e) && e.getClientRects().length > 0);
      if (element) element.click();
      """, ["selector": selector, "text": text])
    return false
  }

  /// Lets the buyer touch elements in frames, also of other sites: a script of the phone's own world runs in each frame, and
  /// gets messages from the one in the page.
  func installFingers() {
    let script = webkit_user_script_new_for_world(
      """
      if (window !== window.top) window.addEventListener('message', event => {
        const touch = event.data && event.data.phoneTouch;
        if (!touch) return;
        const element = document.querySelector(touch.selector);
        const isThere = !!element && element.getClientRects().length > 0 && !element.disabled;
        event.source.postMessage({phoneTouched: {id: touch.id, isThere}}, '*');
        if (!isThere) return;
        if (touch.text === undefined) return element.click();
        element.value = touch.text;
        element.dispatchEvent(new Event('input', {bubbles: true}));
        element.dispatchEvent(new Event('change', {bubbles: true}));
      });
      """, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, Self.world, nil, nil)
    webkit_user_content_manager_add_script(content, script)
    webkit_user_script_unref(script)
  }

  /// Taps an element in the page's frame, or fills it with a text. The tap is a script's.
  /// - Returns: False if there is no such element.
  public func touchInFrame(_ selector: String, text: String? = nil) async throws -> Bool {
    noteScriptedTap()
    var arguments = ["selector": selector]
    arguments["text"] = text
    let isFilled = text == nil ? "false" : "true"
    return try await call(
      """
      const frame = document.querySelector('iframe');
      if (!frame || !frame.contentWindow) return false;
      const id = String(Math.random());
      return await new Promise(resolve => {
        const end = isThere => { removeEventListener('message', heard); resolve(isThere); };
        const heard = event => {
          const touched = event.data && event.data.phoneTouched;
          if (touched && touched.id === id) end(touched.isThere);
        };
        addEventListener('message', heard);
        setTimeout(end, 1000, false);
        const touch = {id, selector};
        if (\(isFilled)) touch.text = text;
        frame.contentWindow.postMessage({phoneTouch: touch}, '*');
      });
      """, arguments) == "true"
  }

  /// The page's visible text.
  public func text() async throws -> String {
    let json = try await call("return document.body ? document.body.innerText : '';")
    return JSONText.decode(json) ?? ""
  }
}

/// Encodes and decodes a single string as JSON.
enum JSONText {
  static func decode(_ json: String) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(json.utf8))
  }

  static func encode(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
