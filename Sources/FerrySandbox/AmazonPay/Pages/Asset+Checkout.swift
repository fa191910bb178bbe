import FerryWeb

extension Asset {
  /// What the hosted pages add to the house style: another tone, so that nobody takes them for the shop's.
  static let checkoutStyle = Asset(
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
        background: repeating-linear-gradient(-45deg, #2b303a 0 14px, #232831 14px 28px); color: #fff;
        padding: 8px 20px; font-size: .8125rem; text-align: center;
      }
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

  static let checkoutScript = Asset(
    "checkout", "js", mediaType: "text/javascript; charset=utf-8", content: CheckoutScript.source)
}
