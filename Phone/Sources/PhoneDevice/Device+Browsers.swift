internal import FerryCore
public import PhoneRules
public import PhoneWebKit

/// The app's side of an embedded web view, as `WKNavigationDelegate` is on iOS.
@MainActor public protocol EmbeddedOwner: AnyObject {
  /// Returns true if the web view may send the request.
  func decide(_ navigation: Navigation) -> Bool
  /// Returns true if the web view may show the answer as its whole page.
  func decide(responseFrom url: String) -> Bool
  /// The web view shows another page.
  func committed(_ url: String)
  /// The page to load when a script in the first page closes its window; nil if the web view closes.
  func pageAfterClosing() -> String?
  /// The buyer wants to go on with the shown page in Safari.
  func leave()
}

/// The phone's browsers, and the links that their pages open.
extension Device {
  // MARK: - Browsers

  /// Opens the secure browser over the app.
  /// - Returns: A stream without elements that ends when the browser closes.
  @discardableResult
  public func openSecure(_ url: String) -> AsyncStream<Never> {
    closeSecure("another takes its place")
    let view = makeView(secureJar, pane: secure)
    secure.show(view)
    screen.setSheetOpen(true)
    journal.note(.app, "opens the secure browser", at: setup.app.name)
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    whenClosed = continuation
    secure.go(url)
    return stream
  }

  /// Opens a web view of the app over the app, with cookies of its own. Windows of its page open over the page.
  /// - Parameter owner: Decides about its navigations.
  /// - Returns: A stream without elements that ends when the web view closes.
  public func openEmbedded(_ url: String, for owner: any EmbeddedOwner) -> AsyncStream<Never> {
    closeSecure("another takes its place")
    let jar = Jar(ephemeral: "embedded page")
    trust(in: jar)
    let view = WebView(jar: jar, filter: filter, errands: errands)
    prepareEmbedded(view, owner)
    secure.show(view)
    embedded = owner
    screen.setSheetOpen(true)
    journal.note(.app, "opens the payment page in a web view", at: setup.app.name)
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    whenClosed = continuation
    view.load(url)
    return stream
  }

  /// Loads another page in the open web view of the app. Windows and a dialog over it close.
  public func loadEmbedded(_ url: String) {
    withdrawAlert()
    while secure.closeWindow() {}
    secure.view?.load(url)
  }

  private func prepareEmbedded(_ view: WebView, _ owner: any EmbeddedOwner) {
    view.decide = { [weak owner] in owner?.decide($0) ?? false }
    view.decideResponse = { [weak owner] in owner?.decide(responseFrom: $0) ?? false }
    view.letScriptsOpenWindows()
    view.onEvent = { [weak self, weak view, weak owner] event in
      guard let self else { return }
      if case .committed(let url) = event { owner?.committed(url) }
      guard event == .closed else { return self.note(event, self.secure) }
      // WebKit still uses the view.
      self.errands.yield { [weak self, weak view, weak owner] in
        guard let self, let view, view === self.secure.view else { return }
        self.journal.note(.page, "closes its window", at: self.secure.name)
        if self.secure.closeWindow() { return }
        guard let page = owner?.pageAfterClosing() else { return self.closeSecure("by its page") }
        self.loadEmbedded(page)
      }
    }
    view.onWindow = { [weak self, weak owner] window in
      guard let self, let owner else { return }
      self.prepareEmbedded(window, owner)
      self.secure.showWindow(window)
      self.journal.note(.page, "opens a window", at: self.secure.name)
    }
  }

  /// Opens an address for an app, without a question: `UIApplication.open`.
  /// - Parameter isUniversalOnly: True to open nothing unless another app claims the universal link.
  /// - Returns: False if no app opens it.
  @discardableResult
  public func open(_ url: String, from name: String, isUniversalOnly: Bool = false) -> Bool {
    guard let address = Address(url) else { return false }
    guard address.isOfTheWeb else {
      if Bank.schemes.contains(address.scheme) {
        journal.note(.link, "\(shown(url)): to the app \(Bank.name)", at: name)
        bank.receive(url)
        screen.showOtherApp(bank.screen)
        return true
      }
      guard address.scheme == setup.app.scheme else { return false }
      screen.hideOtherApp()
      deliver(url, to: setup.app.name)
      return true
    }
    let request = LinkRequest(url: url, page: nil, cause: .tap, browser: .safari)
    if case .opens(let app) = router.decide(request).outcome, app != name {
      journal.note(.link, "\(shown(url)): \(router.decide(request))", at: name)
      screen.hideOtherApp()
      deliver(url, to: app)
      return true
    }
    guard !isUniversalOnly else { return false }
    visitInSafari(url)
    return true
  }

  /// Returns when the closed sheet has left the screen.
  public func secureHasGone() async {
    while screen.secureSheet.isRevealed, secure.view == nil {
      guard (try? await time.sleep(for: .milliseconds(20))) != nil else { return }
    }
  }

  public func done() {
    guard secure.view != nil else { return }
    journal.note(.act, "taps Done")
    closeSecure("Done")
  }

  public func swipe() {
    guard secure.view != nil else { return }
    journal.note(.act, "swipes the secure browser down")
    closeSecure("swiped down")
  }

