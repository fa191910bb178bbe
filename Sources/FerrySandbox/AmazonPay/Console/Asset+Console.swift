import FerryWeb

extension Asset {
  static let consoleStyle = Asset(
    "sandbox-console", "css", mediaType: "text/css; charset=utf-8",
    content: """
      nav.console { display: flex; flex-wrap: wrap; gap: 0 8px; }
      header.site nav.console a { padding: 0 12px; font-size: .9375rem; border-bottom: 3px solid transparent; }
      header.site nav.console a[aria-current] { color: var(--ink); font-weight: 650; border-color: var(--accent); }
      .tools { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; font-size: .875rem; }
      .tools a { display: inline-flex; align-items: center; min-height: 44px; }
      code, time, .id { font-variant-numeric: tabular-nums; }
      .id, code { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; word-break: break-all; }
      .chip {
        display: inline-block; border: 1px solid var(--edge); border-radius: 999px; padding: 0 10px; font-size: .8125rem;
        font-weight: 600; line-height: 1.6rem;
      }
      .chip.good { color: var(--good); border-color: currentColor; }
      .chip.open { color: var(--info-ink); background: var(--info); border-color: transparent; }
      .chip.bad { color: var(--error-ink); background: var(--error); border-color: transparent; }
      .chip.over { color: var(--soft); }
      .rows { display: grid; gap: 10px; }
      .row {
        display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; padding: 10px 16px; color: inherit;
        background: var(--surface); border: 1px solid var(--line); border-radius: 10px; text-decoration: none;
      }
      a.row:hover { border-color: var(--accent); color: inherit; }
      .row time, .row .key { color: var(--soft); font-size: .8125rem; }
      .row .what { flex: 1 1 16rem; min-width: 0; }
      .row .why { flex: 1 1 100%; font-size: .875rem; color: var(--soft); }
      .row form { margin-left: auto; }
      .order { padding: 14px 18px; display: grid; gap: 10px; }
      .order-head { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; }
      .order-head h2 { margin-right: auto; }
      .tree { display: grid; gap: 8px; }
      .tree .tree { border-left: 2px solid var(--line); margin-left: 6px; padding-left: 14px; }
      .object { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; font-size: .9375rem; }
      .object a { min-height: 28px; }
      .object .sums { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; }
      .deeds { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
      .deeds .field { width: 12rem; }
      .deeds form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
      pre { overflow-wrap: anywhere; }

      """)
}
