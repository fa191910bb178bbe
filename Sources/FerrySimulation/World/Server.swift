import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

/// One process of the checkout server: its store, its engine and its whole router.
struct Server: Sendable {
  let process: Process
  /// As this process has it, without the faults.
  let store: MemoryStore
  let clock: WrongClock
  /// True if it knows none of the providers' keys. It ends when somebody notices.
  let hasMistake: Bool
  private let lease: Duration
  private let engine: Engine
  private let front: Front
  private let context: @Sendable () -> ClientContext
  private let world: World

  /// - Parameter life: Of the process of that number, from 1: each draws other ids.
  init(_ world: World, number: Int, life: Int, lease: Duration) {
    let process = Process(number: number, world.time)
    let chance = world.chance.stream("server \(number), life \(life)")
    self.world = world
    self.process = process
    let time = world.time
    clock = WrongClock(time)
    let hasMistake = world.happens(.settingsWrong)
    self.hasMistake = hasMistake
    self.lease = lease
    store = MemoryStore(sharing: world.data, time: time, lease: lease)
    let links = world.links
    let logger = Logger(label: "server") { _ in SwiftLogNoOpLogHandler() }
    engine = Engine(
      store: HookedStore(store, StoreFaults(world: world, process: process, chance: chance)),
      providers: hasMistake ? world.mistakenProviders : world.providers.map(\.account.provider),
      transport: ProviderLine(world: world, process: process, clock: clock, chance: chance), time: clock,
      randomness: chance.stream("ids"),
      webhooks: Webhooks(
        endpoints: [world.receiver.endpoint], transport: WebhookPost(world: world, process: process, chance: chance)),
      logger: logger
    ) { links.returnLinks($0) }
    front = Front(
      CheckoutServer(configuration: world.configuration, service: engine, providers: [], freeDisk: FreeDisk { nil }))
    // The channel is for the context alone: nothing is sent through it.
    let channel = NIOAsyncTestingChannel()
    context = { ClientContext(source: ApplicationRequestContextSource(channel: channel, logger: logger)) }
  }

  /// Works until the process dies or the task is cancelled. Only a server that ends in order gives up its lease.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await process.end() }
      // It ends by itself if the store has stopped.
      group.addTask { do { try await engine.run() } catch { await process.end() } }
      group.addTask { await renewLease() }
      await group.next()
      group.cancelAll()
    }
    if !process.isDead { store.leave() }
    process.die()
  }

  private func renewLease() async {
    while !process.isDead {
      if !process.isPaused { store.renew() }
      do { try await world.time.sleep(for: lease / 3) } catch { return }
    }
  }

  /// Answers a request as its whole router does.
  /// - Throws: The error of the answer's body.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: [UInt8]?
  ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields, body: [UInt8]) {
    var fields = fields
    guard await process.goesOn() else { throw Network.NoAnswer(description: "The server is dead.") }
    if let body { fields[.contentLength] = String(body.count) }
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: World.shop.authority, path: path, headerFields: fields),
      body: RequestBody(buffer: ByteBuffer(bytes: body ?? [])))
    let response = try await front.responder.respond(to: request, context: context())
    let collected = try await response.body.collected()
    guard await process.goesOn() else { throw Network.NoAnswer(description: "The server died.") }
    world.tell()
    return (response.status, response.headers, collected)
  }
}

/// The router of a server, made for its first request: many processes die before it.
private final class Front: Sendable {
  private let server: CheckoutServer
  private let made = Mutex<RouterResponder<ClientContext>?>(nil)

  init(_ server: CheckoutServer) { self.server = server }

  var responder: RouterResponder<ClientContext> {
    made.withLock { made in
      if let made { return made }
      let responder = server.router().buildResponder()
      made = responder
      return responder
    }
  }
}

extension ResponseBody {
  fileprivate func collected() async throws -> [UInt8] {
    let buffer = CollectedBody()
    try await write(buffer)
    return buffer.bytes
  }
}

private final class CollectedBody: ResponseBodyWriter, @unchecked Sendable {
  private(set) var bytes: [UInt8] = []

  func write(_ buffer: ByteBuffer) async throws { bytes += buffer.readableBytesView }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
