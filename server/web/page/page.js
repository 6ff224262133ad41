"use strict";

// The page around the terminal of textual.js: its size and font, a phone's keyboard and swipes,
// files to save, and what is said when the start fails.

(() => {
  const terminal = document.getElementById("terminal");
  const asked = document.getElementById("asked");
  const type = document.getElementById("type");
  const SOCKET = terminal.dataset.sessionWebsocketUrl;
  const touch = matchMedia("(pointer: coarse)").matches;

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
    const zoomed = view && view.scale > 1.01;
    terminal.classList.toggle("zoomed", zoomed);
    if (zoomed) return;
    if (view) {
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

  const kept = {}; // where the browser stores nothing a page that is loaded again begins a session

  function pageName(fresh) {
    const key = "page " + location.pathname;
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const another = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    try {
      const name = (!fresh && sessionStorage.getItem(key)) || another;
      sessionStorage.setItem(key, name);
      return name;
    } catch {
      kept[key] = (!fresh && kept[key]) || another;
      return kept[key];
    }
  }

  // notices

  const notice = new Notice(() => pageName(true));
  const NAME = document.title;
  let line = null;

  async function unreached() {
    const what = await whyUnreached();
    if (line.known || line.over) return;
    notice.say(what, { button: "retry", line: true });
  }

  // what a server says to a request for its socket that asks for none

  async function whyUnreached() {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), Line.ANSWER);
    try {
      const { status } = await fetch(`${SOCKET}?why`, { cache: "no-store", signal: stop.signal });
      return { 400: "cookies", 426: "socket", 429: "busy", 503: "busy" }[status] || "unreached";
    } catch {
      return navigator.onLine ? "unreached" : "offline";
    }
  }

  // the line to the server, in place of the terminal's socket

  const Socket = window.WebSocket;
  const light = matchMedia("(prefers-color-scheme: light)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const FRAME = 150, WHOLE = 1000; // bytes that only a frame has, and only one of the whole screen
  const SHOWN = 100; // milliseconds until what came is on the screen
  const look = () => ({ light: light.matches ? 1 : 0, still: still.matches ? 1 : 0 });

  const page = {
    unreached,

    address(size) {
      const url = new URL(SOCKET, location.href);
      url.protocol = url.protocol.replace("http", "ws");
      const asked = { path: location.pathname, page: pageName(), touch: touch ? 1 : 0 };
      url.search = new URLSearchParams({ ...size, ...asked, ...look() });
      return url;
    },

    trouble(what) {
      notice.say(what);
    },

    well() {
      notice.hide();
    },

    painted(size) {
      if (size > FRAME) painted(size > WHOLE);
    },

    told(what, value) {
      if (what === "keyboard") keyboard(value);
      else if (what === "asked") asked.textContent = value;
      else if (what === "file") save(value);
    },

    ended(reason, over, text) {
      keyboard("");
      document.title = NAME;
      if (over) document.body.classList.remove("painted");
      notice.say(reason, { button: over ? "back" : "", text });
    },
  };

  window.WebSocket = class {
    constructor(url) {
      line = new Line(url, Socket, page);
      line.addEventListener("open", () => touch || focus());
      return line;
    }
  };

  for (const news of [light, still]) {
    news.addEventListener("change", () => line?.say("look", look()));
  }

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
    typing?.field.focus({ preventScroll: true });
  }

  addEventListener("focus", () => touch || focus());

  // a phone: its keyboard comes only when a text is asked for, and swipes turn the wheel

  let typing = null;
  let tallest = 0;

  function keyboard(kind) {
    if (!typing) return;
    typing.ask(kind);
    if (!touch) return;
    typing.field.inputMode = kind ? "text" : "none";
    if (kind) focus();
    else typing.field.blur();
    offerKeyboard();
  }

  // some phones show their keyboard only to whoever taps for it

  function offerKeyboard() {
    if (!touch) return;
    const height = window.visualViewport ? visualViewport.height : innerHeight;
    if (innerWidth === width) tallest = Math.max(tallest, height);
    type.hidden = !typing?.asked || height < tallest - 80;
  }

  type.addEventListener("click", focus);

  const STEP = 24;
  let last = null;

  terminal.addEventListener(
    "touchstart",
    (event) => {
      const one = event.touches.length === 1 && !terminal.classList.contains("zoomed");
      last = one ? event.touches[0].clientY : null;
    },
    { passive: true },
  );
  terminal.addEventListener(
    "touchmove",
    (event) => {
      if (last === null || event.touches.length > 1) return;
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

  // the terminal itself, once its font is there; where it cannot start the page says so

  const broken = () => line?.known || notice.say("broken", { button: "retry", line: true });

  function start() {
    const script = document.createElement("script");
    script.src = terminal.dataset.script;
    script.onload = ready;
    script.onerror = broken;
    document.head.append(script);
  }

  function ready() {
    const begin = window.onload;
    if (document.readyState === "complete" && begin) begin();
    const field = terminal.querySelector(".xterm-helper-textarea");
    typing = new Typing(field, (keys) => line.say("stdin", keys));
    if (touch) {
      field.inputMode = "none";
      field.addEventListener("focus", () => typing.asked || field.blur());
    }
    settle();
    addEventListener("resize", settle);
  }

  addEventListener("error", broken);
  addEventListener("unhandledrejection", broken);
  if (!Socket) {
    notice.say("socket", { button: "retry", line: true });
    return;
  }
  const loaded = () => document.fonts.load("16px 'Roboto Mono'").then(start, start);
  if (document.readyState === "complete") loaded();
  else addEventListener("load", loaded);
})();
