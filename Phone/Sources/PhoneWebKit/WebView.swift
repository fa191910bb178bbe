internal import CWebKit

/// A web view of real WebKit.
@MainActor public final class WebView {
  public let widget: Widget
  public let jar: Jar
  let view: UnsafeMutablePointer<WebKitWebView>
  let content: OpaquePointer
  weak var bridge: (any PageBridge)?
  let onMessage: Errands

  /// Returns true if the navigation may continue. Called for every page, frame and redirect.
  public var decide: (@MainActor (Navigation) -> Bool)?
  /// Returns true if the answer from an address may become the whole page. Not called for frames.
  public var decideResponse: (@MainActor (String) -> Bool)?
  public var onEvent: (@MainActor (PageEvent) -> Void)?
  /// Called with each window that the page opens. Without it a new window's page replaces this one.
  public var onWindow: (@MainActor (WebView) -> Void)?
  /// The time of the last tap, by a person or by `tap`.
  public private(set) var lastTap: ContinuousClock.Instant?
  /// True after a tap by script, as needed without an X server.
  var hasScriptedTap = false

  /// - Parameters:
  ///   - errands: Runs the answers to the page's messages.
  ///   - bridge: Answers the page's messages, if given. Not retained.
  public convenience init(jar: Jar, filter: PageFilter?, errands: Errands, bridge: (any PageBridge)? = nil) {
    self.init(jar: jar, filter: filter, errands: errands, bridge: bridge, opener: nil)
  }

