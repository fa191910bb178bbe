import FerryCore

/// The texts of the gateway's pages.
struct PageText {
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
}
