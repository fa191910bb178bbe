#if PostgreSQL
  import FerryCore
  import FerryTesting
  import Synchronization

  /// Does the harm of a round.
  struct HarmDone: Sendable {
    let servers: [ServerLife]
    let balancer: Balancer
    let database: DatabaseLife
    let watch: DatabaseWatch
    let tally: CrashTally
    private let clock = ContinuousClock()

    /// The time in which a load balancer notices that a server does not answer.
    private static let healthCheck = Duration.seconds(1)

    init(servers: [ServerLife], balancer: Balancer, database: DatabaseLife, watch: DatabaseWatch, tally: CrashTally) {
      self.servers = servers
      self.balancer = balancer
      self.database = database
      self.watch = watch
      self.tally = tally
    }

    /// Does the harm at its times, and returns at the end of the round.
    func during(_ round: RoundOfHarm) async throws {
      let begin = clock.now
      try await withThrowingDiscardingTaskGroup { group in
        for (at, harm) in round.harms {
          group.addTask {
            try await clock.sleep(until: begin + at)
            try await perform(harm)
          }
        }
        for (at, server, cut) in round.cuts {
          group.addTask {
            try await clock.sleep(until: begin + at)
            servers[server].proxy.harm(cut.harm, at: "COMMIT")
          }
        }
      }
      try await clock.sleep(until: begin + RoundOfHarm.length)
    }

    private func perform(_ harm: RoundOfHarm.Harm) async throws {
      switch harm {
      case .kill(let number):
        servers[number].kill()
        await tally.killed()
      case .pause(let number, let length):
        servers[number].pause()
        try await standStill(number, length)
      case .pauseBeforeRequest(let number, let length):
        try await untilRequest(of: number)
        try await standStill(number, length)
      case .silence(let number, let length):
        servers[number].proxy.fallSilent()
        try await clock.sleep(for: length)
        servers[number].proxy.speak()
      case .crashDatabase:
        watch.forgive()
        database.crash()
      }
    }

    /// A server that is paused takes connections and does not answer.
    private func standStill(_ number: Int, _ length: Duration) async throws {
      let server = servers[number]
      await tally.paused()
      try await clock.sleep(for: Self.healthCheck)
      balancer.takeOut(server.port)
      try await clock.sleep(for: length - Self.healthCheck)
      server.resume()
      balancer.takeBack(server.port)
    }

    /// Pauses a server when the database has committed that it begins a request that must not be sent twice.
    private func untilRequest(of number: Int) async throws {
      let server = servers[number]
      let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
      server.proxy.harm(
        .answerAfter {
          server.pause()
          paused.finish()
        }, at: "COMMIT", containing: #""isStarted":true"#)
      for await _ in pauses {}
      try Task.checkCancellation()
    }
  }

  extension RoundOfHarm.Cut {
    fileprivate var harm: CuttingProxy.Harm {
      switch self {
      case .beforeCommit: .before
      case .duringCommit: .during
      case .afterCommit: .after
      }
    }
  }
#endif
