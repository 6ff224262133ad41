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

  // size: cells are whole pixels of the screen, so that lines are sharp and fill the window

  const ADVANCE = 1229 / 2048, HEIGHT = 1.33; // of the font's letters
  const LARGEST = 16, LEAST = 8;
  const MOST_COLUMNS = 240, MOST_ROWS = 80; // the server paints no more
  const TURNED = 0.02, RESIZED = 0.12; // by how much a better size differs that is worth a reload
  const LEAST_ROWS = 20; // a table needs them, whatever a phone's keyboard leaves

  function fontSize() {
    const upright = innerWidth < 600 && innerHeight > innerWidth;
    const [columns, rows] = upright ? [45, 28] : [80, 22]; // 45: six cards with their words
    const wide = innerWidth / columns / ADVANCE;
    const high = innerHeight / rows / HEIGHT;
    const huge = Math.max(innerWidth / MOST_COLUMNS / ADVANCE, innerHeight / MOST_ROWS / HEIGHT);
    const size = Math.max(LEAST, Math.min(wide, high, LARGEST), huge);
    const round = size === huge ? Math.ceil : Math.floor;
    const cell = round(size * ADVANCE * devicePixelRatio);
    return (cell + 0.1) / devicePixelRatio / ADVANCE;
  }

  const pixels = (length) => Math.ceil(length * devicePixelRatio) / devicePixelRatio;
  const size = fontSize();
  const width = innerWidth;
  terminal.dataset.fontSize = size.toFixed(3);

  function settle() {
    const view = window.visualViewport;
    if (view && view.scale < 1.01) {
      const { style } = document.documentElement;
      const least = Math.ceil(LEAST_ROWS * pixels(HEIGHT * size)) + 1; // 1: as it is rounded once more
      const height = Math.max(view.height, touch ? least : 0);
      style.setProperty("--height", height + "px");
      style.setProperty("--top", view.offsetTop + view.height - height + "px");
    }
    offerKeyboard();
    const turned = !touch || innerWidth !== width; // a keyboard takes height alone
    const change = Math.abs(fontSize() - size) / size;
    if (turned && change > (touch ? TURNED : RESIZED)) location.reload();
  }

  if (window.visualViewport) {
    visualViewport.addEventListener("scroll", settle);
    visualViewport.addEventListener("resize", () => {
      settle();
      dispatchEvent(new Event("resize"));
    });
  }

  // the page's name: a page that is loaded again goes on with its session, another link begins one

  function pageName(fresh) {
    const kept = "page " + location.pathname;
    let name = fresh ? null : sessionStorage.getItem(kept);
    if (!name) {
      const bytes = crypto.getRandomValues(new Uint8Array(12));
      name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      sessionStorage.setItem(kept, name);
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

  const NAME = document.title;

  // the line to the server: the terminal sees one socket that never closes

  const Socket = window.WebSocket;
  const PAUSES = [200, 500, 1000, 2000, 5000];
  const QUIET = 15000, ANSWER = 4000;
  const SHOWN = 100; // milliseconds until what came is on the screen
  const FRAME = 150, WHOLE = 1000; // bytes that only a frame has, and only one of the whole screen

  class Line extends EventTarget {
    constructor(url) {
      super();
      this.size = Object.fromEntries(new URL(url, location.href).searchParams);
      this.tries = 0;
      this.heard = 0;
      this.trouble = "socket";
      this.over = false;
      this.decoder = new TextDecoder();
      this.words = "";
      this.connect();
      for (const news of ["visibilitychange", "online", "pageshow", "focus"]) {
        addEventListener(news, () => this.look());
      }
      setInterval(() => Date.now() - this.heard > QUIET && this.look(), QUIET);
    }

    address() {
      const url = new URL("/socket", location.href);
      url.protocol = url.protocol.replace("http", "ws");
      const light = matchMedia("(prefers-color-scheme: light)").matches;
      const query = { ...this.size, path: location.pathname, page: pageName(), light: light ? 1 : 0, touch: touch ? 1 : 0 };
      url.search = new URLSearchParams(query);
      return url;
    }

    connect() {
      clearTimeout(this.timer);
      const socket = new Socket(this.address());
      const on = (name, call) =>
        socket.addEventListener(name, (event) => socket === this.socket && call(event));
      socket.binaryType = "arraybuffer";
      on("open", () => this.open());
      on("close", () => this.closed());
      on("message", (message) => this.read(message.data));
      this.socket = socket;
    }

    open() {
      this.tries = 0;
      this.trouble = "lost";
      this.heard = Date.now();
      say("");
      this.dispatchEvent(new Event("open"));
      if (!touch) focus();
    }

    closed() {
      if (this.over) return;
      const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
      this.tries += 1;
      if (this.tries > 2) say(this.trouble, { line: this.trouble === "socket" });
      this.timer = setTimeout(() => this.connect(), pause);
    }

    // a line that nothing is heard of may be dead: a machine slept, or is in another network

    look() {
      if (this.over || document.visibilityState !== "visible") return;
      const socket = this.socket;
      if (socket.readyState > Socket.OPEN) this.connect();
      if (socket.readyState !== Socket.OPEN) return;
      const asked = Date.now();
      socket.send(JSON.stringify(["ping", "" + asked]));
      setTimeout(() => {
        if (socket === this.socket && this.heard < asked && !this.over) this.connect();
      }, ANSWER);
    }

    read(data) {
      this.heard = Date.now();
      if (typeof data !== "string") {
        this.note(this.decoder.decode(data, { stream: true }));
        this.dispatchEvent(new MessageEvent("message", { data }));
        if (data.byteLength > FRAME) painted(data.byteLength > WHOLE);
        return;
      }
      const [what, value] = JSON.parse(data);
      if (what === "keyboard") keyboard(value);
      else if (what === "file") save(value);
      else if (what === "end") this.end(value);
    }

    // of what its terminal is told the page needs the title, and words outside the app's screen

    note(text) {
      const title = /\x1b\]2;([^\x07]*)\x07/.exec(text);
      if (title) document.title = title[1];
      if (text.includes("\x1b[?1049h")) this.words = null;
      const [, after] = text.split("\x1b[?1049l");
      if (after !== undefined) this.words = after;
      else if (this.words !== null) this.words += text;
    }

    end(reason) {
      this.over = reason !== "restart";
      this.trouble = reason;
      keyboard(false);
      document.title = NAME;
      document.body.classList.remove("painted");
      say(reason, { again: this.over });
      const words = (this.words || "").replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, "").trim();
      if (reason === "refused" && words) why.textContent = words;
    }

    send(text) {
      const [what, value] = JSON.parse(text);
      if (what === "resize") this.size = value;
      if (this.socket.readyState === Socket.OPEN) this.socket.send(text);
    }
  }

  window.WebSocket = Line;

  // the terminal is seen once something is painted; what it leaves of the window has its ground

  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  function painted(whole) {
    document.body.classList.add("painted");
    if (whole) setTimeout(takeGround, SHOWN, 20);
  }

  function takeGround(tries) {
    const canvas = terminal.querySelector(".xterm-screen canvas");
    if (!canvas || !document.body.classList.contains("painted")) return;
    pixel.drawImage(canvas, 0, canvas.height - 1, 1, 1, 0, 0, 1, 1);
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
    if (!(red + green + blue) && tries) { // it is not on the screen yet
      setTimeout(takeGround, SHOWN, tries - 1);
      return;
    }
    const ground = `rgb(${red}, ${green}, ${blue})`;
    const root = document.documentElement;
    root.style.setProperty("--ground", ground);
    root.dataset.scheme = red + 2 * green + blue > 4 * 127 ? "light" : "dark";
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = ground;
  }

  function save({ name, type: kind, data }) {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // the clipboard is written to and never read; where pages have none, the old way does it

  const { clipboard } = navigator;

  async function writeText(text) {
    try {
      await clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      if (!touch) focus();
    }
  }

  const readText = async () => "";
  Object.defineProperty(navigator, "clipboard", { value: { readText, writeText } });

  // keys: those of the browser are left to it

  const OURS_NOT = /^(F([4-9]|1[0-2])|Browser.*)$/;
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

  let asked = false;
  let tallest = 0;

  function keyboard(wanted) {
    const field = typing();
    if (!touch || !field) return;
    asked = wanted;
    field.inputMode = asked ? "text" : "none";
    if (asked) focus();
    else field.blur();
    offerKeyboard();
  }

  // some phones show their keyboard only to whoever taps for it

  function offerKeyboard() {
    if (!touch) return;
    const height = window.visualViewport ? visualViewport.height : innerHeight;
    if (innerWidth === width) tallest = Math.max(tallest, height);
    type.hidden = !asked || height < tallest - 80;
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
        typing().addEventListener("focus", () => asked || typing().blur());
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
