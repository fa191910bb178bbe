import FerryCheckout
import FerryCore
import FerryWeb

extension OperatorTexts {
  static let japanese = OperatorTexts(
    // The frame
    overview: "概要", checkouts: "決済", held: "保留", webhooks: "Webhook", live: "本番", test: "テスト",
    bandLive: "本番の決済：実際のお金が動きます", bandTest: "テストの決済：お金は動きません", signOut: "サインアウト", roleLook: "閲覧のみ", roleAct: "操作可",
    updated: "更新しました", toOverview: "概要へ",

    // Sign-in
    signIn: "サインイン", signInAdvice: "ご自身のキーを入力してください。1時間操作がないとき、または12時間後にサインアウトします。",
    signInRefused: "名前またはキーが正しくありません。確認して、もう一度お試しください。", operatorName: "名前", operatorKey: "キー",

    // Errors
    errorRefused: TitledText("この操作は許可されていません", "権限がないか、以前のセッションで開いたページです。何も変更されていません。ページを再読み込みして、もう一度お試しください。"),
    errorNotFound: TitledText("ページが見つかりません", "アドレスまたはIDをご確認ください。"),
    errorTooMany: TitledText("試行回数が多すぎます", "1分ほど待ってから、もう一度お試しください。"),
    errorUnreadable: TitledText("内容を読み取れませんでした", "フォームまたはアドレスに誤りがあります。何も変更されていません。前の画面に戻って、もう一度お試しください。"),
    errorFailed: TitledText("エラーが発生しました", "操作をやり直す前に、決済の履歴をご確認ください。詳しくはサーバーのログにあります。"),

    // The overview
    toDo: "対応が必要なもの", today: "本日", heldCount: "保留（判断待ち）", disputedCount: "未解決の異議申し立て",
    overdueCount: "遅延",
    parkedCount: "送信中止のWebhook", oldestWebhook: "最も古い未送信のWebhook", accounts: "アカウント",
    noAccountProblems: "直近24時間に、アカウントの設定を拒否した決済事業者はありません。", begun: "開始", day: "日",
    reconciliation: "前回の照合", noReconciliation: "記録がありません。ferry reconcile を毎日実行してください。", noDifferences: "すべて一致しました。",
    noDifferencesInPart: "照合できた範囲に差異はありません。", partNotCompared: "一部は照合できませんでした。ferry reconcile で確認してください。",
    allShops: "全ショップ", comparedAt: "照合日時：", nothingThisWeek: "この期間にお金の動きはありません。", timesADay: { "24時間で\($0)回" },
    onlyShop: { "ショップ：\($0)" }, notCompared: { "\($0)件は照合できませんでした。ferry reconcile で確認してください。" },
    daysAgo: { "\($0)日前" }, hoursAgo: { "\($0)時間前" }, seconds: { "\($0)秒" }, minutes: { "\($0)分\($1)秒" },
    differences: { "差異\($0)件" },

    // Lists
    state: "状態", all: "すべて", stateLive: "進行中", stateHeld: "保留（判断待ち）", stateOverdue: "遅延", stateDisputed: "異議申し立て中",
    stateCapturable: "売上未確定",
    statePending: "処理中の操作あり", provider: "決済事業者", mode: "モード", from: "開始日", until: "終了日", show: "表示",
    search: "検索", searchFor: "注文番号、ID、金額、カード下4桁、氏名、メールアドレス", found: "検索結果", nothingFound: "該当なし",
    nothingFoundAdvice: "条件を変えるか、一部を入力してください（漢字とかなは2文字、その他は3文字から）。消去した購入者は検索できません。",
    latestAlone: { "ほかにもあります。最新の\($0)件を表示しています。" }, firstAlone: { "ほかにもあります。最初の\($0)件を表示しています。" },
    firstPage: "最初のページ", nextPage: "次のページ", export: "CSVを書き出す", overdue: "遅延", filter: "絞り込み",

    // Finding
    searchTooShort: "一致する値が多すぎるため、語全体だけを検索しました。もう少し長く入力してください。", searchGoesOn: "これより古い決済はまだ検索していません。",
    dateOf: "日付の種類", figurePaid: "支払い済み", least: "金額（以上）", most: "金額（以下）", currency: "通貨", views: "保存した一覧",
    saveView: "この一覧を保存", viewName: "一覧の名前", removeView: "一覧を削除",
    viewsFull: "これ以上一覧を保存できません。先に1件削除してください。", ordersOfBuyer: "この購入者のすべての注文", orders: "注文数", totals: "合計",
    eraseBuyer: "終了した注文からこの購入者を消去",
    eraseBuyerMeans: { "終了した注文\($0)件の氏名、住所、証拠を完全に消去します。金額と履歴は残ります。進行中の注文の購入者情報は残ります。" },

    // The numbers of days
    startToPayment: "開始から支払いまで", lostBefore: "決済事業者の前で離脱", lostAtProvider: "決済事業者で離脱", lostAfter: "戻った後に不成立",
    timeToPay: "支払いまでの時間（中央値）", untilNow: "この時刻まで", moneyByDay: "日別の金額",

    // The journal
    journal: "操作記録", journalMeans: "担当者の操作です。履歴と同じ語で表示します。", lastSevenDays: "直近7日間", noActs: "操作はありません。",

    // Webhooks
    endpoints: "送信先", endpoint: "送信先", messages: "メッセージ", waiting: "送信待ち", parked: "送信中止", delivered: "送信済み",
    oldest: "最も古いもの", nextAttempt: "次の送信", sendAgain: "再送信", nothingSent: "送信されませんでした。メッセージが古すぎるか、送信先の設定がなくなっています。",
    nothingGivenUp: "送信されませんでした。この送信先に送信中止のメッセージはありません。", sendAllAgain: "中止した分をすべて再送信",
    noEndpoints: "送信先が設定されていません。ショップは決済の状態を問い合わせる必要があります。", noMessages: "メッセージなし",
    noWebhooks: "この決済のWebhookはありません（30日後に記録から消えます）。", sendAllMeans: { "\($0)件を最初の予定から再送信します。" },
    attempts: { "\($0)回送信" },

    // Payouts
    payouts: "入金", payout: "入金", payments: "決済", noPayouts: "入金はまだありません。",
    noPayments: "この入金に対応する決済はありません。", fees: "手数料", chargebacks: "チャージバック",
    otherLines: "その他の明細", unexplained: "決済に対応しない明細",
    payoutComplete: "差額はありません",
    payoutBalanced: "合計は合っていますが、説明できない明細があります", payoutExpected: "決済からの見込額",
    payoutNet: "入金額（明細の合計）", payoutTransferred: "銀行への振込額",
    payoutReasons: "差額の内訳", payoutDifferences: "Ferry の金額と異なる決済",
    notTransferred: "明細にあり、未振込",
    shortBy: { "\($0) 不足" }, moreBy: { "\($0) 超過" },
    payoutLines: { "明細 \($0) 件" }, newLines: { "新規 \($0) 件" },
    reports: "取り込んだレポート", noReports: "取り込んだレポートはありません。", importReport: "レポートを取り込む",
    reportFile: "決済事業者の入金レポート",
    reportMeans: "ダウンロードしたファイルをそのまま選んでください。同じファイルの取り込みは一度だけで、複数のレポートにある明細は一度だけ数えます。",
    reportMissing: "このアカウントのレポートを選んでください。何も変更していません。",
    reportKnown: "このファイルは取り込み済みです。何も変更していません。",
    reportUnreadable: { "ファイルを読み取れません。何も変更していません。行 \($0)" },

    // One checkout
    nextStepTitle: "次の手順", money: "金額", noMoney: "支払いはありません。", authorized: "与信", captured: "売上確定", refunded: "返金済み",
    released: "与信取消", capturable: "確定可能", refundable: "返金可能", lapses: "与信の期限", operations: "操作",
    paymentReference: "決済事業者の参照番号", session: "決済事業者のセッション", method: "支払い方法", capture: "売上を確定", refund: "返金",
    void: "与信を取消", captureAmount: "確定する金額", refundAmount: "返金する金額", order: "注文", orderNumber: "注文番号",
    orderReference: "ショップの注文参照", details: "詳細", checkoutID: "決済ID", shop: "ショップ", account: "アカウント", kind: "購入者の環境",
    kindApp: "アプリ", kindBrowser: "ブラウザー", capturePolicy: "売上確定", captureAutomatic: "自動", captureManual: "手動",
    created: "開始", expires: "期限", otherAttempts: "この注文は別の決済で支払い済みです：", buyer: "購入者", buyerName: "氏名",
    email: "メールアドレス", phone: "電話番号", address: "お届け先",
    uncertainDelivery: "住所から送料または配送の可否を判別できません。発送前に住所を確認してください。", noBuyer: "購入者の情報は保存されていません。",
    erasedBuyer: { "購入者の情報は\($0)に消去されました。" }, lockedBuyer: "戻りがまだ確認されていないため、誰の情報か確定していません。ショップが確認した後に表示されます。",
    forget: "購入者情報を消去", timeline: "履歴", timelineUTC: "記録はAPIとログの語のまま表示します。", outstanding: "処理中の要求",
    earlierEntries: "以前の記録", laterEntries: "続きの記録", by: { "担当：\($0)" },
    lines: "明細", captureLines: "明細を選んで確定", refundLines: "明細を選んで返金", linesMean: "金額は割引と消費税を含めて計算され、実行前に表示されます。",
    linesWrong: "明細を1つ以上選び、数量は整数で入力してください。何も変更されていません。", linesFree: "選択した明細は、割引とギフトカードにより0円です。戻って別の明細を選んでください。",
    refundBeyondCapture: { "売上確定額を超えて返金する（\($0.display(.japanese))まで）" }, piecesLeft: { "\($0)点まで" },
    failedAttempts: { "\($0)回失敗" },
    overdueSince: { "\($0)から処理が遅れています。原因を取り除いてから決済事業者に再度問い合わせるか、待つのをやめて判断してください。" }, operationPending: "処理中",
    operationUnknown: "結果不明", operationSucceeded: "完了", operationFailed: "失敗",

    // Disputes
    disputes: "異議申し立て", disputed: "異議申し立て中", recordDispute: "異議申し立てを記録",
    recordDisputeMeans: "お金は動きません。対象の金額は返金できなくなり、ショップに発送の停止が通知されます。金額を空欄にすると、売上確定額の全額が対象になります。", updateDispute: "更新",
    save: "保存",
    disputeID: "IDまたはケース番号", disputedAmount: "対象の金額", everythingCaptured: "売上確定額の全額", disputeReason: "理由",
    respondBy: "回答期限（UTC）", disputeAsked: "決済事業者に毎日問い合わせています。受諾は決済事業者の管理画面（Amazon Pay：セラーセントラル）で行ってください。",
    disputeWrong: "IDは64文字以内の英数字と-と_、金額は数字、日付は正しい日付で入力してください。何も変更されていません。",
    disputeKnown: "この異議申し立てはすでに一覧にあります。そこで更新してください。何も変更されていません。",
    paidBackTwice: "返金と異議申し立てにより、購入者に二重に返金されています。再審査を求めるか、一方の返還を依頼してください。", despiteDispute: "異議申し立て中でも返金する",
    despiteDisputeMeans: "返金で解決するものもあります（マーケットプレイス保証など）。それ以外では二重の支払いになります。", respondByDay: { "回答期限：\($0)" },
    disputeNeedsResponse: "要回答", disputeUnderReview: "審査中", disputeWon: "申し立て却下", disputeLost: "申し立て成立",
    disputeWithdrawn: "取り下げ", reasonFraud: "不正利用", reasonNotReceived: "商品未着", reasonNotAsDescribed: "説明と異なる",
    reasonCreditNotProcessed: "返金未着", reasonDuplicate: "二重請求", reasonWrongAmount: "金額の誤り", reasonCancelled: "キャンセル済み",
    reasonOther: "その他", toldByProvider: "決済事業者からの通知です。", toldByReport: "精算レポートで見つかりました。", toldByPerson: "担当者が記録しました。",
    disputeAskedOnly: "決済事業者に毎日問い合わせています。回答や受諾は決済事業者の管理画面で行ってください。",
    answerDispute: "証拠を提出",
    answerMeans:
      "証拠はまとめて1回だけ決済事業者に送られ、決済事業者が判断します。届いた証拠はFerryから削除されます。",
    sendAnswer: "証拠を送信", evidenceType: "証拠", evidenceText: "テキスト", evidenceFile: "ファイル",
    answerWrong:
      "何も送信されていません。5,000文字以内のテキストを入力するか、csv、pdf、xls、xlsx、doc、docx、ods、jpg、pngのファイルを選んでください。",
    evidenceProduct: "商品の説明", evidenceReceipt: "領収書", evidenceCancellation: "キャンセルの規定", evidenceSignature: "購入者の署名",
    evidenceTracking: "追跡番号", evidenceCarrier: "配送業者", evidenceDeviceID: "端末ID", evidenceDevice: "端末",
    evidenceDownload: "ダウンロード日時", answerSending: "証拠を送信中です。開始：", answerSent: "証拠を送信しました：",
    answerRefused: "決済事業者が証拠を受け付けませんでした（理由は履歴にあります）：", answerStopped: "証拠が届いたか不明です。決済事業者の管理画面で確認してください：",

    // Actions
    decide: "判断", accept: "支払いを受け入れる", reject: "返金してキャンセル", ask: "決済事業者に再度問い合わせる", hold: "待つのをやめて判断する",
    happened: "操作は実行された", didNotHappen: "操作は実行されなかった", happenedAmount: "決済事業者での金額", operation: "操作", asked: "要求した金額",
    reported: "決済事業者の報告額", goBack: "戻る", amount: "金額", amountWrong: "金額は桁区切りなしの数字で、通貨の小数桁数以内で入力してください。何も変更されていません。",
    changedMeanwhile: "ページを開いた後に状態が変わりました。何も実行されていません。もう一度確認してから実行してください。", notPossible: "現在この操作はできません",
    realMoney: "本番の決済です。実際のお金が動き、この画面では元に戻せません。", writtenDown: "あなたの名前と時刻が履歴に記録されます。",

    // Acts
    menu: "メニュー", noReason: "指定なし", reasonRequested: "購入者の希望", reasonDefective: "不良品",
    refundNote: "メモ（購入者の名前は書かないでください）",
    noteWrong: "メモは特殊文字を含めず、200文字以内で入力してください。何も変更されていません。", amountMissing: "金額を入力してください。何も変更されていません。",
    allEntries: "すべての記録",
    operationWaits: { "\($0)：\($2)に要求しました。\($1)はまだ確定していません。確定すると、次の売上確定、返金、取消ができます。" },
    actUnanswered: { "\($0)からまだ回答がありません。届くとこのページに表示されます。" }, actPending: { "要求しました。\($0)はまだ確定していません。" },
    actConfirmed: { "\($0)が確定しました。" }, actFailed: { "\($0)が拒否しました。お金は動いていません。" },
    actUnknown: "結果が不明です。先に、操作が実行されたかどうかを判断してください。", actUnchanged: "変更はありません。", actRecorded: "記録しました。",
    actSending: "メッセージを送信中です。結果が届くとこのページに表示されます。",
    actAllDelivered: "この送信先へのメッセージはすべて配信済みです。",
    actChanged: { "現在の状態：\($0)" }, actAttempt: { "\($0)回目の送信" },
    failureMethod: "支払い方法が拒否されました", failureVerification: "本人確認に失敗", failureRefused: "拒否", failureTime: "時間切れ",
    failureStart: "開始できませんでした", failureLapsed: "与信の期限切れ", failureRules: "決済事業者の規則により不可",
    webhookAnswered: { "応答 \($0)" }, webhookNotReached: "接続できませんでした", webhookTooLate: "時間内に応答がありませんでした",
    webhookBroken: "接続が切れました", webhookGone: "未送信（送信先がなくなりました）", webhookRemoved: "未送信（送信先の設定が削除されました）",

    // Consequences
    captureMeans: "与信済みの金額の売上を確定し、請求します。", captureReleasesRest: "この決済事業者では確定は1回のみです。残りは取り消され、後から確定できません。",
    refundMeans: "購入者に返金します。着金まで数日かかることがあります。", voidMeans: "未確定の与信を取り消します。後から請求するには、購入者が再度支払う必要があります。",
    acceptMeans: "決済事業者の記録どおりに受け入れます。",
    acceptsOther: { "要求した金額は\($0)ですが、決済事業者の報告額は\($1)です。支払いは\($1)として扱われます。" },
    acceptsUnreadable: { "決済事業者の報告額（\($0)）は金額として読み取れません。支払いは\($1)として扱われます。" },
    rejectMeans: "まず決済事業者に問い合わせます。後から届いた分も含め、すべて取消または返金します。", askMeans: "決済事業者に現在の状態を問い合わせ、回答に従って処理します。",
    holdMeans: "遅延している要求の結果を不明とし、問い合わせをやめます。決済事業者の管理画面で確認してから判断してください。",
    happenedMeans: "決済事業者の管理画面で、操作が実行されたことを確認した場合に選びます。",
    didNotHappenMeans: "決済事業者の管理画面で、お金が動いていないことを確認した場合に選びます。",
    checkMeans: "決済事業者に現在の状態を今すぐ問い合わせます。失敗した要求もすぐに再送します。",
    forgetMeans: "氏名、住所など購入者の情報をこのサーバーから消去します。金額と履歴は残ります。元に戻せません。",
    buyerPays: { "\($0)で支払い済みと表示されます。" }, buyerNoticesNothing: "表示は変わりません。",
    buyerIsCancelled: "支払いがキャンセルされたと表示されます。", buyerWaits: "引き続き確認中と表示されます。", shopShips: "支払い済みと通知され、発送します。",
    shopStaysPaid: "注文は支払い済みのままで、結果が通知されます。", shopIsCancelled: "キャンセルと通知され、発送しません。", shopWaits: "まだ発送しません。",
    staysCaptured: { "\($0)は確定済みのままです。" }, staysAuthorized: { "\($0)は与信のままです。期限までに確定してください。" },
    isCaptured: { "\($0)の売上を確定します。" }, isRefunded: { "\($0)を返金します。" }, isReleased: { "\($0)の与信を取り消します。" },
    goesBackLater: "返すお金はありません。後から届いた分は返します。", followsAnswer: "回答が明確な場合のみ動きます。", nothingMoves: "動きません。",
    countsAsDone: { "動きません。\($0)は実行済みとして扱われます。" },
    countsAsNotDone: "操作は実行されなかったものとして扱われ、再度要求できます。実際には実行されていた場合、お金が二重に動きます。",

    // Phases
    phaseOpen: "開始前", phaseSelecting: "選択中", phaseReviewing: "確認中", phaseAuthorizing: "手続き開始", phasePaying: "支払い中",
    phaseSettling: "確認待ち", phaseClosing: "終了処理中", phasePaid: "支払い済み", phaseDeclined: "拒否", phaseCancelled: "キャンセル",
    phaseExpired: "期限切れ", phaseHeld: "保留",
    nextStep: { phase in
      switch phase {
      case .open, .selecting, .reviewing, .unrecognised: "購入者が操作中です。お金は動いていません。購入者が離れた場合は自動で期限切れになります。"
      case .authorizing: "決済事業者に支払いページを要求しています。操作は必要ありません。"
      case .paying: "購入者は決済事業者の支払いページにいます。戻らない場合は、サーバーが決済事業者に問い合わせます。"
      case .settling: "サーバーが決済事業者に支払いを確認しています。支払い方法によっては数日かかります。まだ発送しないでください。"
      case .closing: "終了処理中です。お金が動いたかどうかを決済事業者に確認しています。操作は必要ありません。"
      case .paid: "お支払い済みです。商品を発送してください。"
      case .declined: "決済事業者に拒否されました。購入者は別の方法で支払えます。"
      case .cancelled: "支払いなしでキャンセルされました。操作は必要ありません。"
      case .expired: "支払いなしで期限切れになりました。操作は必要ありません。"
      case .held: "担当者の判断が必要です。それまでFerryはお金を動かさず、購入者には確認中と表示されます。"
      }
    },
    stepRespondBy: { "発送しないでください。\($0)までに異議申し立てに回答してください。" }, stepRespond: "発送しないでください。異議申し立てに回答してください。",
    stepUnderReview: "発送しないでください。異議申し立ては決済事業者または銀行が審査中です。",
    stepCapture: "お支払い済みです。商品を発送し、未確定の売上を確定してください。",
    stepRefunded: "全額が返金済みです。発送しないでください。",
    stepLost: { "異議申し立てが成立し、\($0)は購入者に戻りました。再度の返金はできません。この分は発送しないでください。" }, stepHeldCaptured: { "\($0)はすでに売上確定済みです。" },
    returnReleased: { "\($0)の与信を取り消しました。操作は必要ありません。" },
    returnDone: { "\($0)は購入者に返されました。操作は必要ありません。" }, returnUnderWay: { "\($0)を購入者に返しています。決済事業者が処理中です。" },
    returnFailed: { "\($0)を返せませんでした。もう一度試すか、決済事業者の管理画面で返金してから再度問い合わせてください。" },
    holdReason: { reason in
      switch reason {
      case .amountMismatch: "決済事業者の金額または通貨が、要求したものと異なります。両方を比べてから判断してください。"
      case .contradiction: "決済事業者から矛盾する報告がありました。決済事業者の管理画面で支払いをご確認ください。"
      case .lateMoney: "支払い済みまたは終了した注文に入金があり、返金に失敗しました。"
      case .unknownOutcome: "送信した要求の結果を確認できません。決済事業者の管理画面で支払いをご確認ください。"
      case .undecided: "決済事業者の判断が通常より遅れています。問い合わせは続き、判断が届けば反映されます。"
      }
    },

    // Refusals
    refusal: { refusal, time in
      switch refusal {
      case .operationUnderWay: "別の操作が処理中です。終了してからお試しください。"
      case .amountExceeded(let left): "残額\(left.display(.japanese))を超えています。"
      case .captureExceeded(let left, let most?):
        "売上確定額の残りは\(left.display(.japanese))です。\(most.display(.japanese))まで返金するには、戻って「売上確定額を超えて返金する」を選んでください。"
      case .captureExceeded(let left, nil):
        "売上確定額の残りは\(left.display(.japanese))です。このお支払いでは、それを超えて返金できません。"
      case .capturedInWhole(let whole): "この決済事業者では一部のみの確定はできません。\(whole.display(.japanese))を確定してください。"
      case .refundedInWhole(let whole, until: let end?):
        "\(time.text(end))までは全額返金のみ可能です。\(whole.display(.japanese))を返金するか、お待ちください。"
      case .refundedInWhole(let whole, until: nil): "全額返金のみ可能です。\(whole.display(.japanese))を返金してください。"
      case .nothingLeft(.notAuthorized): "まだ与信されていません。決済事業者が判断中です。"
      case .nothingLeft(.captured): "すべて確定済みです。"
      case .nothingLeft(.released(.lapsed)): "与信の期限が切れました。購入者の再度の支払いが必要です。"
      case .nothingLeft(.released): "与信は取り消され、保留中の金額はありません。"
      case .nothingLeft(.declined): "決済事業者が支払いを拒否しました。"
      case .nothingLeft(.notCaptured): "売上が確定していないため、返金できません。代わりに与信を取り消してください。"
      case .nothingLeft(.refunded): "すべて返金済み、または返金処理中です。"
      case .paymentDisputed(_, let left):
        "この金額には異議申し立てがあります。返金できるのは\(left.display(.japanese))です。"
      case .notDisputable: "売上が確定していないため、異議申し立ての対象がありません。"
      case .notAnswerable: "ここで回答できるのは、決済事業者から通知され、回答が必要な異議申し立てだけです。"
      case .invalidAmount: "金額は0より大きくしてください。"
      case .lines: "この数量はもう残っていません。ページを再読み込みしてください。"
      case .nothingToPay: "支払う金額がありません。"
      case .orderPaid: "この注文は別の決済で支払い済みです。この決済のお金は返金のみ可能です。"
      case .nothingToAccept: "受け入れられる入金がありません。決済事業者に再度問い合わせるか、返金してください。"
      case .notOverdue: "遅延はありません。お待ちになるか、決済事業者に問い合わせてください。"
      case .operationUndecided: "結果が不明な操作があります。先に、実行されたかどうかを判断してください。"
      case .operationNotFound: "この支払いにその操作はありません。"
      case .operationNotUnknown: "結果が不明な操作はありません。判断は必要ありません。"
      case .requestMayArrive(let end):
        "リクエストが決済事業者にこれから届く可能性があります。\(time.text(end))以降に、操作をもう一度確認してから判断してください。"
      case .operationNotConcerned: "この判断は決済全体に関するもので、個々の操作には使えません。"
      case .amountNotConcerned: "この判断では金額を指定できません。"
      case .amountDiffers(let asked, let reported):
        "要求した金額は\(asked.display(.japanese))ですが、決済事業者の報告額は\(reported.display(.japanese))です。\(reported.display(.japanese))を指定してください。"
      case .totalDiffers(let rise):
        "操作の要求後、決済事業者の合計額は\(rise.display(.japanese))増えています。それ以下の金額を指定するか、決済事業者に再度問い合わせてください。"
      case .wrongPhase, .reviewChanged, .operationReused, .money:
        "現在の状態ではできないか、状態が変わりました。もう一度ご確認ください。"
      }
    })
}
