public import HummingbirdCore
import NIOCore

/// How long a client may hold a connection without anything coming of it.
public struct ConnectionLimits: Hashable, Sendable {
  /// In which a request has to arrive whole, once its fields have; then it is answered with 408.
  public var request: Duration
  /// For which a connection may stand still: between requests, before the first, with half of a request's fields, or with an
  /// answer that nobody takes. It should be longer than what a proxy in front keeps its connections for, which would else
  /// send requests on one that is being closed.
  public var idle: Duration
  /// After which a connection is closed whatever is under way on it, once the server was told to stop.
  public var stop: Duration

  public init(request: Duration = .seconds(15), idle: Duration = .seconds(75), stop: Duration = .seconds(20)) {
    self.request = request
    self.idle = idle
    self.stop = stop
  }

  /// For servers that listen with these limits, and for streams of HTTP/2, to which only `idle` applies.
  public var http1: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [DeadlineInstaller(self)], idleTimeout: TimeAmount(idle))
  }
}

extension HTTPServerBuilder {
  /// Plain HTTP/1.1, on connections that nobody can hold for ever.
  public static func bounded(_ limits: ConnectionLimits = ConnectionLimits()) -> HTTPServerBuilder {
    .http1(configuration: limits.http1)
  }
}