  /// - Parameter opener: The view whose page opens this one as a window.
  private init(jar: Jar, filter: PageFilter?, errands: Errands, bridge: (any PageBridge)?, opener: WebView?) {
    self.jar = jar
    self.bridge = bridge
    onMessage = errands
    content = webkit_user_content_manager_new()
    let settings = webkit_settings_new()
    webkit_settings_set_user_agent(settings, Self.userAgent)
    webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    webkit_settings_set_enable_back_forward_navigation_gestures(settings, 0)
    webkit_settings_set_enable_webrtc(settings, 0)
    if let opener {
      view = phone_window_new(opener.view, content, settings)
    } else {
      view = phone_web_view_new(jar.session, content, settings)
    }
    g_object_unref(UnsafeMutableRawPointer(settings))
    widget = Widget(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self))
    widget.filling()
    g_object_ref_sink(view)
    self.filter = filter
    apply(filter)
    listen()
    installFingers()
    if bridge != nil { installBridge() }
  }

  isolated deinit {
    g_signal_handlers_disconnect_matched(
      view, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, Unmanaged.passUnretained(self).toOpaque())
    g_signal_handlers_disconnect_matched(
      UnsafeMutableRawPointer(content), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
      Unmanaged.passUnretained(self).toOpaque())
    webkit_web_view_try_close(view)
    g_object_unref(view)
    g_object_unref(UnsafeMutableRawPointer(content))
  }

  /// The user agent of an iPhone, for servers that read it.
  private static let userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/18.5 Mobile/15E148 Safari/604.1"

  // MARK: - What it shows

  public var url: String? { webkit_web_view_get_uri(view).map { String(cString: $0) } }
  public var title: String? { webkit_web_view_get_title(view).map { String(cString: $0) } }
  public var isLoading: Bool { webkit_web_view_is_loading(view) != 0 }

  public func load(_ url: String) { webkit_web_view_load_uri(view, url) }
  public func loadPage(_ html: String, address: String) { webkit_web_view_load_html(view, html, address) }
  public func reload() { webkit_web_view_reload(view) }
  public func stop() { webkit_web_view_stop_loading(view) }

  /// Lets the page's scripts open windows without a tap.
  public func letScriptsOpenWindows() {
    webkit_settings_set_javascript_can_open_windows_automatically(webkit_web_view_get_settings(view), 1)
  }

  /// Ends the page's process, as the system does when memory is short.
  public func endProcess() { webkit_web_view_terminate_web_process(view) }

  private var filter: PageFilter?

  /// Sets the filter. Nil allows everything.
  public func apply(_ filter: PageFilter?) {
    self.filter = filter
    webkit_user_content_manager_remove_all_filters(content)
    if let filter { webkit_user_content_manager_add_filter(content, filter.pointer) }
  }

  // MARK: - Signals

  private func listen() {
    let data = Unmanaged.passUnretained(self).toOpaque()
    let decide:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, WebKitPolicyDecisionType, UnsafeMutableRawPointer?
      ) -> gboolean = { _, decision, type, data in
        guard let decision, let data else { return 0 }
        nonisolated(unsafe) let (held, subject) = (data, decision)
        return MainActor.assumeIsolated { WebView.of(held).policy(subject, type) ? 1 : 0 }
      }
    phone_connect(view, "decide-policy", unsafeBitCast(decide, to: GCallback.self), data)

    let changed: @convention(c) (UnsafeMutableRawPointer?, WebKitLoadEvent, UnsafeMutableRawPointer?) -> Void = {
      _, event, data in
      guard let data else { return }
      nonisolated(unsafe) let held = data
      MainActor.assumeIsolated { WebView.of(held).changed(event) }
    }
    phone_connect(view, "load-changed", unsafeBitCast(changed, to: GCallback.self), data)

    let failed:
      @convention(c) (
        UnsafeMutableRawPointer?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafePointer<GError>?,
        UnsafeMutableRawPointer?
      ) -> gboolean = { _, _, url, error, data in
        guard let data else { return 0 }
        nonisolated(unsafe) let held = data
        let address = url.map { String(cString: $0) } ?? ""
        let why = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
        // A load that the phone itself stopped is no failure.
        let isStopped =
          error.map {
            ($0.pointee.domain == webkit_policy_error_quark()
              && $0.pointee.code == gint(WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue))
              || ($0.pointee.domain == webkit_network_error_quark()
                && $0.pointee.code == gint(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue))
          } ?? false
        MainActor.assumeIsolated {
          if !isStopped { WebView.of(held).onEvent?(.failed(address, why: why)) }
        }
        return isStopped ? 1 : 0
      }
    phone_connect(view, "load-failed", unsafeBitCast(failed, to: GCallback.self), data)

    let ended:
      @convention(c) (UnsafeMutableRawPointer?, WebKitWebProcessTerminationReason, UnsafeMutableRawPointer?) -> Void =
        { _, _, data in
          guard let data else { return }
          nonisolated(unsafe) let held = data
          MainActor.assumeIsolated { WebView.of(held).onEvent?(.processEnded) }
        }
    phone_connect(view, "web-process-terminated", unsafeBitCast(ended, to: GCallback.self), data)

    let create:
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
          _, _, data in
          guard let data else { return nil }
          nonisolated(unsafe) let held = data
          return UnsafeMutableRawPointer(bitPattern: MainActor.assumeIsolated { WebView.of(held).openWindow() })
        }
    phone_connect(view, "create", unsafeBitCast(create, to: GCallback.self), data)

    let close: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
      guard let data else { return }
      nonisolated(unsafe) let held = data
      MainActor.assumeIsolated { WebView.of(held).onEvent?(.closed) }
    }
    phone_connect(view, "close", unsafeBitCast(close, to: GCallback.self), data)

    let click = gtk_gesture_click_new()
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    let pressed:
      @convention(c) (
        UnsafeMutableRawPointer?, gint, Double, Double, UnsafeMutableRawPointer?
      ) -> Void = { _, _, _, _, data in
        guard let data else { return }
        nonisolated(unsafe) let held = data
        MainActor.assumeIsolated { WebView.of(held).lastTap = .now }
      }
    phone_connect(UnsafeMutableRawPointer(click), "pressed", unsafeBitCast(pressed, to: GCallback.self), data)
    self.click = UnsafeMutableRawPointer(click)
    gtk_widget_add_controller(widget.pointer, click)
  }
  private var click: UnsafeMutableRawPointer?

  nonisolated static func of(_ data: UnsafeMutableRawPointer) -> WebView {
    Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
  }

  func noteScriptedTap() {
    lastTap = .now
    hasScriptedTap = true
  }

  /// - Returns: The address of the new view's widget; 0 if the page may open no window.
  private func openWindow() -> UInt {
    guard let onWindow else { return 0 }
    let window = WebView(jar: jar, filter: filter, errands: onMessage, bridge: nil, opener: self)
    onWindow(window)
    return UInt(bitPattern: window.view)
  }

  private func policy(_ decision: OpaquePointer, _ type: WebKitPolicyDecisionType) -> Bool {
    guard type != WEBKIT_POLICY_DECISION_TYPE_RESPONSE else { return responsePolicy(decision) }
    let action = webkit_navigation_policy_decision_get_navigation_action(decision)
    let request = webkit_navigation_action_get_request(action)
    guard let text = webkit_uri_request_get_uri(request) else { return false }
    let kind: Navigation.Kind =
      switch webkit_navigation_action_get_navigation_type(action) {
      case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .link
      case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED, WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .form
      case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .history
      case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
      default: .other
      }
    let isGesture = webkit_navigation_action_is_user_gesture(action) != 0
    let isTap = isGesture && (webkit_navigation_action_get_mouse_button(action) != 0 || hasScriptedTap)
    if isTap { hasScriptedTap = false }
    let isNewWindow = type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION
    let navigation = Navigation(
      url: String(cString: text), method: webkit_uri_request_get_http_method(request).map { String(cString: $0) },
      page: committed, kind: kind,
      isRedirect: webkit_navigation_action_is_redirect(action) != 0, isTap: isTap && kind == .link,
      isNewWindow: isNewWindow)
    let isAllowed = decide?(navigation) ?? true
    if isAllowed, !isNewWindow || onWindow != nil { return false }
    webkit_policy_decision_ignore(.init(decision))
    // This browser has one page, so a new window replaces it.
    if isAllowed, isNewWindow { load(navigation.url) }
    return true
  }

  private func responsePolicy(_ decision: OpaquePointer) -> Bool {
    guard let decideResponse, webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0,
      let url = webkit_uri_response_get_uri(webkit_response_policy_decision_get_response(decision)),
      !decideResponse(String(cString: url))
    else { return false }
    webkit_policy_decision_ignore(.init(decision))
    return true
  }

  /// The address of the shown page. WebKit's own `uri` changes earlier, when the next page starts to load.
  public private(set) var committed: String?

  private func changed(_ event: WebKitLoadEvent) {
    let url = url ?? ""
    switch event {
    case WEBKIT_LOAD_COMMITTED:
      committed = url
      onEvent?(.committed(url))
    case WEBKIT_LOAD_FINISHED: onEvent?(.finished(url))
    default: break
    }
  }
}

/// A navigation that a page is about to start, as WebKit reports it.
public struct Navigation: Hashable, Sendable {
  public var url: String
  /// The HTTP method, if WebKit tells it.
  public var method: String?
  /// The page that the browser leaves.
  public var page: String?
  public var kind: Kind
  public var isRedirect: Bool
  /// True if a mouse button caused it. A script cannot fake this.
  public var isTap: Bool
  public var isNewWindow: Bool

  public enum Kind: Hashable, Sendable {
    case link, form, history, reload, other
  }
}

/// A change of a page's state.
public enum PageEvent: Hashable, Sendable {
  /// The address bar changes.
  case committed(String)
  case finished(String)
  case failed(String, why: String)
  /// The web process has ended, and the page is gone.
  case processEnded
  /// A script has closed the page's window.
  case closed
}
