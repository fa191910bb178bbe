import FerryModule
import FerrySQLite
import Foundation

/// Whether the database can be written, and is of a version that this program reads. Nothing is changed.
enum DatabaseCheck {
  static func finding(_ path: String) async -> Finding {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return .warning(
        .database, folder, "There is no such folder.", "Make it, and give it to the user that Ferry runs as.")
    }
    guard isFolder.boolValue, files.isWritableFile(atPath: folder) else {
      return .error(
        .database, folder, "This user cannot write there.", "Give the folder to the user that Ferry runs as.")
    }
    guard files.fileExists(atPath: path) else {
      return .warning(
        .database, path, "There is none.",
        "If there was one, its disk may not be mounted. `ferry database create` makes a new, empty one.")
    }
    guard files.isWritableFile(atPath: path) else {
      return .error(.database, path, "This user cannot write it.", "Give the file to the user that Ferry runs as.")
    }
    do {
      try await StoredForm.explaining(path) { _ = try await SQLiteReader(path: path).lastPosition() }
      return .ok(.database, path, "It can be read and written, by Ferry \(FerryVersion.text).")
    } catch {
      return .error(.database, path, "It cannot be used.", "\(error)")
    }
  }
}
