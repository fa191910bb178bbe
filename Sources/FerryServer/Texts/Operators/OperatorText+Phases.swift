import FerryCheckout
import FerryCore

// MARK: Phases

extension OperatorText {
  static func phase(_ phase: PhaseName) -> Self {
    switch phase {
    case .open: Self("open", ja: "開始前", es: "abierto", sv: "öppen")
    case .selecting: Self("selecting", ja: "選択中", es: "eligiendo", sv: "väljer")
    case .reviewing: Self("reviewing", ja: "確認中", es: "revisando", sv: "granskar")
    case .authorizing: Self("authorizing", ja: "手続き開始", es: "autorizando", sv: "auktoriseras")
    case .paying: Self("paying", ja: "支払い中", es: "pagando", sv: "betalar")
    case .settling: Self("confirming", ja: "確認待ち", es: "confirmando", sv: "bekräftas")
    case .closing: Self("closing", ja: "終了処理中", es: "cerrando", sv: "avslutas")
    case .paid: Self("paid", ja: "支払い済み", es: "pagado", sv: "betald")
    case .declined: Self("declined", ja: "拒否", es: "rechazado", sv: "nekad")
    case .cancelled: Self("cancelled", ja: "キャンセル", es: "cancelado", sv: "avbruten")
    case .expired: Self("expired", ja: "期限切れ", es: "vencido", sv: "utgången")
    case .held: Self("held", ja: "保留", es: "retenido", sv: "stoppad")
    case .unrecognised(let name): Self(name, ja: name, es: name, sv: name)
    }
  }

  /// The next step of a checkout, and who takes it.
  static func nextStep(_ phase: PhaseName) -> Self {
    switch phase {
    case .open, .selecting, .reviewing, .unrecognised:
      Self(
        "The buyer is shopping. No money has moved. The checkout expires by itself if they leave.",
        ja: "購入者が操作中です。お金は動いていません。購入者が離れた場合は自動で期限切れになります。",
        es: "El comprador está comprando. No se ha movido dinero. Si se va, el pago vence por sí solo.",
        sv: "Köparen handlar. Inga pengar har flyttats. Betalningen går ut av sig själv om köparen går.")
    case .authorizing:
      Self(
        "The server asks the provider for its payment page. Nothing is to be done.",
        ja: "決済事業者に支払いページを要求しています。操作は必要ありません。",
        es: "El servidor pide al proveedor su página de pago. No hay que hacer nada.",
        sv: "Servern ber leverantören om betalsidan. Inget behöver göras.")
    case .paying:
      Self(
        "The buyer is on the provider's payment page. If they do not come back, the server asks the provider.",
        ja: "購入者は決済事業者の支払いページにいます。戻らない場合は、サーバーが決済事業者に問い合わせます。",
        es: "El comprador está en la página de pago del proveedor. Si no vuelve, el servidor pregunta al proveedor.",
        sv: "Köparen är på leverantörens betalsida. Om köparen inte kommer tillbaka frågar servern leverantören.")
    case .settling:
      Self(
        "The server confirms the payment with the provider. It may take days for some means of payment. Ship nothing yet.",
        ja: "サーバーが決済事業者に支払いを確認しています。支払い方法によっては数日かかります。まだ発送しないでください。",
        es: "El servidor confirma el pago con el proveedor. Con algunos medios tarda días. No envíe nada todavía.",
        sv: "Servern bekräftar betalningen med leverantören. Med vissa betalsätt tar det dagar. Skicka inget än.")
    case .closing:
      Self(
        "The checkout ends, and the server asks the provider if money has moved. Nothing is to be done.",
        ja: "終了処理中です。お金が動いたかどうかを決済事業者に確認しています。操作は必要ありません。",
        es: "El pago termina, y el servidor pregunta al proveedor si se movió dinero. No hay que hacer nada.",
        sv: "Betalningen avslutas, och servern frågar leverantören om pengar har flyttats. Inget behöver göras.")
    case .paid:
      Self(
        "The order is paid. Deliver it, and capture what is only authorized.",
        ja: "お支払い済みです。商品を発送し、未確定の売上があれば確定してください。",
        es: "El pedido está pagado. Entréguelo, y capture lo que solo está autorizado.",
        sv: "Ordern är betald. Leverera den, och debitera det som bara är reserverat.")
    case .declined:
      Self(
        "The provider has declined. The buyer may pay the order in another way.",
        ja: "決済事業者に拒否されました。購入者は別の方法で支払えます。",
        es: "El proveedor lo rechazó. El comprador puede pagar el pedido de otra manera.",
        sv: "Leverantören nekade. Köparen kan betala ordern på ett annat sätt.")
    case .cancelled:
      Self(
        "It was cancelled without a payment. Nothing is to be done.", ja: "支払いなしでキャンセルされました。操作は必要ありません。",
        es: "Se canceló sin pago. No hay que hacer nada.", sv: "Den avbröts utan betalning. Inget behöver göras.")
    case .expired:
      Self(
        "It expired without a payment. Nothing is to be done.", ja: "支払いなしで期限切れになりました。操作は必要ありません。",
        es: "Venció sin pago. No hay que hacer nada.", sv: "Den gick ut utan betalning. Inget behöver göras.")
    case .held:
      Self(
        "A person decides. Nothing is captured until then, and the buyer reads that the payment is being checked.",
        ja: "担当者の判断が必要です。それまで売上は確定されず、購入者には確認中と表示されます。",
        es: "Decide una persona. Hasta entonces no se captura nada, y el comprador lee que el pago se está revisando.",
        sv: "En människa beslutar. Inget debiteras innan dess, och köparen läser att betalningen kontrolleras.")
    }
  }

