import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// Serves the bridge's script at an address that does not change.
struct BridgeRoutes: Sendable {
  func add(to router: some RouterMethods<some RequestContext>) {
    let file = Response(
      "text/javascript; charset=utf-8", BridgeScript.bytes, headers: [.cacheControl: "public, max-age=300"])
    router.get("/ferry/bridge.js") { _, _ in file }
  }
}

/// A shop's page talks to the app around it with this script. Shops load it from `/ferry/bridge.js`.
///
/// The page asks for a challenge, hands over the answer of its backend, and asks for the state. Only the app has URLs and the
/// verifier. A page may replace `cover`, `uncover` and `onChange`.
private enum BridgeScript {
  static let bytes: [UInt8] = {
    let words = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, $0.buyerTexts.inProgress) })
    let script: HTML = "(\(HTML(trusted: function)))(\(json: words));\n"
    return script.bytes
  }()

  /// Takes the words of the cover, by language.
  private static let function: StaticString = """
    (texts) => {
      "use strict";
      if (window.ferry) return;

      const apple = window.webkit?.messageHandlers?.ferry;
      const android = window.androidApp;

      // Android's bridge has no replies: the app calls ferryReply with the number of the message.
      const waiting = new Map();
      let last = 0;
      const send = async (type, content = {}) => {
        const message = { v: 1, type, ...content };
        let reply;
        if (apple) {
          reply = await apple.postMessage(message);
        } else if (android) {
          const id = String(++last);
          reply = await new Promise((resolve) => {
            waiting.set(id, resolve);
            android.postMessage(JSON.stringify({ ...message, id }));
          });
        } else {
          throw new Error("This page is not in an app.");
        }
        const answer = typeof reply === "string" ? JSON.parse(reply) : reply;
        if (!answer || answer.error) throw new Error(answer?.error ?? "The app gave no answer.");
        return answer;
      };

      let cover;
      const ferry = {
        isInApp: Boolean(apple || android),

        /// A challenge for the checkout that the shop's backend is about to create.
        prepare: async () => (await send("prepare")).challenge,

        /// Opens the secure browser. The page is covered first: it stays loaded until the buyer comes back, and nothing on it
        /// may be pressed meanwhile.
        open: async (handoff) => {
          ferry.cover();
          try {
            return await send("open", handoff);
          } catch (error) {
            ferry.uncover();
            throw error;
          }
        },

        state: async () => (await send("state")).state,

        cover: () => {
          if (cover) return;
          const text = texts[document.documentElement.lang] ?? texts.en;
          cover = document.createElement("dialog");
          cover.setAttribute("aria-live", "polite");
          Object.assign(cover.style, {
            position: "fixed", inset: "0", width: "100%", height: "100%", maxWidth: "none", maxHeight: "none",
            margin: "0", border: "0", padding: "0", display: "grid", placeContent: "center", textAlign: "center",
            background: "Canvas", color: "CanvasText", font: "inherit",
          });
          for (const [name, content] of [["h1", text.title], ["p", text.advice]]) {
            const part = document.createElement(name);
            part.textContent = content;
            part.style.margin = "0 1.5rem 1rem";
            cover.append(part);
          }
          cover.addEventListener("cancel", (event) => event.preventDefault());
          document.body.append(cover);
          cover.showModal();
        },

        uncover: () => {
          cover?.remove();
          cover = undefined;
        },

        /// Called when the app says that something has changed.
        onChange: () => {},
      };
      window.ferry = ferry;

      const apply = (state) => { if (state.covered) ferry.cover(); else ferry.uncover(); };

      const define = (name, value) => Object.defineProperty(window, name, { value, writable: false });
      define("ferryState", (state) => { apply(state); ferry.onChange(state); });
      define("ferryReply", (id, reply) => { waiting.get(id)?.(reply); waiting.delete(id); });

      // The page may have been loaded again, or frozen, while the secure browser is open.
      const ask = () => { if (ferry.isInApp) ferry.state().then(apply, () => {}); };
      addEventListener("pageshow", ask);
    }
    """
}
