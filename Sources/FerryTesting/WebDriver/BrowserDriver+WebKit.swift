#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BrowserDriver {
  /// WebKitGTK's own MiniBrowser on a screen that nobody sees, by WebKitWebDriver. That takes a port and says nothing, so a
  /// shell chooses one, below those that the system gives to connections, and says when it is listened to. It is the one for
  /// GTK 3, for that of GTK 4 takes no clicks from a driver; the engine is the same.
  public static let webKit = BrowserDriver(
    executable: "bash",
    arguments: [
      "-c",
      """
      port=$((20000 + $$ % 12000))
      LANG=C.UTF-8 xvfb-run -a WebKitWebDriver --port=$port &
      for _ in {1..300}; do
        kill -0 $! 2>/dev/null || exit 1
        if (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; then echo "WebKit listens on port $port"; wait; exit; fi
        sleep 0.1
      done
      echo "WebKitWebDriver does not listen"
      kill $!
      """,
    ],
    announcement: "WebKit listens on port ",
    installation: "`make setup` installs it (on Debian: webkit2gtk-driver and xvfb)",
    hasDevTools: false
  ) { _ in
    ["webkitgtk:browserOptions": ["binary": .string(miniBrowser), "args": ["--automation"]]]
  }

  /// Debian keeps it in a folder of the machine's architecture.
  private static var miniBrowser: String {
    let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)/webkit2gtk-4.1/MiniBrowser" }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "MiniBrowser"
  }
}
