import Synchronization

/// The forms that were sent, by their keys, so that a double click or a reload acts once and has the same answer.
///
/// Each server has its own. At another server a repeated capture or refund is the same operation, because the form's key
/// names it. Every other action counts for the state of the checkout that was shown. A webhook may be sent twice, under
/// one id.
final class SentForms: Sendable {
  private typealias Repetition = CheckedContinuation<Result<Bool, any Error>?, Never>

  private struct Forms {
    /// The repetitions that wait for the end of the first one.
    var running: [String: [Repetition]] = [:]
    var recent: [String: Bool] = [:]
    var older: [String: Bool] = [:]

    func result(_ key: String) -> Bool? { recent[key] ?? older[key] }
  }

  private enum Place {
    case first, repetition
    case ended(Bool)
  }

  private static let most = 5000

  private let forms = Mutex(Forms())

  /// Does a form's work once. A repetition has the result of the first one, and waits for it.
  /// - Parameter work: Returns true if something was done. If it throws, nothing was done, and the form may be sent again.
  func once(_ key: String, _ work: () async throws -> Bool) async throws -> Bool {
    switch begin(key) {
    case .ended(let result): return result
    case .repetition:
      // Nil if the first one failed before it could be waited for.
      guard let result = await end(of: key) else { return try await once(key, work) }
      return try result.get()
    case .first:
      do {
        let result = try await work()
        finish(key, .success(result))
        return result
      } catch {
        finish(key, .failure(error))
        throw error
      }
    }
  }

  private func begin(_ key: String) -> Place {
    forms.withLock { forms in
      if let result = forms.result(key) { return .ended(result) }
      guard forms.running[key] == nil else { return .repetition }
      forms.running[key] = []
      return .first
    }
  }

  private func end(of key: String) async -> Result<Bool, any Error>? {
    await withCheckedContinuation { (repetition: Repetition) in
      let isWaiting = forms.withLock { forms in
        guard forms.running[key] != nil else { return false }
        forms.running[key]?.append(repetition)
        return true
      }
      guard !isWaiting else { return }
      repetition.resume(returning: forms.withLock { $0.result(key) }.map { .success($0) })
    }
  }

  private func finish(_ key: String, _ result: Result<Bool, any Error>) {
    let waiting = forms.withLock { forms in
      if case .success(let done) = result { forms.recent[key] = done }
      if forms.recent.count >= Self.most {
        forms.older = forms.recent
        forms.recent = [:]
      }
      return forms.running.removeValue(forKey: key) ?? []
    }
    for repetition in waiting { repetition.resume(returning: result) }
  }
}
