/// The names of the shops that are set up.
package struct ShopNames {
  /// What the shops' settings go by. A name that cannot be is taken for the nearest one that can, so that the settings of
  /// its shop are looked over together with all others.
  package let ids: [String]
  /// Whether every shop has a name here, sound or not.
  package let isComplete: Bool
  /// Whether they are written as they must be.
  package let isSound: Bool

  package init(_ written: [String]) {
    let nearest = written.map { name in
      name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    isComplete = !written.isEmpty && !nearest.contains("")
    var seen: Set<String> = []
    ids = nearest.filter { !$0.isEmpty && seen.insert($0).inserted }
    isSound = ids == written && ids.allSatisfy { $0.utf8.count <= 32 }
  }
}
