internal import FerryCore

/// What the phone itself says, in its owner's language.
enum DeviceText {
  case done, swipeDown, openInSafari, reload
  case question(app: String), cancel, open
  case nothingStolen, stolen(Int)

  func callAsFunction(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .done: "Done"
    case .swipeDown: "Swipe down"
    case .openInSafari: "Open in Safari"
    case .reload: "Reload"
    case .question(let app): "Open this page in “\(app)”?"
    case .cancel: "Cancel"
    case .open: "Open"
    case .nothingStolen: "Nothing stolen yet."
    case .stolen(let count): "Stolen links: \(count)"
    }
  }

  private var japanese: String {
    switch self {
    case .done: "完了"
    case .swipeDown: "下にスワイプ"
    case .openInSafari: "Safariで開く"
    case .reload: "再読み込み"
    case .question(let app): "このページを“\(app)”で開きますか？"
    case .cancel: "キャンセル"
    case .open: "開く"
    case .nothingStolen: "まだ何も盗まれていません。"
    case .stolen(let count): "盗まれたリンク：\(count)"
    }
  }
}
