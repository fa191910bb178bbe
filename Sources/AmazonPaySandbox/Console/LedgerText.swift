import FerryCore
import FerrySandbox

/// The console's words about Amazon Pay's objects.
extension ConsoleText {
  init(_ language: Language) { self.init(language: language, provider: "Amazon Pay") }

  var noPayments: String {
    pick(
      "No checkout has begun yet. It appears here with the first press of a button, or the first Create Checkout Session.",
      "まだ手続きがありません。ボタンが押されるか、Create Checkout Session が呼ばれると、ここに表示されます。",
      "Todavía no ha comenzado ninguna compra. Aparece aquí cuando se pulsa un botón por primera vez o con la primera llamada a Create Checkout Session.",
      "Inget köp har påbörjats än. Det visas här när en knapp trycks första gången, eller med det första Create Checkout Session."
    )
  }
  var noOrder: String { pick("no order number", "注文番号なし", "sin número de pedido", "inget ordernummer") }
  var session: String { pick("Checkout session", "チェックアウトセッション", "Checkout session", "Checkout session") }
  var permission: String { pick("Charge permission", "チャージパーミッション", "Charge permission", "Charge permission") }
  var charge: String { pick("Charge", "チャージ", "Cargo", "Debitering") }
  var refund: String { pick("Refund", "返金", "Reembolso", "Återbetalning") }
  var chargeback: String { pick("Chargeback", "チャージバック", "Contracargo", "Chargeback") }
  var captured: String { pick("Captured", "売上請求済み", "Capturado", "Debiterat") }
  var refunded: String { pick("Refunded", "返金済み", "Reembolsado", "Återbetalat") }
  var left: String { pick("Left to charge", "請求可能残高", "Por cobrar", "Kvar att debitera") }
  var waitsFor: String { pick("Waits for", "未設定の項目", "Le falta", "Väntar på") }
  var answer: String { pick("As the API answers it", "API の応答", "Como la responde la API", "Som API:et svarar") }
  var actions: String { pick("Beside the API", "API 以外の操作", "Fuera de la API", "Utanför API:et") }
  var actionsNote: String {
    pick(
      "What happens in Seller Central, in the buyer's account, at Amazon or at the bank. The shop hears of it by a "
        + "notification, or when it asks.",
      "セラーセントラル、お客様のアカウント、Amazon、銀行で行われる操作です。ショップは通知、または照会によって知ります。",
      "Lo que pasa en Seller Central, en la cuenta del comprador, en Amazon o en el banco. La tienda se entera por una notificación, o cuando pregunta.",
      "Det som händer i Seller Central, på köparens konto, hos Amazon eller hos banken. Butiken får veta det genom en avisering, eller när den frågar."
    )
  }

  func name(of action: ConsoleForm.Action) -> String {
    switch action {
    case .refund: pick("Refund", "返金する", "Reembolsar", "Återbetala")
    case .declineRefundLate:
      pick(
        "Refund, declined in the end", "返金する（最後に却下される）", "Reembolsar, con rechazo al final",
        "Återbetala, nekas till slut")
    case .capture: pick("Capture", "売上請求する", "Capturar", "Debitera")
    case .cancelByMerchant: pick("Cancel, as merchant", "取り消す（販売者）", "Cancelar como comercio", "Avbryt som butik")
    case .cancelByBuyer: pick("Cancel, as buyer", "取り消す（お客様）", "Cancelar como comprador", "Avbryt som köpare")
    case .cancelByAmazon: pick("Cancel, as Amazon", "取り消す（Amazon）", "Cancelar como Amazon", "Avbryt som Amazon")
    case .approve: pick("Let it succeed now", "今すぐ成功させる", "Aprobarlo ahora", "Godkänn nu")
    case .decline: pick("Decline it now", "今すぐ却下する", "Rechazarlo ahora", "Neka nu")
    case .chargeback: pick("Charge back", "チャージバックする", "Hacer un contracargo", "Gör en chargeback")
    case .closeByMerchant: pick("Close, as merchant", "クローズする（販売者）", "Cerrar como comercio", "Stäng som butik")
    case .closeByBuyer: pick("Close, as buyer", "クローズする（お客様）", "Cerrar como comprador", "Stäng som köpare")
    case .closeByAmazon: pick("Close, as Amazon", "クローズする（Amazon）", "Cerrar como Amazon", "Stäng som Amazon")
    case .expireCard: pick("Let the card expire", "カードを期限切れにする", "Dejar vencer la tarjeta", "Låt kortet gå ut")
    case .renewCard: pick("Give a valid card", "有効なカードに戻す", "Dar una tarjeta vigente", "Ange ett giltigt kort")
    }
  }

  // Subscriptions

  func address(_ url: String) -> String {
    pick("Sent to \(url)", "通知先: \(url)", "Se envía a \(url)", "Skickas till \(url)")
  }
  var confirmed: String {
    pick(
      "The address has confirmed the subscription.", "通知先は購読を確認済みです。", "La dirección confirmó la suscripción.",
      "Adressen har bekräftat prenumerationen.")
  }
  var unconfirmed: String {
    pick(
      "The address has not confirmed the subscription. Notifications are sent all the same.",
      "通知先はまだ購読を確認していません。通知は送信されます。",
      "La dirección no ha confirmado la suscripción. Las notificaciones se envían de todas maneras.",
      "Adressen har inte bekräftat prenumerationen. Aviseringar skickas ändå.")
  }
}
