public import Hummingbird
import NIOCore

/// What the sandbox's routes need of a request: its connection, for that is what some faults break.
public struct SandboxRequestContext: RequestContext {
  public var coreContext: CoreRequestContextStorage
  let channel: any Channel

  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
