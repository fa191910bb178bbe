import FerryCheckout
import FerryCore
import FerryWeb

// MARK: Refusals

extension OperatorText {
  /// Why an action is not possible, and what to do.
  static func refusal(_ refusal: Refusal, _ language: Language) -> Self {
    func amount(_ money: Money) -> String { money.display(language) }
    switch refusal {
    case .operationUnderWay:
      return Self(
        "Another operation on this payment is under way. Try again when it has ended.", ja: "別の操作が処理中です。終了してからお試しください。",
        es: "Otra operación sobre este pago está en curso. Intente cuando termine.",
        sv: "En annan åtgärd på betalningen pågår. Försök igen när den är klar.")
    case .amountExceeded(let left):
      let left = amount(left)
      return Self(
        "That is more than is left: \(left).", ja: "残額\(left)を超えています。", es: "Es más de lo que queda: \(left).",
        sv: "Det är mer än vad som är kvar: \(left).")
    case .capturedInWhole(let whole):
      let whole = amount(whole)
      return Self(
        "This provider allows no partial capture. Capture \(whole).", ja: "この決済事業者では一部のみの確定はできません。\(whole)を確定してください。",
        es: "Este proveedor no permite capturas parciales. Capture \(whole).",
        sv: "Leverantören tillåter ingen delvis debitering. Debitera \(whole).")
    case .refundedInWhole(let whole, until: let end):
      let (whole, end) = (amount(whole), end.map { TimeText($0).text })
      return Self(
        end.map { "Until \($0) this provider refunds in whole only. Refund \(whole), or wait." }
          ?? "This provider refunds in whole only. Refund \(whole).",
        ja: end.map { "\($0)までは全額返金のみ可能です。\(whole)を返金するか、お待ちください。" } ?? "全額返金のみ可能です。\(whole)を返金してください。",
        es: end.map { "Hasta el \($0) este proveedor solo reembolsa el total. Reembolse \(whole), o espere." }
          ?? "Este proveedor solo reembolsa el total. Reembolse \(whole).",
        sv: end.map { "Till \($0) återbetalar leverantören bara hela beloppet. Återbetala \(whole), eller vänta." }
          ?? "Leverantören återbetalar bara hela beloppet. Återbetala \(whole).")
    case .nothingLeft(let shortage): return nothingLeft(shortage)
    case .invalidAmount:
      return Self(
        "The amount must be above zero.", ja: "金額は0より大きくしてください。", es: "El importe debe ser mayor que cero.",
        sv: "Beloppet måste vara större än noll.")
    case .orderPaid:
      return Self(
        "Another checkout has paid this order. The money of this one can only be returned.",
        ja: "この注文は別の決済で支払い済みです。この決済のお金は返金のみ可能です。",
        es: "Otro pago pagó este pedido. El dinero de este solo se puede devolver.",
        sv: "En annan betalning har betalat ordern. Pengarna i den här kan bara återbetalas.")
    case .nothingToAccept:
      return Self(
        "There is no money that could be accepted. Ask the provider again, or return the money.",
        ja: "受け入れられる入金がありません。決済事業者に再度問い合わせるか、返金してください。",
        es: "No hay dinero que aceptar. Pregunte de nuevo al proveedor, o devuelva el dinero.",
        sv: "Det finns inga pengar att godkänna. Fråga leverantören igen, eller återbetala.")
    case .notOverdue:
      return Self(
        "Nothing takes longer than it should. Wait, or ask the provider.", ja: "遅延はありません。お待ちになるか、決済事業者に問い合わせてください。",
        es: "Nada tarda más de lo debido. Espere, o pregunte al proveedor.",
        sv: "Inget tar längre tid än det borde. Vänta, eller fråga leverantören.")
    case .operationUndecided:
      return Self(
        "The outcome of an operation is unknown. Decide first whether it was done.",
        ja: "結果が不明な操作があります。先に、実行されたかどうかを判断してください。",
        es: "El resultado de una operación es desconocido. Decida primero si se hizo.",
        sv: "Utfallet av en åtgärd är okänt. Besluta först om den utfördes.")
    case .operationNotFound:
      return Self(
        "The payment has no such operation.", ja: "この支払いにその操作はありません。", es: "El pago no tiene esa operación.",
        sv: "Betalningen har ingen sådan åtgärd.")
    case .operationNotUnknown:
      return Self(
        "The outcome of no operation is unknown. There is nothing to decide.", ja: "結果が不明な操作はありません。判断は必要ありません。",
        es: "Ninguna operación tiene un resultado desconocido. No hay nada que decidir.",
        sv: "Ingen åtgärd har ett okänt utfall. Det finns inget att besluta.")
    case .operationNotConcerned:
      return Self(
        "This decision is about the whole checkout, not about one operation.", ja: "この判断は決済全体に関するもので、個々の操作には使えません。",
        es: "Esta decisión es sobre el pago entero, no sobre una operación.",
        sv: "Det här beslutet gäller hela betalningen, inte en enskild åtgärd.")
    case .amountNotConcerned:
      return Self(
        "This decision takes no amount.", ja: "この判断では金額を指定できません。", es: "Esta decisión no lleva importe.",
        sv: "Det här beslutet tar inget belopp.")
    case .amountDiffers(let asked, let reported):
      let (asked, reported) = (amount(asked), amount(reported))
      return Self(
        "The provider reports \(reported), and \(asked) was asked for. Name \(reported).",
        ja: "要求した金額は\(asked)ですが、決済事業者の報告額は\(reported)です。\(reported)を指定してください。",
        es: "Se pidió \(asked) y el proveedor informa \(reported). Indique \(reported).",
        sv: "\(asked) begärdes, och leverantören rapporterar \(reported). Ange \(reported).")
    case .totalDiffers(let rise):
      let rise = amount(rise)
      return Self(
        "The provider's total has risen by \(rise) since the operation was requested. Name an amount up to that, or ask the provider again.",
        ja: "操作の要求後、決済事業者の合計額は\(rise)増えています。それ以下の金額を指定するか、決済事業者に再度問い合わせてください。",
        es:
          "El total del proveedor subió \(rise) desde que se pidió la operación. Indique un importe de hasta eso, o pregunte de nuevo al proveedor.",
        sv:
          "Leverantörens summa har stigit med \(rise) sedan åtgärden begärdes. Ange ett belopp upp till det, eller fråga leverantören igen."
      )
    case .wrongPhase, .reviewChanged, .operationReused, .money:
      return Self(
        "The checkout's state does not allow it, or has changed meanwhile. Look at it again.",
        ja: "現在の状態ではできないか、状態が変わりました。もう一度ご確認ください。",
        es: "El estado del pago no lo permite, o cambió mientras tanto. Mírelo de nuevo.",
        sv: "Betalningens status tillåter det inte, eller har ändrats. Titta på den igen.")
    }
  }

