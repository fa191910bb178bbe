import FerryCore
import FerrySandbox

struct PageText {
  let language: Language

  private func pick(_ english: String, _ japanese: String, _ spanish: String, _ swedish: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  var sandbox: String { pick("Sandbox", "サンドボックス", "Sandbox", "Sandlåda") }
  var noMoney: String {
    pick(
      "This is a test. No money moves.", "テスト環境です。実際の支払いは発生しません。", "Esto es una prueba. No se mueve dinero.",
      "Det här är ett test. Inga pengar flyttas.")
  }
  var footer: String {
    pick(
      "A sandbox of Amazon Pay, for tests. It is not Amazon.", "テスト用の Amazon Pay の代役です。Amazon ではありません。",
      "Un sandbox de Amazon Pay, para pruebas. No es Amazon.",
      "En sandlåda för Amazon Pay, för tester. Det är inte Amazon.")
  }

  // Sign-in

  var signIn: String { pick("Sign in", "サインイン", "Iniciar sesión", "Logga in") }
  func signInLead(_ shop: String) -> String {
    pick("to pay at \(shop)", "\(shop) でのお支払い", "para pagar en \(shop)", "för att betala hos \(shop)")
  }
  func shareLead(_ shop: String) -> String {
    pick(
      "\(shop) asks who you are. Nothing is paid.", "\(shop) がお客様情報の共有を求めています。支払いは発生しません。",
      "\(shop) pregunta quién es usted. No se paga nada.", "\(shop) frågar vem du är. Inget betalas.")
  }
  var anyone: String {
    pick(
      "Anyone can sign in: choose a test buyer, or enter any e-mail address and any password.",
      "どなたでもサインインできます。テスト用のお客様を選ぶか、任意のメールアドレスとパスワードを入力してください。",
      "Cualquiera puede iniciar sesión: elija un comprador de prueba, o escriba cualquier correo electrónico y cualquier contraseña.",
      "Vem som helst kan logga in: välj en testköpare eller ange valfri e-postadress och valfritt lösenord.")
  }
  var readyBuyers: String { pick("Test buyers", "テスト用のお客様", "Compradores de prueba", "Testköpare") }
  var otherAccount: String { pick("Another account", "別のアカウント", "Otra cuenta", "Ett annat konto") }
  var email: String { pick("E-mail address", "メールアドレス", "Correo electrónico", "E-postadress") }
  var password: String { pick("Password", "パスワード", "Contraseña", "Lösenord") }
  var badEmail: String {
    pick(
      "Enter an e-mail address, such as me@example.test.", "me@example.test のようなメールアドレスを入力してください。",
      "Escriba un correo electrónico, por ejemplo me@example.test.",
      "Ange en e-postadress, till exempel me@example.test.")
  }
  func signedIn(_ name: String) -> String {
    pick("Signed in as \(name)", "\(name) としてサインイン中", "Sesión iniciada como \(name)", "Inloggad som \(name)")
  }
  var signOut: String { pick("Sign out", "サインアウト", "Cerrar sesión", "Logga ut") }

  // Selection

  var select: String { pick("Address and payment", "お届け先とお支払い方法", "Dirección y pago", "Adress och betalning") }
  var selectPayment: String { pick("Payment", "お支払い方法", "Pago", "Betalning") }
  var selectAddress: String { pick("Address", "お届け先", "Dirección", "Adress") }
  func selectLead(_ shop: String) -> String {
    pick(
      "Nothing is paid yet: \(shop) shows you the order first.", "まだ支払いは確定しません。この後 \(shop) で注文内容を確認できます。",
      "Todavía no se paga nada: primero \(shop) le muestra el pedido.",
      "Inget betalas än: \(shop) visar dig ordern först.")
  }
  func selectAndPayLead(_ shop: String) -> String {
    pick(
      "With the next step you pay \(shop).", "次へ進むと \(shop) への支払いが確定します。",
      "Con el siguiente paso usted paga a \(shop).", "Med nästa steg betalar du \(shop).")
  }
  var shipTo: String { pick("Ship to", "お届け先", "Enviar a", "Leverans till") }
  var payWith: String { pick("Pay with", "お支払い方法", "Pagar con", "Betala med") }
  var goOn: String { pick("Continue", "次へ進む", "Continuar", "Fortsätt") }
  var payNow: String { pick("Pay now", "支払う", "Pagar ahora", "Betala nu") }
  var cancel: String { pick("Cancel and go back", "キャンセルして戻る", "Cancelar y volver", "Avbryt och gå tillbaka") }
  var notDelivered: String {
    pick(
      "The shop does not deliver here", "このお届け先には配送できません", "La tienda no hace envíos a esta dirección",
      "Butiken levererar inte hit")
  }
  var chooseAddress: String { pick("Choose an address.", "お届け先を選んでください。", "Elija una dirección.", "Välj en adress.") }
  var chooseCard: String { pick("Choose a card.", "カードを選んでください。", "Elija una tarjeta.", "Välj ett kort.") }

  func outcome(_ simulation: TestCard.Simulation) -> String {
    switch simulation {
    case .success: pick("succeeds", "成功", "se aprueba", "godkänns")
    case .declined: pick("is declined", "承認されない", "se rechaza", "nekas")
    case .buyerCancels:
      pick("acts as if the buyer cancels", "お客様がキャンセルした状態", "como si el comprador cancelara", "som om köparen avbryter")
    case .pendingThenAuthorized:
      pick(
        "is pending, succeeds after 30 seconds, if the shop can wait", "保留、30秒後に成功（ショップが待てる場合）",
        "queda pendiente y se aprueba a los 30 segundos, si la tienda puede esperar",
        "väntar, godkänns efter 30 sekunder, om butiken kan vänta")
    case .pendingThenDeclined:
      pick(
        "is pending, is declined after 30 seconds, if the shop can wait", "保留、30秒後に承認されない（ショップが待てる場合）",
        "queda pendiente y se rechaza a los 30 segundos, si la tienda puede esperar",
        "väntar, nekas efter 30 sekunder, om butiken kan vänta")
    }
  }

  // Processing

  var processing: String {
    pick("Processing your payment", "お支払いを処理しています", "Estamos procesando su pago", "Din betalning behandlas")
  }
  var processingNote: String {
    pick(
      "You will be taken back to the shop in a moment.", "まもなく自動的にショップへ戻ります。", "En un momento volverá a la tienda.",
      "Du skickas strax tillbaka till butiken.")
  }
  func amount(_ amount: Money, to shop: String) -> String {
    pick(
      "\(amount.display(.english)) to \(shop)", "\(shop) へ \(amount.display(.japanese))",
      "\(amount.display(.spanish)) para \(shop)", "\(amount.display(.swedish)) till \(shop)")
  }
  var goOnNow: String { pick("Continue without waiting", "待たずに進む", "Continuar sin esperar", "Fortsätt utan att vänta") }

  // Declined

  var declined: String { pick("The card was declined", "カードが承認されませんでした", "La tarjeta fue rechazada", "Kortet nekades") }
  func declinedNote(_ card: String) -> String {
    pick(
      "\(card) cannot be used. Nothing was charged.", "\(card) はご利用いただけません。支払いは発生していません。",
      "No se puede usar \(card). No se cobró nada.", "\(card) kan inte användas. Inga pengar har dragits.")
  }
  func pendingNote(_ card: String) -> String {
    pick(
      "\(card) needs time to decide, and the shop does not wait for it. Nothing was charged.",
      "\(card) の承認には時間がかかりますが、ショップが対応していません。支払いは発生していません。",
      "\(card) necesita tiempo para decidir, y la tienda no espera. No se cobró nada.",
      "\(card) behöver tid för att besluta, och butiken väntar inte. Inga pengar har dragits.")
  }
  var anotherCard: String {
    pick("Pay with another card", "別のカードで支払う", "Pagar con otra tarjeta", "Betala med ett annat kort")
  }
  var giveUp: String { pick("Give up and go back", "支払いをやめて戻る", "Desistir y volver", "Ge upp och gå tillbaka") }

  // The end, and what goes wrong

  var expired: String {
    pick("This checkout has expired", "お手続きの有効期限が切れました", "Esta compra venció", "Köpets tid har gått ut")
  }
  var expiredNote: String {
    pick(
      "It was left alone for too long. Nothing was charged. Start again from the shop.",
      "時間が経過したため終了しました。支払いは発生していません。ショップからもう一度お手続きください。",
      "Pasó demasiado tiempo. No se cobró nada. Comience de nuevo desde la tienda.",
      "Det gick för lång tid. Inga pengar har dragits. Börja om från butiken.")
  }
  var over: String { pick("This checkout is over", "このお手続きは終了しました", "Esta compra ya terminó", "Köpet är avslutat") }
  var overNote: String {
    pick(
      "You can close this page and go back to the shop.", "このページを閉じて、ショップへお戻りください。",
      "Puede cerrar esta página y volver a la tienda.", "Du kan stänga sidan och gå tillbaka till butiken.")
  }
  var unknown: String { pick("There is no such checkout", "お手続きが見つかりません", "Esta compra no existe", "Köpet finns inte") }
  var unknownNote: String {
    pick(
      "The address may be mistyped, or the checkout is long over.", "アドレスが間違っているか、すでに終了している可能性があります。",
      "Puede que la dirección esté mal escrita o que la compra haya terminado hace tiempo.",
      "Adressen kan vara felskriven, eller så är köpet avslutat sedan länge.")
  }
  var otherBuyer: String {
    pick(
      "This checkout belongs to another account", "別のアカウントのお手続きです", "Esta compra es de otra cuenta",
      "Köpet tillhör ett annat konto")
  }
  var otherBuyerNote: String {
    pick(
      "Sign out, then sign in with the account that began it.", "サインアウトして、手続きを始めたアカウントでサインインしてください。",
      "Cierre la sesión e inicie sesión con la cuenta que la comenzó.",
      "Logga ut och logga sedan in med kontot som påbörjade det.")
  }
  var notReady: String {
    pick(
      "There is nothing to pay yet", "お支払いの準備ができていません", "Todavía no hay nada que pagar", "Det finns inget att betala än"
    )
  }
  var notReadyNote: String {
    pick(
      "The shop has still to say:", "ショップ側で次の項目が設定されていません:", "A la tienda le falta indicar:",
      "Butiken har ännu inte angett:")
  }
  var shopError: String {
    pick(
      "The shop's request was refused", "ショップからの要求を受け付けられませんでした", "La solicitud de la tienda fue rechazada",
      "Butikens anrop avvisades")
  }
  var shopErrorNote: String {
    pick(
      "You can do nothing about it; whoever builds the shop can, with these details.",
      "お客様側で解決できる問題ではありません。ショップの開発者は次の内容を確認してください。",
      "Usted no puede resolverlo; quien desarrolla la tienda sí, con estos datos.",
      "Du kan inte göra något åt det; den som utvecklar butiken kan, med de här uppgifterna.")
  }
  var backToShop: String { pick("Back to the shop", "ショップへ戻る", "Volver a la tienda", "Tillbaka till butiken") }
  var windowDone: String { pick("Back to the shop", "ショップへ戻ります", "De vuelta a la tienda", "Tillbaka till butiken") }
  var windowDoneNote: String {
    pick(
      "The shop is finishing your order in its own window.", "ショップの画面でご注文を完了しています。",
      "La tienda está terminando su pedido en su propia ventana.",
      "Butiken slutför din order i sitt eget fönster.")
  }
  var windowRefused: String {
    pick(
      "The shop could not complete the payment. Close this window and go back to the shop.",
      "ショップでお支払いを完了できませんでした。このウィンドウを閉じて、ショップへお戻りください。",
      "La tienda no pudo completar el pago. Cierre esta ventana y vuelva a la tienda.",
      "Butiken kunde inte slutföra betalningen. Stäng fönstret och gå tillbaka till butiken.")
  }
  var closeWindow: String { pick("Close the window", "ウィンドウを閉じる", "Cerrar la ventana", "Stäng fönstret") }
  var challengeDone: String { pick("You have confirmed", "確認が終わりました", "La confirmación terminó", "Du har bekräftat") }
  var challengeDoneNote: String {
    pick(
      "You can close this page and go back to the shop.", "このページを閉じて、ショップへお戻りください。",
      "Puede cerrar esta página y volver a la tienda.", "Du kan stänga sidan och gå tillbaka till butiken.")
  }
  var noPage: String { pick("There is nothing here", "ページが見つかりません", "Aquí no hay nada", "Här finns ingenting") }
  var running: String {
    pick(
      "The Amazon Pay sandbox is running", "Amazon Pay サンドボックスが動作しています", "El sandbox de Amazon Pay está funcionando",
      "Sandlådan för Amazon Pay är igång")
  }
}
