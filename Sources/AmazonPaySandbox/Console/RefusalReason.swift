import FerrySandbox

/// The meaning of reason codes, and what to do about them.
enum RefusalReason {
  static func explanation(_ code: String, _ text: ConsoleText) -> String? {
    switch code {
    case "InvalidRequestSignature":
      text.pick(
        "The signature does not fit the request as it arrived, or the key belongs to another environment or region.",
        "署名が届いたリクエストと一致しないか、鍵が別の環境・リージョンのものです。",
        "La firma no corresponde a la solicitud tal como llegó, o la clave es de otro ambiente o de otra región.",
        "Signaturen stämmer inte med anropet som det kom fram, eller så hör nyckeln till en annan miljö eller region.")
    case "InvalidAuthentication":
      text.pick(
        "The Authorization header cannot be used: the key id is not one that the sandbox was started with, the header is "
          + "malformed, or one of the five headers is not signed that always must be.",
        "Authorization ヘッダーを使用できません。公開鍵 ID がこのサンドボックスに登録されていない、形式が正しくない、または必須の5つのヘッダーのどれかが署名されていません。",
        "No se puede usar el encabezado Authorization: el id de la clave no es de este sandbox, el formato es incorrecto, o falta firmar uno de los cinco encabezados que siempre se firman.",
        "Headern Authorization kan inte användas: nyckelns id är inte ett som sandlådan startades med, headern har fel form, eller så är någon av de fem headrar som alltid ska signeras inte signerad."
      )
    case "MissingHeader", "MissingHeaderValue":
      text.pick(
        "A header is missing or empty. Every request needs accept, content-type, x-amz-pay-date, x-amz-pay-host, "
          + "x-amz-pay-region and authorization; a POST that creates something also needs x-amz-pay-idempotency-key.",
        "ヘッダーが不足しているか空です。すべてのリクエストに accept、content-type、x-amz-pay-date、x-amz-pay-host、x-amz-pay-region、authorization が、作成系の POST には x-amz-pay-idempotency-key も必要です。",
        "Falta un encabezado o está vacío. Toda solicitud necesita accept, content-type, x-amz-pay-date, x-amz-pay-host, x-amz-pay-region y authorization; un POST que crea algo necesita además x-amz-pay-idempotency-key.",
        "En header saknas eller är tom. Varje anrop behöver accept, content-type, x-amz-pay-date, x-amz-pay-host, x-amz-pay-region och authorization; en POST som skapar något behöver även x-amz-pay-idempotency-key."
      )
    case "InvalidHeaderValue":
      text.pick(
        "A header has a value that cannot be: a date too far from now, an unknown region, or an idempotency key that is "
          + "longer than 32 characters or has others than letters, digits, - and _. A UUID with its dashes is 36 long.",
        "ヘッダーの値が正しくありません。時刻のずれ、未知のリージョン、または冪等キーが32文字を超えるか、英数字と - _ 以外を含む場合です。ハイフン付きの UUID は36文字になります。",
        "Un encabezado tiene un valor imposible: una fecha muy alejada de la hora actual, una región desconocida, o una clave de idempotencia de más de 32 caracteres o con algo distinto de letras, dígitos, - y _. Un UUID con sus guiones tiene 36.",
        "En header har ett omöjligt värde: en tid för långt från nu, en okänd region, eller en idempotensnyckel som är längre än 32 tecken eller har annat än bokstäver, siffror, - och _. Ett UUID med bindestreck har 36."
      )
    case "InvalidRequestFormat":
      text.pick(
        "The body is not a JSON object.", "本文が JSON オブジェクトではありません。", "El cuerpo no es un objeto JSON.",
        "Anropets innehåll är inte ett JSON-objekt.")
    case "UnrecognizedField":
      text.pick(
        "The body has a member that this operation does not know. Names are spelled exactly.",
        "この操作にない項目が本文に含まれています。項目名は正確に記述してください。",
        "El cuerpo tiene un campo que esta operación no conoce. Los nombres se escriben exactamente.",
        "Innehållet har ett fält som operationen inte känner till. Namn skrivs exakt.")
    case "MissingParameterValue":
      text.pick(
        "The body lacks a member that is required.", "必須の項目が本文にありません。", "Al cuerpo le falta un campo obligatorio.",
        "Innehållet saknar ett obligatoriskt fält.")
    case "InvalidParameterValue":
      text.pick(
        "A member has a value that it cannot have. Yen amounts have no decimals; texts have their greatest lengths.",
        "項目の値が正しくありません。円の金額に小数は使えません。文字列には最大長があります。",
        "Un campo tiene un valor que no puede tener. Los valores en yenes no llevan decimales; los textos tienen un largo máximo.",
        "Ett fält har ett värde som det inte kan ha. Belopp i yen har inga decimaler; texter har en största längd.")
    case "InvalidParameterCombination":
      text.pick(
        "Two members do not go together.", "同時に指定できない項目の組み合わせです。", "Hay dos campos que no pueden ir juntos.",
        "Två fält går inte ihop.")
    case "InvalidSandboxSimulationSpecified":
      text.pick(
        "The simulation code is unknown, or does not belong to this operation, or needs canHandlePendingAuthorization.",
        "シミュレーションコードが未知か、この操作では使えないか、canHandlePendingAuthorization が必要です。",
        "El código de simulación es desconocido, no es de esta operación, o necesita canHandlePendingAuthorization.",
        "Simuleringskoden är okänd, hör inte till operationen eller behöver canHandlePendingAuthorization.")
    case "DuplicateIdempotencyKey":
      text.pick(
        "The idempotency key was used before, for a request with another body or path. A retry repeats all of it; a new "
          + "request takes a new key.",
        "この冪等キーは、別の本文またはパスのリクエストで使用済みです。再試行ではまったく同じ内容を送り、新しいリクエストには新しいキーを使ってください。",
        "La clave de idempotencia ya se usó para una solicitud con otro cuerpo u otra ruta. Un reintento repite todo; una solicitud nueva lleva una clave nueva.",
        "Idempotensnyckeln har redan använts för ett anrop med annat innehåll eller annan sökväg. Ett nytt försök upprepar allt; ett nytt anrop får en ny nyckel."
      )
    case "CurrencyMismatch":
      text.pick(
        "The amount is not in the currency of the charge permission.", "金額の通貨がチャージパーミッションの通貨と違います。",
        "El valor no está en la moneda del charge permission.", "Beloppet är inte i samma valuta som charge permission."
      )
    case "TransactionAmountExceeded":
      text.pick(
        "The amount is above what may be charged, captured or refunded. Refunds go up to what was captured and 15 % of it, "
          + "at most 8,400 yen more, those under way included.",
        "請求・売上請求・返金できる上限を超えています。返金の上限は、処理中のものを含めて、売上額にその15%（最大8,400円）を加えた額です。",
        "El valor supera lo que se puede cobrar, capturar o reembolsar. Se reembolsa hasta lo capturado más el 15 %, con un máximo adicional de 8.400 yenes, contando los reembolsos en curso.",
        "Beloppet är högre än vad som får debiteras eller återbetalas. Återbetalningar går upp till det debiterade beloppet plus 15 %, högst 8 400 yen mer, pågående inräknade."
      )
    case "PeriodicAmountExceeded":
      text.pick(
        "The charges of this period would exceed the amount of the recurring permission or saved wallet.",
        "この期間の請求額が、定期支払いまたは保存済みウォレットの上限を超えます。",
        "Los cargos de este período superarían el valor del permiso recurrente o de la billetera guardada.",
        "Periodens debiteringar skulle överstiga beloppet för den återkommande betalningen eller den sparade plånboken."
      )
    case "UnauthorizedAccess":
      text.pick(
        "The object belongs to another merchant, or the account is not enabled for this operation.",
        "他の販売者のオブジェクトか、このアカウントでは利用できない操作です。",
        "El objeto es de otro comercio, o la cuenta no está habilitada para esta operación.",
        "Objektet tillhör en annan butik, eller så är kontot inte aktiverat för operationen.")
    case "InvalidAuthorizationToken":
      text.pick(
        "No merchant has given the caller's account this token: exchange the merchant's own token again, by Get "
          + "Authorization Token.",
        "このトークンは、呼び出し元のアカウントに与えられたものではありません。Get Authorization Token で取得し直してください。",
        "Ningún comercio le ha dado este token a la cuenta que llama: vuelva a canjear el token del comercio con Get Authorization Token.",
        "Ingen butik har gett kontot som anropar den här token: byt in butikens egen token igen med Get Authorization Token."
      )
    case "ResourceNotFound":
      text.pick(
        "There is no such object: a wrong id, another environment's, or a session that was deleted 30 days after its end.",
        "オブジェクトが見つかりません。ID の誤り、別の環境のもの、または終了から30日後に削除されたセッションです。",
        "Ese objeto no existe: el id es incorrecto, es de otro ambiente, o es de una sesión que se borró 30 días después de terminar.",
        "Det finns inget sådant objekt: fel id, en annan miljös, eller en session som togs bort 30 dagar efter sitt slut."
      )
    case "UnsupportedOperation", "RequestNotSupported":
      text.pick(
        "The resource does not have this method, or the sandbox does not offer the operation.",
        "このリソースでは使えないメソッドか、サンドボックスが提供していない操作です。",
        "El recurso no tiene este método, o el sandbox no ofrece la operación.",
        "Resursen har inte metoden, eller så erbjuder sandlådan inte operationen.")
    case "AmountMismatch":
      text.pick(
        "Complete must name the chargeAmount of the last update, to the yen.",
        "Complete の chargeAmount は、最後の更新で指定した金額と一致する必要があります。",
        "Complete debe indicar el chargeAmount de la última actualización, al yen.",
        "Complete måste ange chargeAmount från den senaste uppdateringen, exakt till yenen.")
    case "CheckoutSessionCanceled":
      text.pick(
        "The session was canceled: by the buyer, by a decline, or after 24 hours. Get Checkout Session tells which. "
          + "Start a new session.",
        "セッションはキャンセル済みです（お客様による中止、承認拒否、または24時間の経過）。理由は Get Checkout Session で確認し、最初からやり直してください。",
        "La sesión fue cancelada: por el comprador, por un rechazo o al cabo de 24 horas. Get Checkout Session indica la causa. Comience una sesión nueva.",
        "Sessionen avbröts: av köparen, av ett nekande eller efter 24 timmar. Get Checkout Session säger vilket. Börja en ny session."
      )
    case "InvalidCheckoutSessionStatus":
      text.pick(
        "The session is not in a state for this: the buyer has not confirmed yet, or it is over.",
        "セッションがこの操作を行える状態ではありません。お客様の確定前か、すでに終了しています。",
        "El estado de la sesión no lo permite: el comprador no ha confirmado todavía, o la sesión terminó.",
        "Sessionens status tillåter det inte: köparen har inte bekräftat än, eller så är den avslutad.")
    case "InvalidChargePermissionStatus", "ChargePermissionNotModifiable":
      text.pick(
        "The charge permission is closed, or cannot be charged at present, for instance because a charge is in progress.",
        "チャージパーミッションがクローズ済みか、処理中のチャージがあるなどの理由で現在請求できません。",
        "El charge permission está cerrado, o no se le puede cobrar en este momento, por ejemplo porque hay un cargo en curso.",
        "Charge permission är stängt eller kan inte debiteras just nu, till exempel för att en debitering pågår.")
    case "InvalidChargeStatus":
      text.pick(
        "The charge is not in a state for this. Only an authorized charge is captured, only a captured one refunded.",
        "チャージがこの操作を行える状態ではありません。売上請求はオーソリ済み、返金は売上請求済みのチャージだけが対象です。",
        "El estado del cargo no lo permite. Solo se captura un cargo autorizado y solo se reembolsa uno capturado.",
        "Debiteringens status tillåter det inte. Bara en auktoriserad debiteras, bara en debiterad återbetalas.")
    case "SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut", "ProcessingFailure":
      text.pick(
        "The payment was declined, by the chosen card or by a simulation code.",
        "選ばれたカード、またはシミュレーションコードにより、支払いが承認されませんでした。",
        "El pago fue rechazado, por la tarjeta elegida o por un código de simulación.",
        "Betalningen nekades, av det valda kortet eller av en simuleringskod.")
    case "TransactionCountExceeded":
      text.pick(
        "There are too many charges or refunds already.", "チャージまたは返金の回数が上限に達しています。",
        "Ya hay demasiados cargos o reembolsos.", "Det finns redan för många debiteringar eller återbetalningar.")
    case "InvalidAPIVersion":
      text.pick("Only /v2 is there.", "使用できるのは /v2 だけです。", "Solo existe /v2.", "Bara /v2 finns.")
    case "InvalidRequest":
      text.pick(
        "A public key id without prefix needs /sandbox or /live at the start of the path.",
        "接頭辞のない公開鍵 ID では、パスの先頭に /sandbox または /live が必要です。",
        "Un id de clave pública sin prefijo necesita /sandbox o /live al comienzo de la ruta.",
        "Ett publikt nyckel-id utan prefix behöver /sandbox eller /live i början av sökvägen.")
    case "InternalServerError", "ServiceUnavailable", "RequestTimeout", "TooManyRequests":
      text.pick(
        "A planned fault gave this answer.", "計画された障害による応答です。", "Una falla planeada dio esta respuesta.",
        "Ett planerat fel gav det här svaret.")
    default: nil
    }
  }