  private static func nothingLeft(_ shortage: Refusal.Shortage) -> Self {
    switch shortage {
    case .notAuthorized:
      Self(
        "Nothing is authorized yet: the provider is still deciding.", ja: "まだ与信されていません。決済事業者が判断中です。",
        es: "Todavía no hay nada autorizado: el proveedor está decidiendo.",
        sv: "Inget är reserverat än: leverantören beslutar.")
    case .captured:
      Self("All of it is captured.", ja: "すべて確定済みです。", es: "Todo está capturado.", sv: "Allt är debiterat.")
    case .released(.lapsed):
      Self(
        "The authorization has lapsed. The buyer must pay again.", ja: "与信の期限が切れました。購入者の再度の支払いが必要です。",
        es: "La autorización caducó. El comprador debe pagar de nuevo.",
        sv: "Reservationen har upphört. Köparen måste betala igen.")
    case .released:
      Self(
        "The authorization is released: nothing is held any more.", ja: "与信は取り消され、保留中の金額はありません。",
        es: "La autorización está liberada: ya no hay nada retenido.",
        sv: "Reservationen är frisläppt: inget hålls längre.")
    case .declined:
      Self(
        "The provider has refused the payment.", ja: "決済事業者が支払いを拒否しました。", es: "El proveedor rechazó el pago.",
        sv: "Leverantören har nekat betalningen.")
    case .notCaptured:
      Self(
        "Nothing is captured, so there is nothing to refund. Void the authorization instead.",
        ja: "売上が確定していないため、返金できません。代わりに与信を取り消してください。",
        es: "No hay nada capturado que reembolsar. Anule la autorización.",
        sv: "Inget är debiterat, så det finns inget att återbetala. Frisläpp reservationen i stället.")
    case .refunded:
      Self(
        "All of it is refunded, or being refunded.", ja: "すべて返金済み、または返金処理中です。",
        es: "Todo está reembolsado, o en proceso.", sv: "Allt är återbetalat, eller på väg.")
    }
  }
}