  /// Reloads the page, as the button of the browser's bar does.
  func reload(_ browser: LinkRequest.Browser) { (browser == .safari ? safari : secure).view?.reload() }

  public func openInSafari() {
    guard let url = secure.view?.url else { return }
    journal.note(.act, "taps Open in Safari")
    // A web view of the app stays open.
    if let embedded { return embedded.leave() }
    closeSecure("goes on in Safari")
    visitInSafari(url)
  }

  public func closeSecure(_ why: String) {
    guard secure.view != nil else { return }
    withdrawAlert()
    secure.remove()
    embedded = nil
    screen.setSheetOpen(false)
    journal.note(.app, "secure browser closed: \(why)", at: secure.name)
    whenClosed?.finish()
    whenClosed = nil
  }

  /// Opens a page in Safari, like a mailed link, a bookmark or a typed address.
  public func visitInSafari(_ url: String) {
    if safari.view == nil { safari.show(makeView(safariJar, pane: safari)) }
    screen.hideOtherApp()
    screen.showsSafari = true
    safari.go(url)
  }

  /// Opens a page in an open browser.
  public func visit(_ url: String, in pane: BrowserPane) {
    if pane === safari { return visitInSafari(url) }
    pane.go(url)
  }

  public func leaveSafari() { screen.showsSafari = false }

  private func makeView(_ jar: Jar, pane: BrowserPane) -> WebView {
    let view = WebView(jar: jar, filter: filter, errands: errands)
    view.decide = { [weak self, weak pane, weak view] navigation in
      guard let self, let pane, let view else { return false }
      return self.decide(navigation, view, pane)
    }
    view.onEvent = { [weak self, weak pane] event in
      guard let self, let pane else { return }
      self.note(event, pane)
    }
    return view
  }

  private func note(_ event: PageEvent, _ pane: BrowserPane) {
    switch event {
    case .committed(let url):
      pane.setAddress(url)
      journal.note(.page, shown(url), at: pane.name, jar: pane.view?.jar.name)
    case .finished: break
    case .failed(let url, let why): journal.note(.trouble, "\(shown(url)) failed: \(why)", at: pane.name)
    case .processEnded: journal.note(.trouble, "the page's process has ended", at: pane.name)
    // These browsers have one page.
    case .closed: break
    }
  }

  // MARK: - Links

  private func decide(_ navigation: Navigation, _ view: WebView, _ pane: BrowserPane) -> Bool {
    let isTyped = pane.typed == navigation.url && !navigation.isRedirect
    pane.typed = nil
    let request = LinkRequest(
      url: navigation.url, page: navigation.page, cause: navigation.cause(isTyped: isTyped),
      sinceTap: view.lastTap.map { ContinuousClock.now - $0 }, browser: pane.kind)
    let decision = router.decide(request)
    if concerns(navigation.url) { journal.note(.link, "\(shown(navigation.url)): \(decision)", at: pane.name) }
    switch decision.outcome {
    case .stays: return true
    case .fails: return false
    case .opens(let app):
      errands.yield { [weak self] in self?.deliver(navigation.url, to: app) }
      return false
    case .asks(let app):
      ask(navigation.url, app: app, pane: pane)
      return false
    }
  }

  /// Returns true if an app could get the link.
  private func concerns(_ url: String) -> Bool {
    guard let address = Address(url), !address.isInternal else { return false }
    return !address.isOfTheWeb || address.origin == setup.app.linkHost
  }

  private func ask(_ url: String, app: String, pane: BrowserPane) {
    question = url
    screen.ask(app) { [weak self] accepted in self?.answer(accepted, app: app) }
    switch rules.prompt {
    case .waits: break
    case .accepts, .refuses:
      let accepts = rules.prompt == .accepts
      errands.yield { [weak self] in
        try? await self?.time.sleep(for: .milliseconds(300))
        self?.answer(accepts, app: app)
      }
    }
  }

  /// Answers the open question.
  public func answer(_ accepted: Bool, app: String? = nil) {
    guard let url = question else { return }
    question = nil
    screen.withdrawQuestion()
    let decision = router.answer(accepted, app: app ?? setup.app.name)
    journal.note(.link, "\(shown(url)): \(decision)")
    if case .opens(let app) = decision.outcome { deliver(url, to: app) }
  }

  /// Delivers a link to an app by the rules.
  public func deliver(_ url: String, to name: String) {
    guard name == setup.app.name else {
      leaveSafari()
      thief.receive(url)
      screen.showOtherApp(thief.screen)
      return
    }
    for step in rules.delivery.steps(url: url, appRuns: app != nil) {
      switch step {
      case .end: endApp()
      case .launch(let entry, let link):
        launchApp(link: link)
        if let entry, link != nil { journal.note(.app, "is handed the link by \(entry.rawValue)", at: name) }
      case .window: showAppWindow()
      case .hand(let entry, let link):
        journal.note(.app, "is handed the link by \(entry.rawValue)", at: name)
        frontApp()
        app?.receive(link, by: entry)
      }
    }
  }
}

extension Navigation {
  public func cause(isTyped: Bool) -> LinkRequest.Cause {
    if isRedirect { return .redirect }
    switch kind {
    case .history, .reload: return .history
    case .form: return .form
    case .link, .other: return isTyped ? .typed : isTap ? .tap : .script
    }
  }
}
