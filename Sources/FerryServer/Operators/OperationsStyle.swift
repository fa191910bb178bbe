import FerryWeb

extension Asset {
  static let operationsStyle = Asset(
    "operations", "css", mediaType: "text/css; charset=utf-8",
    content: """
      .band {
        padding: 8px 20px; border: 1px solid transparent; border-radius: 10px; font-size: .8125rem; font-weight: 600;
        text-align: center;
      }
      .band.test, .chip.mode.test {
        background: repeating-linear-gradient(-45deg, var(--sunken) 0 12px, var(--surface) 12px 24px); color: var(--ink);
        border-color: var(--edge);
      }
      .band.live, .chip.mode.live { background: var(--error-ink); color: var(--error); border-color: transparent; }
      header.site nav a[aria-current] { color: var(--ink); font-weight: 650; box-shadow: inset 0 -3px var(--accent); }
      header.site .who { padding: 0 8px; font-size: .875rem; }
      main.wide { max-width: 72rem; }
      form.filters { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
      summary { min-height: 44px; align-content: center; cursor: pointer; font-weight: 600; }
      .filters .entry { flex: 1 1 min(10rem, 100%); min-width: 0; grid-template-columns: minmax(0, 1fr); }
      .filters .entry.long { flex: 3 1 min(18rem, 100%); }
      .filters .entry :is(input, select) { min-width: 0; }
      .rows { grid-template-columns: minmax(0, 1fr); }
      .row > * { min-width: 0; max-width: 100%; overflow-wrap: anywhere; }
      .filters .button { min-height: 46px; }
      .links { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; font-size: .9375rem; }
      .links > * { display: inline-flex; align-items: center; min-height: 44px; }
      .row strong { font-weight: 650; }
      .row .sum { margin-left: auto; font-variant-numeric: tabular-nums; font-weight: 600; }
      .twin { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); align-items: start; }
      .twin > div { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); align-content: start; }
      @media (min-width: 56rem) { .twin { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
      .panel > .facts.across { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); }
      #money > .facts.across { grid-template-columns: repeat(auto-fill, minmax(min(8rem, 100%), 1fr)); }
      .fact dd { overflow-wrap: anywhere; }
      .decisions { display: grid; gap: 14px; }
      .decision { display: grid; gap: 4px; padding: 12px 0 0; border-top: 1px solid var(--line); justify-items: start; }
      .timeline { display: grid; gap: 0; margin: 0; padding: 0; list-style: none; font-size: .875rem; }
      .timeline li { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 6px 0; border-top: 1px solid var(--line); }
      .timeline time { color: var(--soft); }
      .timeline .call, .timeline .money { padding-left: 14px; }
      .timeline .action { font-weight: 650; }
      .timeline .remark { color: var(--warn-ink); background: var(--warn); padding-inline: 8px; }
      .timeline .result { color: var(--soft); overflow-wrap: anywhere; }
      .numbers { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr)); }
      .number-box { padding: 12px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
      a.number-box { color: inherit; text-decoration: none; }
      a.number-box:hover { border-color: var(--accent); }
      .number-box strong { display: block; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
      .number-box.alarm { border-color: var(--error-ink); }
      .week-of-provider { display: grid; gap: 12px; }
      svg.week { width: 100%; max-width: 40rem; }
      svg rect.paid { fill: var(--good); }
      svg rect.declined { fill: var(--error-ink); }
      svg rect.abandoned { fill: var(--edge); }
      svg.week text { font-size: 14px; fill: var(--soft); }
      svg.key { margin-right: 6px; }
      .numbers-table { border-collapse: collapse; width: 100%; font-size: .875rem; }
      .numbers-table :is(th, td) { padding: 6px 10px; text-align: left; border-top: 1px solid var(--line); }
      .numbers-table thead th + th { text-align: right; }
      .numbers-table .number { font: inherit; text-align: right; font-variant-numeric: tabular-nums; }
      @media (max-width: 48rem) {
        .numbers-table, .numbers-table tbody { display: block; }
        .numbers-table thead { display: none; }
        .numbers-table tr {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(8rem, 100%), 1fr)); gap: 0 20px;
          padding: 4px 0; border-top: 1px solid var(--line);
        }
        .numbers-table th { grid-column: 1 / -1; }
        .numbers-table :is(th, td) { padding: 2px 0; border-top: 0; }
        .numbers-table td { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 12px; align-items: end; }
        .numbers-table td::before { text-align: left; }
        .numbers-table td::before { content: attr(data-label); color: var(--soft); }
        svg.week text { font-size: 22px; }
      }
      @media (min-width: 56rem) {
        .week-of-provider { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: center; }
        .week-of-provider h3 { grid-column: 1 / -1; }
        main .actions { justify-items: start; }
      }

      """)
}
