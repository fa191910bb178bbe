import FerryWeb

extension Asset {
  /// The style of the reference, besides the house style.
  static let referenceStyle = Asset(
    "reference", "css", mediaType: "text/css; charset=utf-8",
    content: """
      html { scroll-padding-top: 12px; }
      main.wide { max-width: 60rem; }
      h2.group { font-size: 1.375rem; margin-top: 20px; }
      h4 { margin: 8px 0 0; font-size: .9375rem; font-weight: 650; }
      .operations { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
      .panel + .panel { margin-top: 0; }
      .panel > * { min-width: 0; overflow-wrap: anywhere; }
      code { word-break: normal; overflow-wrap: anywhere; }
      code.address { font-size: .875rem; font-weight: 600; color: var(--soft); }
      pre {
        margin: 0; padding: 12px 14px; background: var(--sunken); border-radius: 10px; white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      ol, ul.bullets { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); margin: 0; padding-left: 1.5em; }
      ul.bullets { list-style: disc; }
      .contents ul { display: grid; gap: 2px 20px; grid-template-columns: minmax(0, 1fr); }
      .contents a { display: inline-block; max-width: 100%; padding: 4px 0; overflow-wrap: anywhere; }
      .contents code.address { display: block; }
      .contents ul.names { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); }
      .fields { display: grid; gap: 0; grid-template-columns: minmax(0, 1fr); }
      .fields > div { padding: 8px 0; border-top: 1px solid var(--line); }
      .fields dt { font-weight: 650; }
      .fields dt code { font-weight: 650; font-size: .875rem; }
      .fields dd { display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
      .fields dd.kind { display: block; }
      .kind { color: var(--soft); font-size: .875rem; }
      .limits { color: var(--soft); font-size: .875rem; }
      .fields .fields { margin-left: 14px; }
      summary { display: inline-flex; align-items: center; min-height: 32px; cursor: pointer; color: var(--accent); }
      .panel:target { border-color: var(--accent); }
      @media (min-width: 48rem) {
        .contents ul:not(.names) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      }
      @media print {
        .contents { display: none; }
      }

      """)
}
