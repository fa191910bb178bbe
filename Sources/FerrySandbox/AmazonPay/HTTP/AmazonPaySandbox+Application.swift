public import FerryWeb
public import Hummingbird
public import HummingbirdCore
public import Logging

extension AmazonPaySandbox {
  /// The sandbox as a server of its own.
  /// - Parameters:
  ///   - address: where it listens; the configuration's origin must lead there.
  ///   - server: how it speaks: plain HTTP unless said otherwise.
  ///   - onServerRunning: is told the port, which matters where the address leaves it open.
  public func application(
    address: BindAddress, server: HTTPServerBuilder = .bounded(), logger: Logger,
    onServerRunning: @escaping @Sendable (_ port: Int?) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      responder: SandboxResponder(sandbox: self), server: server,
      configuration: ApplicationConfiguration(address: address, serverName: nil),
      onServerRunning: { await onServerRunning($0.localAddress?.port) }, logger: logger)
  }

  /// Mounts everything on a router that serves nothing else.
  public func addRoutes(to router: Router<SandboxRequestContext>) {
    let responder = SandboxResponder(sandbox: self)
    for method: HTTPRequest.Method in [.get, .post, .patch, .delete, .put] {
      for path: RouterPath in ["/", "**"] {
        router.on(path, method: method) { request, context in
          try await responder.respond(to: request, context: context)
        }
      }
    }
  }
}
