#if PostgreSQL
  import FerryCore
  import Testing

  @Suite("Several servers under load", .serialized)
  struct ThreeServersTests {
    @Test(
      """
      Three servers that are killed, paused and cut off, one of them with a wrong clock, and a database that crashes: all books \
      agree, nothing is done twice, and no work waits longer than for a server to be missed
      """, .timeLimit(.minutes(10)))
    func harmed() async throws {
      let run = try await ThreeServers(seed: CrashRun.seed, rounds: 3)
      let end: ThreeServers.End
      do { end = try await run.end() } catch {
        print("seed \(run.seed), three servers: \(await run.tally.summary)")
        throw error
      }
      let waits = end.waits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.duration)" }
      print(
        """
        seed \(run.seed), three servers: \(await run.tally.summary)
          phases \(end.reckoning.phases)
          calls \(end.reckoning.calls)
          longest waits of at most \(OverdueWork.bound): \(waits.joined(separator: ", "))
        """)
      await end.reckoning.expectEnds(run.tally)
      end.reckoning.expectAgreement()
      // Every half second of the rounds.
      #expect(end.looks > run.rounds * 20)
      for (kind, wait) in end.waits {
        #expect(wait.duration <= OverdueWork.bound, "A \(kind) of \(wait.checkout ?? "no checkout") waited too long.")
      }
    }
  }
#endif