  static func holdReason(_ reason: HoldReason) -> Self {
    switch reason {
    case .amountMismatch:
      Self(
        "The provider's amount or currency is not the one that was asked for. Compare both before you decide.",
        ja: "決済事業者の金額または通貨が、要求したものと異なります。両方を比べてから判断してください。",
        es: "El importe o la moneda del proveedor no es lo que se pidió. Compare ambos antes de decidir.",
        sv: "Leverantörens belopp eller valuta är inte det som begärdes. Jämför innan du beslutar.")
    case .contradiction:
      Self(
        "The provider has reported two things that exclude each other. Look at the payment in its console.",
        ja: "決済事業者から矛盾する報告がありました。決済事業者の管理画面で支払いをご確認ください。",
        es: "El proveedor informó dos cosas que se excluyen. Mire el pago en su consola.",
        sv: "Leverantören har rapporterat två saker som utesluter varandra. Se betalningen i dess konsol.")
    case .lateMoney:
      Self(
        "Money came for an order that is paid already or over, and returning it failed.",
        ja: "支払い済みまたは終了した注文に入金があり、返金に失敗しました。",
        es: "Llegó dinero para un pedido ya pagado o terminado, y no se pudo devolver.",
        sv: "Pengar kom för en order som redan är betald eller avslutad, och återbetalningen misslyckades.")
    case .unknownOutcome:
      Self(
        "A request was sent, and its outcome cannot be found out. Look at the payment in the provider's console.",
        ja: "送信した要求の結果を確認できません。決済事業者の管理画面で支払いをご確認ください。",
        es: "Se envió una solicitud y no se puede averiguar el resultado. Mire el pago en la consola del proveedor.",
        sv: "Ett anrop skickades och utfallet går inte att ta reda på. Se betalningen i leverantörens konsol.")
    case .undecided:
      Self(
        "The provider takes longer to decide than it states. It is asked on, and its decision counts when it comes.",
        ja: "決済事業者の判断が通常より遅れています。問い合わせは続き、判断が届けば反映されます。",
        es: "El proveedor tarda más de lo que indica. Se le sigue preguntando, y su decisión vale cuando llegue.",
        sv:
          "Leverantören tar längre tid än den anger. Den tillfrågas fortfarande, och dess beslut gäller när det kommer."
      )
    }
  }
}
