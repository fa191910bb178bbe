internal import FerryCore

/// The phone's own texts, in its owner's language.
struct DeviceTexts: Sendable {
  let done, swipeDown, openInSafari, reload: String
  /// Names an app.
  let question: TextOf<String>
  let cancel, open, nothingStolen: String
  let stolen: TextOf<Int>
  let approve, nothingToApprove: String
}

extension DeviceTexts {
  static let english = DeviceTexts(
    done: "Done", swipeDown: "Swipe down", openInSafari: "Open in Safari", reload: "Reload",
    question: { "Open this page in “\($0)”?" }, cancel: "Cancel", open: "Open", nothingStolen: "Nothing stolen yet.",
    stolen: { "Stolen links: \($0)" }, approve: "Approve the payment",
    nothingToApprove: "There is nothing to approve.")

  static let japanese = DeviceTexts(
    done: "完了", swipeDown: "下にスワイプ", openInSafari: "Safariで開く", reload: "再読み込み", question: { "このページを“\($0)”で開きますか？" },
    cancel: "キャンセル", open: "開く", nothingStolen: "まだ何も盗まれていません。", stolen: { "盗まれたリンク：\($0)" }, approve: "お支払いを承認する",
    nothingToApprove: "承認するものはありません。")

  static let spanish = DeviceTexts(
    done: "Listo", swipeDown: "Deslizar hacia abajo", openInSafari: "Abrir en Safari", reload: "Recargar",
    question: { "¿Abrir esta página en “\($0)”?" }, cancel: "Cancelar", open: "Abrir",
    nothingStolen: "Todavía no se ha robado nada.", stolen: { "Enlaces robados: \($0)" }, approve: "Aprobar el pago",
    nothingToApprove: "No hay nada que aprobar.")

  static let swedish = DeviceTexts(
    done: "Klar", swipeDown: "Svep nedåt", openInSafari: "Öppna i Safari", reload: "Ladda om",
    question: { "Öppna sidan i ”\($0)”?" }, cancel: "Avbryt", open: "Öppna", nothingStolen: "Inget är stulet än.",
    stolen: { "Stulna länkar: \($0)" }, approve: "Godkänn betalningen",
    nothingToApprove: "Det finns inget att godkänna.")
}

extension Language {
  var deviceTexts: Texts<DeviceTexts> { Self.deviceTexts[self] }

  private static let deviceTexts = Translations<Texts<DeviceTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
