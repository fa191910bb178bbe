public import FerryCore

/// Amounts one below the other, the last of them the one that counts.
public struct TotalsTable: Sendable {
  public struct Row: Sendable {
    public var label: String
    public var amount: Money

    public init(_ label: String, _ amount: Money) {
      self.label = label
      self.amount = amount
    }
  }

  public var rows: [Row]
  public var total: Row
  /// Below the total: what it contains, for instance tax.
  public var note: String?

  public init(_ rows: [Row], total: Row, note: String? = nil) {
    self.rows = rows
    self.total = total
    self.note = note
  }

  public var html: HTML {
    """
    <dl class="totals">\((rows + [total]).map(Self.line))</dl>\
    \(note.map { "<p class=\"totals-note\">\($0)</p>" as HTML })
    """
  }

  private static func line(_ row: Row) -> HTML {
    "<div><dt>\(row.label)</dt><dd>\(row.amount)</dd></div>"
  }
}
