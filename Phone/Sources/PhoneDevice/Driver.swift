internal import FerryCore
internal import PhoneRules
public import PhoneWebKit

/// Operates the phone as a person does, for journeys and for the line protocol. Every action waits until it is possible.
@MainActor public struct Driver {
  public let device: Device
  /// The timeout of every wait. It is long enough for a busy machine.
  public var patience: Duration = .seconds(90)

  public init(_ device: Device) { self.device = device }

  public enum Place: String, Sendable, Codable, CaseIterable {
    case app
    case secure
    case safari
  }

  /// A wait has timed out.
  public struct Impatience: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Polls until there is a value.
  /// - Parameter what: The name of the value in the error.
  /// - Throws: `Impatience` after `patience`.
  public func found<Value>(_ what: String, _ look: @MainActor () async throws -> Value?) async throws -> Value {
    let end = device.time.now + patience
    var trouble = ""
    while true {
      do {
        if let value = try await look() { return value }
        trouble = ""
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // A page that is being replaced cannot answer. The next one can.
        trouble = " (\(error))"
      }
      guard device.time.now < end else { throw Impatience(description: "waited in vain for \(what)\(trouble)") }
      try await device.time.sleep(for: .milliseconds(40))
    }
  }

  public func until(_ what: String, _ look: @MainActor () async throws -> Bool) async throws {
    _ = try await found(what) { try await look() ? true : nil }
  }

  public func view(_ place: Place) -> WebView? {
    switch place {
    case .app: device.app?.webView
    case .secure: device.secure.view
    case .safari: device.safari.view
    }
  }

  // MARK: - Doing

  /// Taps an element of a page, or a control of a native screen by its name.
  public func tap(_ selector: String, text: String = "", in place: Place) async throws {
    let words = text.isEmpty ? selector : "“\(text)”"
    // Nothing can be tapped while a sheet moves.
    try await until("the sheet to stand") { (device.secure.view != nil) == device.screen.secureSheet.isRevealed }
    if place == .app, let app = device.app, app.webView == nil {
      device.journal.note(.act, "taps \(words)", at: device.setup.app.name)
      let before = Widget.presses
      var last: (x: Double, y: Double)?
      return try await until("the tap on control \(selector)") {
        if Widget.presses > before { return true }
        guard let control = app.control(selector), control.isOnScreen, control.isEnabled, control.size.width > 1 else {
          return false
        }
        // A layout or a scroll moves the buttons, so wait until the position is stable.
        control.bringIntoView()
        let origin = control.origin
        defer { last = origin }
        guard let origin, let last, last == origin else { return false }
        if !control.tap() { control.press() }
        for _ in 0..<10 where Widget.presses == before { try await device.time.sleep(for: .milliseconds(30)) }
        return Widget.presses > before
      }
    }
    var last: (x: Double, y: Double)?
    var wasThere = false
    let found = try await found("\(words) on the page") { () -> (point: (x: Double, y: Double)?, isGone: Bool)? in
      guard let view = view(place) else { return wasThere ? (nil, true) : nil }
      wasThere = true
      guard !view.isLoading else { return nil }
      guard let found = try await view.place(of: selector, text: text) else { return nil }
      defer { last = found }
      guard let last, last == found else { return nil }
      return (found, false)
    }
    guard let point = found.point, let view = view(place) else {
      throw Impatience(description: "the \(place.rawValue) page has gone")
    }
    device.journal.note(.act, "taps \(words)", at: name(place))
    let end = device.time.now + patience
    let isFelt = try await view.tapAndWait(selector, text: text, at: point) { [device] in
      try? await device.time.sleep(for: .milliseconds(20))
      return device.time.now > end || Task.isCancelled || self.view(place) !== view
    }
    // A page that has been replaced needs no further check.
    guard isFelt || self.view(place) !== view else { throw Impatience(description: "the tap on \(words) was not felt") }
  }

  /// Sets a field's value.
  public func fill(_ selector: String, with text: String, in place: Place) async throws {
    try await until("field \(selector)") {
      guard let view = view(place) else { return false }
      return try await view.call(
        """
        const field = document.querySelector(selector);
        if (!field) return false;
        field.value = text;
        field.dispatchEvent(new Event('input', {bubbles: true}));
        field.dispatchEvent(new Event('change', {bubbles: true}));
        return true;
        """, ["selector": selector, "text": text]) == "true"
    }
    device.journal.note(.act, "writes into \(selector)", at: name(place))
  }

  /// Taps an element in the frame of a page in the web view, or fills it with a text.
  public func touchInFrame(_ selector: String, text: String? = nil) async throws {
    try await until("\(selector) in the frame") {
      guard let view = view(.secure), !view.isLoading else { return false }
      return try await view.touchInFrame(selector, text: text)
    }
    device.journal.note(.act, text == nil ? "taps \(selector)" : "writes into \(selector)", at: name(.secure))
  }

  /// Runs a script in the page.
  public func script(_ body: String, _ arguments: [String: String] = [:], in place: Place) async throws -> String {
    let view = try await found("the \(place.rawValue) page") { () -> WebView? in self.view(place) }
    return try await view.call(body, arguments, in: .page)
  }

  // MARK: - Seeing

  /// Waits for a loaded page whose address contains a text.
  @discardableResult
  public func page(_ fits: String, in place: Place) async throws -> String {
    try await found("a page \(fits) in the \(name(place))") { () -> String? in
      guard let view = view(place), let url = view.committed, url.contains(fits), !view.isLoading else { return nil }
      return url
    }
  }

  /// Writes a picture of the screen as PNG.
  public func picture(to path: String) async throws {
    let end = device.time.now + patience
    // Between two frames there may be nothing to draw.
    while !device.screen.widget.writePicture(to: path) {
      guard device.time.now < end else { throw Impatience(description: "no picture could be written to \(path)") }
      try await device.time.sleep(for: .milliseconds(30))
    }
  }

  public func text(_ text: String, in place: Place) async throws {
    try await until("“\(text)” in the \(name(place))") {
      try await read(place).contains(text)
    }
  }

  /// The visible text.
  public func read(_ place: Place) async throws -> String {
    if place == .app, let app = device.app, app.webView == nil { return app.state }
    guard let view = view(place) else { return "" }
    return try await view.text()
  }

  public func closed() async throws { try await until("the secure browser to close") { device.secure.view == nil } }

  private func name(_ place: Place) -> String {
    switch place {
    case .app: device.setup.app.name
    case .secure: device.secure.name
    case .safari: device.safari.name
    }
  }
}
