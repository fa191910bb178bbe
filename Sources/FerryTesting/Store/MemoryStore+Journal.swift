public import FerryCheckout
public import FerryCore
public import FerryEngine
import FerryProvider

extension MemoryTables {
  /// All checkouts of a filter, newest first.
  func list(_ filter: CheckoutFilter) -> [CheckoutFile] {
    let files = attempts.keys.compactMap { file($0) }.filter { file in
      filter.includes(file, references: filter.searches.isEmpty ? [] : references(of: file.checkout.id))
        && filter.figure.map { has($0, file.checkout.id) } ?? true
    }
    return files.sorted { CheckoutPlace($0.checkout) > CheckoutPlace($1.checkout) }
  }

  private func has(_ filter: FigureFilter, _ id: CheckoutID) -> Bool {
    figures.contains { $0.checkout.id == id && $0.figure.kind == filter.kind && filter.window.contains($0.figure.at) }
  }
}

extension MemoryStore {
  /// Compares the text with every checkout.
  public func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    tables.withLock { tables in
      let found = tables.list(filter).filter { file in
        let ids = [file.checkout.id.text] + tables.references(of: file.checkout.id).map(\.value)
        return query.finds(file, ids: ids)
      }
      let page = Array(found.prefix(limit))
      let next = found.count > limit ? page.last.map { CheckoutPlace($0.checkout) } : nil
      return FoundCheckouts(files: page, next: next, isTooShort: false)
    }
  }

  public func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    let figures = tables.withLock { $0.figures }.filter { checkout, figure in
      window.contains(figure.at) && checkout.mode == mode && shops?.contains(checkout.shop) ?? true
    }
    let groups = Dictionary(grouping: figures) { checkout, figure in
      FigureSum(
        kind: figure.kind, provider: checkout.provider, seconds: figure.seconds, checkouts: 0,
        amount: .zero(figure.amount.currency))
    }
    return groups.map { group, members in
      var sum = group
      sum.checkouts = Set(members.map(\.checkout.id)).count
      sum.amount = Money(minorUnits: members.reduce(0) { $0 + $1.figure.amount.minorUnits }, sum.amount.currency)
      return sum
    }
  }

  public func note(_ entry: JournalEntry) async throws { tables.withLock { $0.journal.append(entry) } }

  public func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    let records = tables.withLock { $0.journal }.enumerated().map { JournalRecord(position: Int64($0 + 1), entry: $1) }
    return Array(records.reversed().filter(filter.includes).prefix(limit))
  }

  public func views(of person: String) async throws -> [OperatorView] {
    tables.withLock { $0.views[person, default: [:]].values.sorted { $0.name < $1.name } }
  }

  public func keep(_ view: OperatorView, of person: String) async throws -> Bool {
    tables.withLock { tables in
      guard tables.views[person, default: [:]].keys.count(where: { $0 != view.name }) < OperatorView.most else {
        return false
      }
      tables.views[person, default: [:]][view.name] = view
      return true
    }
  }

  public func removeView(_ name: String, of person: String) async throws {
    tables.withLock { $0.views[person]?[name] = nil }
  }
}
