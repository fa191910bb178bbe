public import Hummingbird
public import NIOCore

/// The context of a request that also knows where its connection comes from.
public struct ClientContext: RequestContext, RemoteAddressRequestContext {
  public var coreContext: CoreRequestContextStorage
  /// The other end of the connection: a client, or a proxy in front of it.
  public let remoteAddress: SocketAddress?

  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
