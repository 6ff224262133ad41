// The page around the terminal of textual.js: its size and font, its line to the server, which
// comes back by itself, a phone's keyboard and swipes, files to save, and notices.
"use strict";

(() => {
  const terminal = document.getElementById("terminal");
  const notice = document.getElementById("notice");
  const why = document.getElementById("why");
  const back = document.getElementById("back");
  const type = document.getElementById("type");
  const touch = matchMedia("(pointer: coarse)").matches;
  const typing = () => terminal.querySelector(".xterm-helper-textarea");

  // size: a phone upright gets 46 columns, anything else 80 or more, and at least 22 rows

  const WIDTH = 0.602, HEIGHT = 1.33, LARGEST = 16, LEAST = 8;

  function fontSize() {
    const upright = innerWidth < 600 && innerHeight > innerWidth;
    const wide = innerWidth / (upright ? 46 : 80) / WIDTH;
    const high = innerHeight / (upright ? 28 : 22) / HEIGHT;
    return Math.max(LEAST, Math.min(wide, high, LARGEST));
  }

  const size = fontSize();
  terminal.dataset.fontSize = size.toFixed(2);

  function settle() {
    const view = window.visualViewport;
    const keyboard = touch && view && view.height < innerHeight - 80;
    if (view) document.documentElement.style.setProperty("--height", view.height + "px");
    const fits = fontSize();
    if (!keyboard && Math.abs(fits - size) / size > 0.12) location.reload(); // turned round
  }

  if (window.visualViewport) {
    visualViewport.addEventListener("resize", () => {
      settle();
      dispatchEvent(new Event("resize"));
    });
  }

  // the page's name: a page that is loaded again goes on with its session

  function pageName(fresh) {
    let name = fresh ? null : sessionStorage.getItem("page");
    if (!name) {
      const bytes = crypto.getRandomValues(new Uint8Array(12));
      name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      sessionStorage.setItem("page", name);
    }
    return name;
  }

  // notices

  function say(what, { again = false, line = false } = {}) {
    why.textContent = what ? notice.dataset[what] : "";
    document.getElementById("line").hidden = !line;
    back.hidden = !again;
    notice.hidden = !what;
    if (again && !touch) back.focus();
  }

  back.addEventListener("click", () => {
    pageName(true);
    location.reload();
  });

  // the line to the server: the terminal sees one socket that never closes

  const Socket = window.WebSocket;
  const PAUSES = [200, 500, 1000, 2000, 5000];

  class Line extends EventTarget {
    constructor(url) {
      super();
      this.size = Object.fromEntries(new URL(url, location.href).searchParams);
      this.tries = 0;
      this.opened = false;
      this.over = false;
      this.connect();
      const soon = () => {
        if (document.visibilityState === "visible") this.hurry();
      };
      document.addEventListener("visibilitychange", soon);
      addEventListener("online", soon);
      addEventListener("pageshow", soon);
    }

    get readyState() {
      return this.socket.readyState;
    }

    address() {
      const url = new URL("/socket", location.href);
      url.protocol = url.protocol.replace("http", "ws");
      const light = matchMedia("(prefers-color-scheme: light)").matches;
      const query = { ...this.size, path: location.pathname, page: pageName(), light: light ? 1 : 0 };
      url.search = new URLSearchParams(query);
      return url;
    }

    connect() {
      this.socket = new Socket(this.address());
      this.socket.binaryType = "arraybuffer";
      this.socket.addEventListener("open", () => this.open());
      this.socket.addEventListener("close", () => this.closed());
      this.socket.addEventListener("message", (message) => this.read(message.data));
    }

    open() {
      this.tries = 0;
      this.opened = true;
      say("");
      this.dispatchEvent(new Event("open"));
      if (!touch) focus();
    }

    closed() {
      if (this.over) return;
      const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
      this.tries += 1;
      if (this.tries > 2) {
        if (this.opened) say("lost");
        else say("socket", { line: true });
      }
      this.timer = setTimeout(() => this.connect(), pause);
    }

    hurry() {
      if (this.over || this.socket.readyState < Socket.CLOSING) return;
      clearTimeout(this.timer);
      this.connect();
    }

    read(data) {
      if (typeof data !== "string") {
        entitle(new Uint8Array(data));
        this.dispatchEvent(new MessageEvent("message", { data }));
        return;
      }
      const [what, value] = JSON.parse(data);
      if (what === "keyboard") keyboard(value);
      else if (what === "file") save(value);
      else if (what === "end") this.end(value);
    }

    end(reason) {
      this.over = reason !== "restart";
      say(reason, { again: this.over });
    }

    send(text) {
      const [what, value] = JSON.parse(text);
      if (what === "resize") this.size = value;
      if (this.socket.readyState === Socket.OPEN) this.socket.send(text);
    }
  }

  window.WebSocket = Line;

  // the window's title, which terminals are told in the same bytes

  function entitle(bytes) {
    for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
      if (bytes[at + 1] !== 0x5d || bytes[at + 2] !== 0x32 || bytes[at + 3] !== 0x3b) continue;
      const end = bytes.indexOf(7, at);
      if (end > 0) document.title = new TextDecoder().decode(bytes.subarray(at + 4, end));
    }
  }

  function save({ name, type: kind, data }) {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // keys: those of the browser are left to it

  const OURS_NOT = /^(F5|F6|F7|F11|F12|BrowserBack|BrowserForward)$/;
  const WITH_CONTROL = /^[0-9+=rtnwlfpsjvgho-]$|^(Tab|PageUp|PageDown)$/i;

  addEventListener(
    "keydown",
    (event) => {
      const control = event.ctrlKey || event.metaKey;
      const walks = event.altKey && /^(ArrowLeft|ArrowRight|Home)$/.test(event.key);
      const theirs = OURS_NOT.test(event.key) || walks;
      if (theirs || (control && WITH_CONTROL.test(event.key))) event.stopImmediatePropagation();
    },
    true,
  );

  function focus() {
    const field = typing();
    if (field) field.focus({ preventScroll: true });
  }

  addEventListener("focus", () => touch || focus());

  // a phone: its keyboard comes only when a text is asked for, and swipes turn the wheel

  function keyboard(asked) {
    if (!touch) return;
    const field = typing();
    if (!field) return;
    field.inputMode = asked ? "text" : "none";
    type.hidden = !asked;
    if (asked) focus();
    else field.blur();
  }

  type.addEventListener("click", focus);

  const STEP = 24;
  let last = null;

  terminal.addEventListener(
    "touchstart",
    (event) => {
      last = event.touches.length === 1 ? event.touches[0].clientY : null;
    },
    { passive: true },
  );
  terminal.addEventListener(
    "touchmove",
    (event) => {
      if (last === null) return;
      const { clientX, clientY } = event.touches[0];
      const steps = Math.trunc((last - clientY) / STEP);
      if (!steps) return;
      last -= steps * STEP;
      const screen = terminal.querySelector(".xterm-screen");
      const turn = { deltaY: Math.sign(steps) * 120, clientX, clientY, bubbles: true, cancelable: true };
      for (let step = 0; step < Math.abs(steps); step += 1) {
        screen.dispatchEvent(new WheelEvent("wheel", turn));
      }
    },
    { passive: true },
  );

  // the terminal itself, once its font is there

  function start() {
    const script = document.createElement("script");
    script.src = "/page/textual.js";
    script.onload = () => {
      const begin = window.onload;
      if (document.readyState === "complete" && begin) begin();
      if (touch) {
        typing().inputMode = "none";
        typing().addEventListener("focus", () => type.hidden && typing().blur());
      }
      settle();
      addEventListener("resize", settle);
    };
    document.head.append(script);
  }

  const loaded = () => document.fonts.load("16px 'Roboto Mono'").then(start, start);
  if (document.readyState === "complete") loaded();
  else addEventListener("load", loaded);
})();
