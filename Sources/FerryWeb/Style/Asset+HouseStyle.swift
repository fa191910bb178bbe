extension Asset {
  /// The style of all our pages: made for a phone's width, light and dark, contrast of WCAG 2.2 AA, targets of 44 pixels.
  public static let houseStyle = Asset(
    "ferry", "css", mediaType: "text/css; charset=utf-8",
    content: """
      :root {
        color-scheme: light dark; --page: #f7f6f3; --surface: #ffffff; --sunken: #efede8; --ink: #1d2327;
        --soft: #5a636a; --line: #dedbd4; --edge: #84898d; --accent: #13526b; --accent-deep: #0d3d51;
        --on-accent: #ffffff; --info: #e6f1f5; --info-ink: #0d4358; --warn: #fdf1d8; --warn-ink: #6a4300;
        --error: #fde9e6; --error-ink: #8f1d12; --good: #1c6b45; --radius: 14px;
        --shadow: 0 1px 2px rgb(29 35 39 / .05), 0 6px 20px rgb(29 35 39 / .05);
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #121619; --surface: #1a2024; --sunken: #222a2f; --ink: #ebe9e4; --soft: #a5adb2; --line: #313a40;
          --edge: #78838a; --accent: #8fcbe2; --accent-deep: #b0dcec; --on-accent: #08222d; --info: #16303b;
          --info-ink: #b9e0ee; --warn: #3a2d10; --warn-ink: #f6d58c; --error: #43201b; --error-ink: #ffc3b9;
          --good: #7fd0a4; --shadow: none;
        }
      }
      *, ::before, ::after { box-sizing: border-box; }
      html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
      body {
        margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--page);
        color: var(--ink);
        font: 400 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Hiragino Sans", "Hiragino Kaku Gothic ProN",
          "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", Meiryo, sans-serif;
        overflow-wrap: break-word;
      }
      :lang(ja) { line-height: 1.75; line-break: strict; word-break: auto-phrase; }
      h1, h2, h3, p, ul, dl, dd, figure, table { margin: 0; padding: 0; }
      ul { list-style: none; }
      h1 { font-size: 1.625rem; line-height: 1.3; letter-spacing: -.015em; font-weight: 680; text-wrap: balance; }
      h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 650; }
      h3 { font-size: 1rem; line-height: 1.4; font-weight: 600; }
      :lang(ja) :is(h1, h2, h3) { letter-spacing: 0; line-height: 1.45; }
      h1:lang(ja) { font-size: 1.5rem; word-break: keep-all; overflow-wrap: anywhere; }
      h1:focus { outline: none; }
      a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
      a:hover { color: var(--accent-deep); }
      :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
      img, svg { display: block; max-width: 100%; height: auto; }
      button, input, select { font: inherit; color: inherit; }
      form { margin: 0; }
      [hidden] { display: none !important; }

      header.site { background: var(--surface); border-bottom: 1px solid var(--line); }
      header.site > div {
        max-width: 66rem; margin: 0 auto; min-height: 60px; display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px;
        padding: 0 max(20px, env(safe-area-inset-right)) 0 max(20px, env(safe-area-inset-left));
      }
      .brand {
        display: inline-flex; align-items: center; min-height: 44px; margin-right: auto; color: var(--ink);
        font-weight: 700; font-size: 1.125rem; letter-spacing: -.01em; text-decoration: none;
      }
      header.site nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 4px; margin-left: -8px; }
      header.site nav a {
        display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-height: 44px; min-width: 44px;
        padding: 0 8px; color: var(--soft); font-size: .875rem; text-decoration: none;
      }
      header.site nav a:hover { color: var(--ink); text-decoration: underline; }

      main {
        flex: 1; width: 100%; max-width: 39rem; margin: 0 auto; display: grid; gap: 20px; align-content: start;
        padding: 28px max(20px, env(safe-area-inset-right)) 48px max(20px, env(safe-area-inset-left));
      }
      main.wide { max-width: 66rem; }
      main > * { min-width: 0; }
      footer.site {
        max-width: 66rem; width: 100%; margin: 0 auto; padding: 20px 20px 40px; color: var(--soft); font-size: .8125rem;
      }
      /* Columns that long words and phrases do not widen. */
      :is(.intro, .message, .panel, .empty, .waiting, .actions, .facts, .fact, .totals, .chosen) {
        grid-template-columns: minmax(0, 1fr);
      }
      :is(.empty, .waiting) > * { max-width: 100%; }
      .lead { color: var(--soft); }
      .small { font-size: .875rem; }
      .intro { display: grid; gap: 6px; }
      .markets { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; margin-left: -10px; font-size: .875rem; }
      .markets strong { padding: 8px 10px; }
      .entries { display: grid; gap: 14px; grid-template-columns: minmax(0, 1fr); }
      .entry { display: grid; gap: 4px; }
      .entry label { font-weight: 600; font-size: .9375rem; }
      .entry :is(input, select) {
        width: 100%; min-height: 46px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 10px;
        background: var(--page);
      }
      .entry [aria-invalid] { border: 2px solid var(--error-ink); }
      .problem { color: var(--error-ink); font-size: .875rem; }

      .panel, .card {
        background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
        box-shadow: var(--shadow);
      }
      .panel { padding: 18px clamp(14px, 5vw, 20px) 20px; display: grid; gap: 12px; }
      .panel-head {
        display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 12px; min-height: 28px;
      }
      .panel-head form { margin: -8px 0 -8px auto; }
      .panel-head form .button { padding-right: 0; }
      .panel + .panel { margin-top: -4px; }
      .facts { display: grid; gap: 14px; }
      .fact { display: grid; gap: 2px; }
      .fact dt { color: var(--soft); font-size: .8125rem; }
      address { font-style: normal; }
      address span { display: block; }

      .products { display: grid; gap: 14px; }
      .product { display: flex; flex-wrap: wrap; overflow: hidden; }
      .product figure {
        flex: 1 1 8.25rem; background: var(--sunken); padding: 14px; display: grid; place-items: center;
      }
      .product figure svg { max-height: 128px; width: auto; }
      .product > div {
        flex: 999 1 11rem; min-width: 0; padding: 16px 18px 18px; display: flex; flex-direction: column; gap: 2px;
      }
      .product p:not(.price) { color: var(--soft); font-size: .9375rem; line-height: 1.5; }
      .product form { margin-top: auto; padding-top: 10px; }
      .price { font-size: clamp(1rem, 4.2vw, 1.1875rem); font-weight: 650; font-variant-numeric: tabular-nums; margin-top: 4px; }
      .price small { font-size: .8125rem; font-weight: 400; color: var(--soft); }

      .lines { display: grid; }
      .line { display: flex; flex-wrap: wrap; gap: 8px 14px; padding: 14px 0; }
      .line + .line { border-top: 1px solid var(--line); }
      .line:first-child { padding-top: 2px; }
      .line figure {
        flex: none; width: 56px; height: 64px; border-radius: 10px; background: var(--sunken); display: grid;
        place-items: center;
      }
      .line figure svg { width: auto; max-width: 46px; max-height: 46px; }
      .line > div {
        flex: 1 1 9rem; min-width: 0; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 14px;
      }
      .line .name { flex: 1 1 auto; font-weight: 600; }
      .line .each { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
      .line .amount { margin-left: auto; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; }
      .line .edit {
        flex: 1 0 100%; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 8px;
      }
      .line .edit > .button { padding-right: 0; margin-left: auto; }
      .stepper {
        display: inline-flex; align-items: center; border: 1px solid var(--edge); border-radius: 999px;
        background: var(--surface);
      }
      .stepper button {
        min-width: 44px; min-height: 44px; border: 0; border-radius: 999px; background: none; font-size: 1.25rem; line-height: 1;
        cursor: pointer;
      }
      .stepper button:hover:not(:disabled) { background: var(--sunken); }
      .stepper button:disabled { color: var(--soft); cursor: default; opacity: .55; }
      .stepper output { min-width: 1.75rem; text-align: center; font-variant-numeric: tabular-nums; font-weight: 600; }

      .totals { display: grid; gap: 8px; font-variant-numeric: tabular-nums; }
      .totals > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; }
      .totals dt { color: var(--soft); }
      .totals dd { margin-left: auto; }
      .totals > :last-child { padding-top: 12px; font-weight: 680; font-size: 1.1875rem; }
      .totals > :last-child dt { color: inherit; }
      .totals > div + :last-child { margin-top: 4px; border-top: 1px solid var(--line); }
      .totals-note { color: var(--soft); font-size: .8125rem; text-align: right; margin-top: -8px; }

      .button {
        display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 8px 20px;
        border: 1px solid transparent; border-radius: 999px; font-weight: 600; line-height: 1.3; text-align: center;
        text-decoration: none; cursor: pointer; transition: background-color .12s, border-color .12s;
        -webkit-tap-highlight-color: transparent;
      }
      .button.primary { background: var(--accent); color: var(--on-accent); min-height: 52px; }
      .button.primary:hover { background: var(--accent-deep); color: var(--on-accent); }
      .button.secondary { background: var(--surface); color: var(--ink); border-color: var(--edge); }
      .button.secondary:hover { background: var(--sunken); }
      .button.quiet { background: none; color: var(--accent); padding: 8px 10px; font-weight: 500; }
      .button.quiet:hover { text-decoration: underline; }
      .button.full { width: 100%; }
      .picture { border: 0; padding: 0; background: none; cursor: pointer; }
      .picture img { display: block; width: 100%; max-width: 320px; min-height: 44px; margin-inline: auto; }
      .caption { display: block; padding: 4px 0 6px; font-weight: 500; text-align: center; text-wrap: balance; }
      .captioned > .button:not([hidden]) ~ .caption { display: none; }
      .picture[aria-busy="true"] { cursor: progress; opacity: .8; }
      .button:focus-visible, .stepper button:focus-visible { border-radius: 999px; }
      .button:disabled { opacity: .6; cursor: default; }
      .button[aria-busy="true"] { cursor: progress; opacity: .8; }
      .actions { display: grid; gap: 10px; }
      .actions > .button, .actions > form > .button { width: 100%; min-height: 52px; }
      .payment-options summary { min-height: 44px; display: flex; align-items: center; justify-content: center; text-align: center; cursor: pointer; color: var(--accent); }
      .payment-options .actions { padding-top: 4px; }
      .fine { color: var(--soft); font-size: .8125rem; text-align: center; text-wrap: balance; }

      .review { display: flex; flex-direction: column; gap: 20px; }
      .review > .chosen { display: grid; gap: 20px; }
      .review > .buy {
        position: sticky; bottom: 0; z-index: 1; padding: 10px 0 max(10px, env(safe-area-inset-bottom));
        background: var(--page); border-top: 1px solid var(--line); box-shadow: 0 0 0 100vmax var(--page);
        clip-path: inset(0 -100vmax);
      }
      html:has(.review > .buy) { scroll-padding-bottom: 9rem; }
      @media (max-height: 24rem) { .review > .buy { position: static; } }

      .notice {
        padding: 14px 18px; border-radius: var(--radius); background: var(--info); color: var(--info-ink);
        border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-left: 4px solid currentColor;
      }
      .notice.warning { background: var(--warn); color: var(--warn-ink); }
      .notice.error { background: var(--error); color: var(--error-ink); }
      .notice strong { display: block; font-weight: 650; }
      .notice ul { list-style: disc; padding-left: 1.2em; }
      .notice .button { margin-top: 8px; }
      .intro .notice { margin-top: 8px; }

      .waiting { display: grid; justify-items: center; gap: 16px; padding: 16px 0 4px; text-align: center; text-wrap: balance; }
      .spinner {
        width: 44px; height: 44px; border-radius: 50%; border: 4px solid var(--line); border-top-color: var(--accent);
        animation: turn 1s linear infinite;
      }
      @keyframes turn { to { transform: rotate(1turn); } }

      .empty { display: grid; justify-items: center; gap: 8px; padding: 36px 20px; text-align: center; color: var(--soft); }
      .empty h2 { color: var(--ink); }
      .message { display: grid; gap: 14px; padding: 20px 0; }
      .message .actions { margin-top: 12px; }
      .mark {
        width: 56px; height: 56px; border-radius: 50%; display: grid; place-items: center; background: var(--info);
        color: var(--info-ink);
      }
      .mark svg { width: 28px; height: 28px; }
      .number {
        font: 600 1.25rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .02em;
        user-select: all; overflow-wrap: anywhere;
      }
      code, time, .id { font-variant-numeric: tabular-nums; }
      .id, code { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; word-break: break-all; }
      .chip {
        display: inline-block; border: 1px solid var(--edge); border-radius: 999px; padding: 0 10px; font-size: .8125rem;
        font-weight: 600; line-height: 1.6rem; overflow-wrap: anywhere;
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
      .hidden {
        position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
        white-space: nowrap;
      }

      @media (min-width: 34rem) {
        .products { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 18px; }
        .product { flex-flow: column; }
        .product figure { flex: none; padding: 30px; height: 13rem; }
        .product figure svg { max-height: 148px; }
        .product > div { flex: 1; padding: 18px 20px 20px; gap: 4px; }
        .product form { padding-top: 12px; }
      }
      @media (min-width: 56rem) {
        main { padding-top: 44px; }
        h1, h1:lang(ja) { font-size: 2rem; }
        main.wide > .columns { display: grid; grid-template-columns: minmax(0, 1fr) 23rem; gap: 32px; align-items: start; }
        main.wide > .columns > aside { position: sticky; top: 24px; }
        main.wide > .review {
          display: grid; grid-template-columns: minmax(0, 1fr) 23rem; grid-template-rows: repeat(3, auto) 1fr; gap: 20px 32px;
          align-items: start;
        }
        .wide > .review > * { grid-column: 2; }
        .wide > .review > .intro { grid-column: 1 / -1; }
        .wide > .review > .chosen { grid-column: 1; grid-row: 2 / -1; }
        .wide > .review > .buy { position: static; padding: 0; border: 0; box-shadow: none; clip-path: none; }
        .actions > .button, .actions > form > .button { width: auto; min-width: 16rem; }
        :is(aside, .review) :is(.actions, .actions > form) > .button { width: 100%; }
      }
      main.wide > .columns { display: grid; gap: 20px; }
      .columns > * { display: grid; gap: 20px; align-content: start; min-width: 0; }
      @media (prefers-reduced-motion: reduce) {
        * { transition: none !important; }
        .spinner { animation: none; border-color: var(--accent); border-style: dotted; }
      }
      @media (forced-colors: active) {
        .button, .stepper, .notice { border: 1px solid ButtonText; }
      }
      @media print {
        header.site nav, .actions { display: none; }
      }

      """)
}
