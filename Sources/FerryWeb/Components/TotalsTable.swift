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
    let lines = rows.map { row -> HTML in
      #"<tr><th scope="row">\#(row.label)</th><td>\#(row.amount)</td></tr>"#
    }
    return """
      <table class="totals"><tbody>\(lines)</tbody>\
      <tfoot><tr><th scope="row">\(total.label)</th><td>\(total.amount)</td></tr></tfoot></table>\
      \(note.map { "<p class=\"totals-note\">\($0)</p>" as HTML })
      """
  }
}
