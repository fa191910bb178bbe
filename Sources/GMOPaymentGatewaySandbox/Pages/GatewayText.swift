import FerryCore

/// The texts of the gateway's pages and console.
struct GatewayText {
  let language: Language

  func callAsFunction(_ english: String, _ japanese: String, _ spanish: String, _ swedish: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  var sandbox: String { self("Sandbox", "サンドボックス", "Sandbox", "Sandlåda") }
  var noMoney: String {
    self(
      "This is a test. No money moves.", "テスト環境です。実際の支払いは発生しません。", "Esto es una prueba. No se mueve dinero.",
      "Det här är ett test. Inga pengar flyttas.")
  }
  var footer: String {
    self(
      "A sandbox of GMO Payment Gateway, for tests. It is not GMO.", "テスト用の GMO ペイメントゲートウェイの代役です。GMO ではありません。",
      "Un sandbox de GMO Payment Gateway, para pruebas. No es GMO.",
      "En sandlåda för GMO Payment Gateway, för tester. Det är inte GMO.")
  }
  var running: String {
    self(
      "The sandbox of GMO Payment Gateway is running", "GMO ペイメントゲートウェイのサンドボックスが動作しています",
      "El sandbox de GMO Payment Gateway está funcionando", "Sandlådan för GMO Payment Gateway är igång")
  }
  var console: String { self("Sandbox console", "サンドボックス コンソール", "Consola del sandbox", "Sandlådans konsol") }

  // Start page

  var noGet: String {
    self(
      "Only a form leads here", "フォームからの POST だけを受け付けます", "Aquí solo llega un formulario", "Hit leder bara ett formulär"
    )
  }
  var noGetNote: String {
    self(
      "The shop's page has to post AccessID and Token to this address.", "ショップのページから AccessID と Token を POST してください。",
      "La página de la tienda debe enviar AccessID y Token con POST.",
      "Butikens sida måste skicka AccessID och Token till den här adressen med POST.")
  }
  var refused: String {
    self("The payment cannot start", "お支払いを開始できません", "El pago no puede comenzar", "Betalningen kan inte starta")
  }
  var unknownStart: String {
    self(
      "No transaction has these fields. If Token came through a form decoder, its plus signs are lost.",
      "該当する取引がありません。Token をフォームデコードすると「+」が失われます。",
      "Ninguna transacción tiene estos campos. Si Token pasó por un decodificador de formularios, perdió sus signos más.",
      "Ingen transaktion har de här fälten. Om Token gick genom en formuläravkodare har dess plustecken försvunnit.")
  }
  var spentStart: String {
    self(
      "This payment was started already. Go back to the shop.", "このお支払いはすでに開始されています。ショップへお戻りください。",
      "Este pago ya se inició. Vuelva a la tienda.", "Betalningen har redan startats. Gå tillbaka till butiken.")
  }
  var expired: String {
    self("This payment has expired", "お支払いの有効期限が切れました", "Este pago venció", "Betalningens tid har gått ut")
  }
  var expiredNote: String {
    self(
      "Nothing was charged. Start again from the shop.", "支払いは発生していません。ショップからもう一度お手続きください。",
      "No se cobró nada. Comience de nuevo desde la tienda.", "Inga pengar har dragits. Börja om från butiken.")
  }

  // Challenge

  var challenge: String { self("Confirm that it is you", "ご本人確認", "Confirme que es usted", "Bekräfta att det är du") }
  var confirm: String { self("Confirm the payment", "支払いを承認する", "Confirmar el pago", "Bekräfta betalningen") }
  var decline: String { self("Do not pay", "支払わない", "No pagar", "Betala inte") }

  // Return

  var returning: String { self("Back to the shop", "ショップへ戻ります", "De vuelta a la tienda", "Tillbaka till butiken") }
  var returningNote: String {
    self("You will be taken back in a moment.", "まもなく自動的に戻ります。", "En un momento volverá.", "Du skickas strax tillbaka.")
  }
  var returnNow: String { self("Continue", "次へ進む", "Continuar", "Fortsätt") }
  var stuck: String { self("The way ends here", "ここで止まります", "El camino termina aquí", "Vägen slutar här") }
  var stuckNote: String {
    self(
      "A planned fault keeps this page from going on.", "計画された障害により、このページは先へ進みません。",
      "Una falla planeada impide que esta página continúe.", "Ett planerat fel hindrar sidan från att gå vidare.")
  }
  var over: String { self("This payment is over", "このお支払いは終了しました", "Este pago ya terminó", "Betalningen är avslutad") }
  var overNote: String {
    self(
      "You can close this page and go back to the shop.", "このページを閉じて、ショップへお戻りください。",
      "Puede cerrar esta página y volver a la tienda.", "Du kan stänga sidan och gå tillbaka till butiken.")
  }
  var noPage: String { self("There is nothing here", "ページが見つかりません", "Aquí no hay nada", "Här finns ingenting") }
  var noPageNote: String {
    self(
      "The address may be mistyped.", "アドレスが間違っている可能性があります。", "Puede que la dirección esté mal escrita.",
      "Adressen kan vara felskriven.")
  }

  // Console

  var noTransactions: String {
    self(
      "No transaction has been entered yet.", "まだ取引がありません。", "Todavía no hay transacciones.",
      "Det finns ingen transaktion än.")
  }
  var transaction: String { self("Transaction", "取引", "Transacción", "Transaktion") }
  var checkoutSession: String {
    self("Checkout session at Amazon", "Amazon のチェックアウトセッション", "Sesión en Amazon", "Session hos Amazon")
  }
  var permission: String {
    self("Charge permission at Amazon", "Amazon の支払い許可", "Permiso de cobro en Amazon", "Betalningstillstånd hos Amazon")
  }
  var amount: String { self("Amount and tax", "金額・税送料", "Valor e impuesto", "Belopp och moms") }
  var captured: String { self("captured", "売上", "cobrado", "debiterat") }
  var refunded: String { self("refunded", "返金", "reembolsado", "återbetalat") }
  var job: String { "JobCd" }
  var steps: String { self("What happened", "履歴", "Historia", "Historik") }
  var received: String { self("Texts as they came", "受け取った文字列", "Textos tal como llegaron", "Texter som de kom") }
  var reasons: String { self("Reason of each code", "コードごとの理由", "Motivo de cada código", "Orsak till varje kod") }
  var bytes: String { self("bytes", "バイト列", "bytes", "byte") }
  var reading: String {
    self("read as Windows-31J", "Windows-31J として読むと", "leído como Windows-31J", "läst som Windows-31J")
  }
  var readingJSON: String { self("text", "文字列", "texto", "text") }
  var utf8Hint: String {
    self(
      "As UTF-8 the bytes are:", "UTF-8 として読むと：", "Como UTF-8, los bytes son:", "Som UTF-8 är byten:")
  }
  var utf8Advice: String {
    self(
      "The shop sends UTF-8. The gateway reads Windows-31J: encode the text in Windows-31J before percent-encoding it.",
      "ショップは UTF-8 で送っています。ゲートウェイは Windows-31J として読みます。Windows-31J に変換してからパーセントエンコードしてください。",
      "La tienda envía UTF-8. La pasarela lee Windows-31J: convierta el texto antes de codificarlo con porcentajes.",
      "Butiken skickar UTF-8. Gatewayen läser Windows-31J: koda texten i Windows-31J före procentkodningen.")
  }
  var malformed: String {
    self(
      "Some bytes are no Windows-31J.", "Windows-31J として正しくないバイトがあります。", "Algunos bytes no son Windows-31J.",
      "Några byte är inte Windows-31J.")
  }
  var acts: String { self("Actions in the console", "管理画面の操作", "Acciones en la consola", "Åtgärder i konsolen") }
  var actsNote: String {
    self(
      "What a merchant does at the gateway outside the API.", "API を使わずに管理画面で行う操作です。",
      "Lo que un comercio hace en la pasarela fuera del API.", "Det en butik gör hos gatewayen utanför API:et.")
  }
  var connectivity: String {
    self(
      "Send a test of the connection", "疎通テストを送信する", "Enviar una prueba de conexión", "Skicka ett test av anslutningen")
  }
  func unexpectedReply(_ order: String, _ reply: String) -> String {
    self(
      "\(order): the receiver answered \(reply). The whole body has to be 0, with the status 200.",
      "\(order)：受信側の応答は \(reply) でした。ステータス 200、本文は 0 だけを返してください。",
      "\(order): el receptor respondió \(reply). El cuerpo entero debe ser 0, con el estado 200.",
      "\(order): mottagaren svarade \(reply). Hela svaret måste vara 0, med status 200.")
  }

  func name(_ act: ConsoleAct) -> String {
    switch act {
    case .refund: self("Refund", "返金する", "Reembolsar", "Återbetala")
    case .capture: self("Capture", "売上を確定する", "Cobrar", "Debitera")
    case .cancel: self("Release", "取り消す", "Liberar", "Frigör")
    case .approve:
      self("Approve the pending card", "保留中のカードを承認する", "Aprobar la tarjeta pendiente", "Godkänn kortet som väntar")
    case .decline:
      self("Decline the pending card", "保留中のカードを拒否する", "Rechazar la tarjeta pendiente", "Neka kortet som väntar")
    case .payOut: self("End the refund now", "返金を完了する", "Terminar el reembolso", "Slutför återbetalningen nu")
    case .failRefund:
      self("Let the refund fail", "返金を失敗させる", "Hacer fallar el reembolso", "Låt återbetalningen misslyckas")
    }
  }
}
