package import FerryWeb

extension Asset {
  package static let consoleStyle = Asset(
    "sandbox-console", "css", mediaType: "text/css; charset=utf-8",
    content: """
      header.site > .sandbox { max-width: none; min-height: 0; gap: 0 24px; justify-content: center; padding: 8px 20px; }
      nav.console { display: flex; flex-wrap: wrap; gap: 0 8px; }
      header.site nav.console a { padding: 0 12px; font-size: .9375rem; border-bottom: 3px solid transparent; }
      header.site nav.console a[aria-current] { color: var(--ink); font-weight: 650; border-color: var(--accent); }
      .tools { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; font-size: .875rem; }
      .tools a { display: inline-flex; align-items: center; min-height: 44px; }
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
      .search { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; }
      .search .field { flex: 1 1 14rem; max-width: 30rem; }
      .search a { display: inline-flex; align-items: center; min-height: 44px; font-size: .875rem; }
      .pages { justify-content: center; font-variant-numeric: tabular-nums; }
      .fields { display: grid; gap: 6px; margin: 0; }
      .fields > div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 0 16px; }
      .fields dt { color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
      .fields dd { margin: 0; }
      @media (max-width: 600px) { .fields > div { grid-template-columns: minmax(0, 1fr); } }
      details summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--accent); }

      """)
}

extension Asset {
  /// The style of the hosted pages. Its colours differ from the shop's, so that nobody confuses them.
  package static let sandboxStyle = Asset(
    "sandbox", "css", mediaType: "text/css; charset=utf-8",
    content: """
      :root {
        --page: #f3f4f6; --ink: #1f2430; --soft: #565e6b; --line: #d9dde3; --edge: #7f8793;
        --accent: #7a4a00; --accent-deep: #5c3800; --gold: #ffd15c; --gold-deep: #f2bd3a; --on-gold: #1f1a0c;
        --radius: 10px;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #14161b; --surface: #1d2027; --sunken: #262a32; --ink: #eceef2; --soft: #a8afba; --line: #353a44;
          --edge: #7e8796; --accent: #ffcf66; --accent-deep: #ffdf99;
        }
      }
      .sandbox {
        display: flex; flex-wrap: wrap; gap: 0 24px; justify-content: center; align-items: center; margin: 0;
        background: repeating-linear-gradient(-45deg, #2b303a 0 14px, #232831 14px 28px); color: #fff;
        padding: 8px 20px; font-size: .8125rem; text-align: center;
      }
      .sandbox p { margin: 0; }
      .sandbox strong { color: #ffd15c; margin-right: .5em; }
      .button.primary { background: var(--gold); color: var(--on-gold); border-color: #b08320; width: 100%; }
      .button.primary:hover { background: var(--gold-deep); color: var(--on-gold); }
      fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 8px; min-width: 0; }
      legend { font-weight: 650; padding: 0 0 8px; }
      form.stack { display: grid; gap: 18px; }
      .choice {
        display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: start; padding: 9px 14px;
        background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
        cursor: pointer;
      }
      .choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
      .choice:has(:disabled) { opacity: .65; cursor: default; }
      .choice input { width: 20px; height: 20px; margin: 3px 0 0; accent-color: var(--accent); }
      .choice small { color: var(--soft); font-size: .875rem; display: block; }
      .choice b { font-weight: 600; }
      .accounts { display: grid; gap: 8px; }
      .accounts .button { width: 100%; justify-content: flex-start; border-radius: var(--radius); text-align: left; }
      .accounts small { color: var(--soft); font-weight: 400; }
      .field { display: grid; gap: 4px; }
      .field label { font-weight: 600; font-size: .9375rem; }
      .field input {
        min-height: 48px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px;
        background: var(--surface); width: 100%;
      }
      .leave { display: grid; justify-items: center; }
      .who { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between;
        color: var(--soft); font-size: .875rem; }
      .sum { font-size: 1.25rem; font-weight: 650; text-align: center; font-variant-numeric: tabular-nums; }
      pre {
        margin: 0; padding: 12px 14px; background: var(--sunken); border-radius: 8px; white-space: pre-wrap;
        font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      }

      """)
}
