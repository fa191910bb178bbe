import FerryCore
import Foundation

extension CheckoutFlow {
  /// Feeds a machine with events and performs its effects, until it has an outcome. It decides nothing.
  ///
  /// - Parameter dropsAtOnce: If false, the item of a final result stays stored until the app asks `resumed` for the next one.
  /// - Throws: `FlowFailure.unsafeServer`, the error of the shop's backend, `CancellationError`.
  func follow(
    _ start: FlowMachine, _ dependencies: Dependencies, first: [FlowMachine.Input], dropsAtOnce: Bool = true
  ) async throws -> (outcome: FlowMachine.Outcome, memory: FlowMachine.Memory) {
    guard let server else { throw FlowFailure.unsafeServer }
    var machine = start
    let id = machine.memory.id
    let api = CheckoutAPI(server: server, sender: sender)
    let (inputs, mailbox) = AsyncStream.makeStream(of: FlowMachine.Input.self)
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    running[id] = Following(
      mailbox: mailbox, presence: machine.setup.presence, isCreating: machine.memory.checkout == nil,
      browser: dependencies.browser, end: end)
    if machine.memory.checkout != nil { kept[id] = machine.memory }
    for input in first { mailbox.yield(input) }
    let creation = Creation()
    let isWatched = machine.setup.presence != .nobody
    defer {
      mailbox.finish()
      running[id] = nil
      ending.finish()
      replayEarlyLinks()
    }

    do {
      return try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        for await input in inputs {
          var next: FlowMachine.Input? = input
          while let input = next {
            next = nil
            let effects = machine.receive(input, at: time.now)
            if isWatched { status = machine.status }
            effects: for effect in effects {
              switch effect {
              case .save(let memory):
                let isLast = effects.contains(where: \.isFinish)
                guard await save(memory) || isLast else {
                  next = .notSaved
                  break effects
                }
                if running[id]?.isCreating == true, memory.checkout != nil {
                  running[id]?.isCreating = false
                  await dropSuperseded(by: memory)
                  replayEarlyLinks()
                }
              case .forget: if dropsAtOnce { await forget(id) } else { delivered.insert(id) }
              case .close: await dependencies.browser?.close()
              case .tell(let notice): noticeBroadcast.send(notice)
              case .finish(.notCreated): throw creation.failure ?? FlowFailure.creationUnknown
              case .finish(let outcome): return (outcome, machine.memory)
              case .create(let challenge):
                guard let create = dependencies.create else { continue }
                group.addTask { await self.create(create, challenge, creation, mailbox) }
              case .open(let number, _, let ticket):
                guard let browser = dependencies.browser, let url = server.start(ticket: ticket) else {
                  mailbox.yield(.browserFailed(number, .notAPage))
                  continue
                }
                group.addTask { await self.open(browser, url, number, mailbox) }
              case .call(let number, let call, let key):
                let (secrets, isNew) = (machine.memory.secrets, machine.setup.forgetsCookies)
                group.addTask {
                  do throws(CallFailure) {
                    let body = try await api.perform(call, secrets, key: key, inNewBrowser: isNew)
                    mailbox.yield(.answered(number, .success(body)))
                  } catch {
                    mailbox.yield(.answered(number, .failure(error)))
                  }
                }
              case .review(let number, let review):
                guard let ask = dependencies.review else { continue }
                group.addTask { mailbox.yield(.decided(number, await ask(review))) }
              case .wait(let number, let delay):
                let (end, time) = (delay.end(from: time.now, randomness), time)
                group.addTask {
                  guard (try? await time.sleep(until: end)) != nil else { return }
                  mailbox.yield(.tick(number))
                }
              }
            }
          }
        }
        // Cancelled, or taken over by a call that has the buyer.
        throw CancellationError()
      }
    } catch {
      // An open secure browser closes itself when its task is cancelled.
      if isWatched { status = .idle }
      throw error
    }
  }

  /// The last error of the shop's backend.
  @MainActor
  private final class Creation {
    var failure: (any Error)?
  }

  private func create(
    _ create: Create, _ challenge: Challenge, _ creation: Creation,
    _ mailbox: AsyncStream<FlowMachine.Input>.Continuation
  ) async {
    do {
      let handoff = try await create(challenge)
      mailbox.yield(.created(handoff, known: kept.values.first { $0.checkout == handoff.checkout }))
    } catch {
      creation.failure = error
      let isUnknown = error as? FlowFailure == .creationUnknown || error is URLError
      mailbox.yield(isUnknown ? .creationUnknown : .notCreated)
    }
  }

  private func open(
    _ browser: any SecureBrowser, _ url: URL, _ number: Int, _ mailbox: AsyncStream<FlowMachine.Input>.Continuation
  ) async {
    do {
      var page = url
      while let link = try await browser.open(page) {
        guard !Task.isCancelled, !browser.forgetsCookies, let next = paymentPage(after: link) else {
          handle(link)
          break
        }
        page = next
      }
      mailbox.yield(.browserClosed(number))
    } catch {
      mailbox.yield(.browserFailed(number, error as? SecureBrowserFailure))
    }
  }
}

struct Dependencies {
  var presence = Presence.nobody
  var browser: (any SecureBrowser)?
  var create: CheckoutFlow.Create?
  var review: CheckoutFlow.Review?
}

extension FlowMachine.Effect {
  var isFinish: Bool { if case .finish = self { true } else { false } }
}
