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
