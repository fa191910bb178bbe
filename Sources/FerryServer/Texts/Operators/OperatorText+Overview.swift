import FerryCore

// MARK: The overview

extension OperatorText {
  static let toDo = Self("To do", ja: "対応が必要なもの", es: "Por hacer", sv: "Att göra")
  static let today = Self("Today (UTC)", ja: "本日（UTC）", es: "Hoy (UTC)", sv: "I dag (UTC)")
  static let week = Self("The last seven days", ja: "直近7日間", es: "Los últimos siete días", sv: "De senaste sju dagarna")
  static let heldCount = Self(
    "held: a person decides", ja: "保留（判断待ち）", es: "retenidos: decide una persona", sv: "stoppade: en människa beslutar")
  static let overdueCount = Self("overdue", ja: "遅延", es: "atrasados", sv: "försenade")
  static let parkedCount = Self(
    "webhooks given up", ja: "送信中止のWebhook", es: "webhooks abandonados", sv: "uppgivna webhookar")
  static let oldestWebhook = Self(
    "oldest undelivered webhook", ja: "最も古い未送信のWebhook", es: "el webhook sin entregar más antiguo",
    sv: "äldsta ej levererade webhook")
  static let accounts = Self("Accounts", ja: "アカウント", es: "Cuentas", sv: "Konton")
  static let noAccountProblems = Self(
    "No provider has refused the settings of an account in the last 24 hours.",
    ja: "直近24時間に、アカウントの設定を拒否した決済事業者はありません。",
    es: "Ningún proveedor ha rechazado la configuración de una cuenta en las últimas 24 horas.",
    sv: "Ingen leverantör har avvisat ett kontos inställningar det senaste dygnet.")
  static let begun = Self("begun", ja: "開始", es: "iniciados", sv: "påbörjade")
  static let paidCount = Self("paid", ja: "支払い済み", es: "pagados", sv: "betalda")
  static let declinedCount = Self("declined", ja: "拒否", es: "rechazados", sv: "nekade")
  static let abandoned = Self("abandoned", ja: "離脱", es: "abandonados", sv: "övergivna")
  static let inProgress = Self("in progress", ja: "進行中", es: "en curso", sv: "pågår")
  static let day = Self("Day", ja: "日", es: "Día", sv: "Dag")
  static let timeAway = Self(
    "Median time at the provider", ja: "決済事業者での滞在時間（中央値）", es: "Tiempo mediano en el proveedor",
    sv: "Mediantid hos leverantören")
  static let nothingToday = Self(
    "No checkout has begun today.", ja: "本日開始された決済はありません。", es: "Hoy no ha comenzado ningún pago.",
    sv: "Ingen betalning har påbörjats i dag.")
  static let reconciliation = Self(
    "Last reconciliation", ja: "前回の照合", es: "Última conciliación", sv: "Senaste avstämningen")
  static let noReconciliation = Self(
    "None is on file. Run ferry reconcile every day.", ja: "記録がありません。ferry reconcile を毎日実行してください。",
    es: "No hay ninguna. Ejecute ferry reconcile cada día.", sv: "Ingen finns sparad. Kör ferry reconcile varje dag.")
  static let noDifferences = Self(
    "All books agree.", ja: "すべて一致しました。", es: "Todos los libros coinciden.", sv: "Alla böcker stämmer.")
  static let noDifferencesInPart = Self(
    "No difference in what was compared.", ja: "照合できた範囲に差異はありません。", es: "Sin diferencias en lo comparado.",
    sv: "Inga avvikelser i det som jämfördes.")
  static let partNotCompared = Self(
    "A part could not be compared. Run ferry reconcile to see which.", ja: "一部は照合できませんでした。ferry reconcile で確認してください。",
    es: "Una parte no se pudo comparar. Ejecute ferry reconcile para verla.",
    sv: "En del kunde inte jämföras. Kör ferry reconcile för att se vilken.")
  static let allShops = Self("all shops", ja: "全ショップ", es: "todas las tiendas", sv: "alla butiker")
  static let comparedAt = Self("compared at", ja: "照合日時：", es: "comparado el", sv: "jämfört")
  static let nothingThisWeek = Self(
    "No checkout has begun in these days.", ja: "この期間に開始された決済はありません。", es: "En estos días no ha comenzado ningún pago.",
    sv: "Ingen betalning har påbörjats de här dagarna.")

  static func timesADay(_ count: Int) -> Self {
    Self(
      "\(count) times in 24 hours", ja: "24時間で\(count)回", es: "\(count) veces en 24 horas",
      sv: "\(count) gånger på ett dygn")
  }

  static func onlyShop(_ name: String) -> Self {
    Self("shop \(name)", ja: "ショップ：\(name)", es: "tienda \(name)", sv: "butik \(name)")
  }

  static func notCompared(_ count: Int) -> Self {
    Self(
      "\(count) could not be compared. Run ferry reconcile to see which.",
      ja: "\(count)件は照合できませんでした。ferry reconcile で確認してください。",
      es: "No se pudieron comparar: \(count). Ejecute ferry reconcile para verlos.",
      sv: "\(count) kunde inte jämföras. Kör ferry reconcile för att se vilka.")
  }

  static func hoursAgo(_ count: Int64) -> Self {
    guard count < 48 else {
      let days = count / 24
      return Self("\(days) days ago", ja: "\(days)日前", es: "hace \(days) días", sv: "för \(days) dagar sedan")
    }
    return Self("\(count) h ago", ja: "\(count)時間前", es: "hace \(count) h", sv: "för \(count) h sedan")
  }

  static func seconds(_ count: Int64) -> Self {
    let (minutes, seconds) = (count / 60, count % 60)
    guard minutes > 0 else { return Self("\(seconds) s", ja: "\(seconds)秒", es: "\(seconds) s", sv: "\(seconds) s") }
    return Self(
      "\(minutes) min \(seconds) s", ja: "\(minutes)分\(seconds)秒", es: "\(minutes) min \(seconds) s",
      sv: "\(minutes) min \(seconds) s")
  }

  static func differences(_ count: Int) -> Self {
    Self(
      count == 1 ? "1 difference" : "\(count) differences", ja: "差異\(count)件",
      es: count == 1 ? "1 diferencia" : "\(count) diferencias", sv: count == 1 ? "1 avvikelse" : "\(count) avvikelser")
  }
}
