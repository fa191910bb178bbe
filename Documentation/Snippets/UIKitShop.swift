import Ferry
import FerryCore
import Foundation
import SwiftUI
import UIKit

// guide: links-scene
final class SceneDelegate: NSObject, UIWindowSceneDelegate {
  var window: UIWindow?

  // A link that starts the app comes here and nowhere else.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIHostingController(rootView: HomeScreen())
    window.makeKeyAndVisible()
    self.window = window
    Checkout.flow.handle(connectionOptions)
  }

  // The custom scheme, to an app that is running.
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    Checkout.flow.handle(URLContexts)
  }

  // Universal links, to an app that is running.
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    Checkout.flow.handle(userActivity)
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    Checkout.flow.wake()
  }
}
// guide: end

// guide: links-app-delegate
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    Checkout.flow.handle(url)
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    Checkout.flow.wake()
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    Checkout.flow.handle(userActivity)
  }
}
// guide: end

// guide: resumed-uikit
extension Checkout {
  // Started once, when the app starts: in `application(_:didFinishLaunchingWithOptions:)`.
  static func tell() -> Task<Void, Never> {
    Task {
      for await result in flow.resumed { Orders.note(result) }
    }
  }
}
// guide: end

// guide: webview-uikit
final class WebShopController: UIViewController {
  private let page = FerryWebPage(
    url: URL(string: "https://shop.example")!,
    checkout: URL(string: "https://shop.example/checkout"),
    flow: Checkout.flow)
  private var running: Task<Void, Never>?

  override func loadView() { view = page.webView }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    running?.cancel()
    running = Task { [page] in await page.run() }
  }

  // Another tab, or a screen that was pushed over it. The secure browser is a sheet, and takes nothing off the screen.
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    running?.cancel()
  }
}
// guide: end

// guide: pay-uikit
extension UIViewController {
  func pay(for cart: Cart, ask: @escaping CheckoutFlow.Review) async throws -> CheckoutResult {
    try await Checkout.flow.pay(for: cart.id, from: self) { challenge in
      try await Backend.createCheckout(cart, challenge)
    } review: { review in
      await ask(review)
    }
  }
}
// guide: end

// guide: authentication
func payWithAuthenticationSession(for cart: Cart, ask: @escaping CheckoutFlow.Review) async throws -> CheckoutResult {
  let browser = await AuthenticationBrowser(linkHost: "https://link.shop.example", scheme: "jp.example.shop")
  return try await Checkout.flow.pay(for: cart.id, from: browser) { challenge in
    try await Backend.createCheckout(cart, challenge)
  } review: { review in
    await ask(review)
  }
}
// guide: end

// guide: embedded
func payInsideTheApp(for cart: Cart, ask: @escaping CheckoutFlow.Review) async throws -> CheckoutResult {
  let browser = await WebViewBrowser(for: Checkout.flow, language: .english)
  return try await Checkout.flow.pay(for: cart.id, from: browser) { challenge in
    try await Backend.createCheckout(cart, challenge)
  } review: { review in
    await ask(review)
  }
}
// guide: end