  static func explanation(_ finding: SigningFinding, _ text: ConsoleText) -> String {
    switch finding.name {
    case SigningFinding.otherSaltLength.name:
      text.pick(
        "The signature has the other salt length. AMZN-PAY-RSASSA-PSS goes with 20 bytes, AMZN-PAY-RSASSA-PSS-V2 with 32.",
        "ソルトの長さが違います。AMZN-PAY-RSASSA-PSS は20バイト、AMZN-PAY-RSASSA-PSS-V2 は32バイトです。",
        "La firma tiene el otro largo de sal. AMZN-PAY-RSASSA-PSS va con 20 bytes, AMZN-PAY-RSASSA-PSS-V2 con 32.",
        "Signaturen har den andra saltlängden. AMZN-PAY-RSASSA-PSS går med 20 byte, AMZN-PAY-RSASSA-PSS-V2 med 32.")
    case SigningFinding.otherAlgorithmName.name:
      text.pick(
        "The string to sign began with the other algorithm's name than the Authorization header.",
        "署名対象文字列のアルゴリズム名が Authorization ヘッダーと違います。",
        "El texto que se firmó comenzaba con un algoritmo distinto del que nombra el encabezado Authorization.",
        "Texten att signera började med en annan algoritms namn än headern Authorization.")
    case SigningFinding.otherKey("").name:
      text.pick(
        "It was signed with the private key that belongs to \(finding.detail ?? "").",
        "\(finding.detail ?? "") に対応する秘密鍵で署名されています。",
        "Se firmó con la clave privada que corresponde a \(finding.detail ?? "").",
        "Den signerades med den privata nyckel som hör till \(finding.detail ?? "").")
    case SigningFinding.bodyNotHashed.name:
      text.pick(
        "The body was signed as if it were empty. Bodies of DELETE are hashed too.",
        "本文が空のものとして署名されています。DELETE の本文もハッシュに含めます。",
        "El cuerpo se firmó como si estuviera vacío. El cuerpo de un DELETE también entra en el hash.",
        "Innehållet signerades som om det vore tomt. Innehållet i DELETE hashas också.")
    case SigningFinding.slashesReencoded.name:
      text.pick(
        "The JSON was encoded again between signing and sending: slashes differ. Sign the bytes that are sent.",
        "署名後に JSON が再エンコードされ、スラッシュの表記が変わっています。送信するバイト列そのものに署名してください。",
        "El JSON se codificó de nuevo entre la firma y el envío: las barras difieren. Firme los bytes que se envían.",
        "JSON kodades om mellan signering och sändning: snedstrecken skiljer. Signera de byte som skickas.")
    case SigningFinding.spacesNotCollapsed.name:
      text.pick(
        "A header's value was signed with spaces in a row; they count as one.", "ヘッダー値の連続した空白は1つとして署名します。",
        "El valor de un encabezado se firmó con varios espacios seguidos; cuentan como uno.",
        "En headers värde signerades med flera mellanslag i rad; de räknas som ett.")
    case SigningFinding.queryLeftOut.name:
      text.pick(
        "The query was not signed.", "クエリが署名に含まれていません。", "La consulta (query) no se firmó.",
        "Frågesträngen signerades inte.")
    case SigningFinding.queryNotSorted.name:
      text.pick(
        "The query was not sorted by its names before signing.", "クエリは名前の順に並べてから署名します。",
        "La consulta (query) no se ordenó por sus nombres antes de firmar.",
        "Frågesträngen sorterades inte efter sina namn före signeringen.")
    case SigningFinding.otherEnvironmentInPath.name:
      text.pick(
        "The path was signed with another environment than it was sent with. A prefixed key id goes without /sandbox.",
        "署名したパスと送信したパスで環境部分が違います。接頭辞付きの公開鍵 ID では /sandbox を付けません。",
        "La ruta se firmó con un ambiente distinto del que se envió. Un id de clave con prefijo va sin /sandbox.",
        "Sökvägen signerades med en annan miljö än den skickades med. Ett nyckel-id med prefix används utan /sandbox.")
    case SigningFinding.otherSlashAtEnd.name:
      text.pick(
        "The path was signed with a slash at its end and sent without one, or the reverse.",
        "署名したパスと送信したパスで、末尾のスラッシュの有無が違います。", "La ruta se firmó con una barra al final y se envió sin ella, o al revés.",
        "Sökvägen signerades med ett snedstreck i slutet och skickades utan, eller tvärtom.")
    case SigningFinding.lineFeedAtEnd.name:
      text.pick(
        "The canonical request was hashed with a line feed at its end.", "正規リクエストの末尾に余分な改行があります。",
        "La solicitud canónica se firmó con un salto de línea al final.",
        "Det kanoniska anropet hashades med en radmatning i slutet.")
    case SigningFinding.otherCaseOfNames.name:
      text.pick(
        "The names of the signed headers were signed in lower case and sent otherwise.",
        "署名対象ヘッダー名が、署名時は小文字、送信時は別の表記になっています。",
        "Los nombres de los encabezados firmados iban en minúsculas al firmar y de otra forma al enviar.",
        "De signerade headrarnas namn signerades med små bokstäver och skickades på annat sätt.")
    default: finding.text
    }
  }
}
