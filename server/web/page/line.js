"use strict";

// The line to the server. The terminal sees one socket that never closes; behind it a line that was
// lost, or tells nothing, is replaced by another.

class Line extends EventTarget {
  constructor(url, Socket, page) {
    super();
    this.Socket = Socket;
    this.page = page;
    this.size = Object.fromEntries(new URL(url, location.href).searchParams);
    this.tries = 0; // lines since something was heard
    this.heard = 0;
    this.known = false; // whether the server was ever heard
    this.trouble = "lost";
    this.over = false;
    this.decoder = new TextDecoder();
    this.words = "";
    this.held = []; // what came since the app left its screen
    this.connect();
    for (const news of ["visibilitychange", "pageshow", "focus"]) {
      addEventListener(news, () => this.look());
    }
    addEventListener("online", () => this.over || this.connect());
    addEventListener("offline", () => this.offline());
    setInterval(() => Date.now() - this.heard > Line.QUIET && this.look(), Line.QUIET / 3);
  }

  connect() {
    clearTimeout(this.timer);
    const before = this.socket;
    const socket = new this.Socket(this.page.address(this.size));
    const on = (name, call) =>
      socket.addEventListener(name, (event) => socket === this.socket && call(event));
    socket.binaryType = "arraybuffer";
    on("open", () => this.dispatchEvent(new Event("open")));
    on("close", () => this.closed());
    on("message", (message) => this.read(message.data));
    this.socket = socket;
    this.begun = Date.now();
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), Line.ANSWER * Math.min(this.tries, 2));
    this.doubt();
    before?.close();
  }

  closed() {
    if (this.over) return;
    clearTimeout(this.timer);
    const pause = Line.PAUSES[Math.min(this.tries, Line.PAUSES.length - 1)];
    this.timer = setTimeout(() => this.connect(), pause);
    if (this.tries > 2) this.tell();
    else this.doubt();
  }

  // a line on which nothing is heard may be dead: a machine slept, or is in another network

  look() {
    if (this.over || document.visibilityState !== "visible") return;
    const { readyState } = this.socket;
    if (readyState === this.Socket.OPEN) this.ask();
    else if (readyState > this.Socket.OPEN || Date.now() - this.begun > Line.ANSWER) this.connect();
  }

  ask() {
    if (this.timer || this.over) return; // it has been asked
    this.socket.send(JSON.stringify(["ping", "" + Date.now()]));
    this.timer = setTimeout(() => this.connect(), Line.ANSWER);
    this.doubt();
  }

  doubt() {
    this.worry ||= setTimeout(() => this.tell(), Line.ANSWER);
  }

  tell() {
    clearTimeout(this.worry);
    this.worry = 0;
    if (this.known) this.page.trouble(navigator.onLine || this.trouble === "restart" ? this.trouble : "offline");
    else this.page.unreached();
  }

  offline() {
    if (this.over) return;
    this.page.trouble("offline");
    setTimeout(() => this.look(), Line.ANSWER); // a server in the house may still be there
  }

  read(data) {
    this.hear();
    if (typeof data !== "string") {
      this.note(this.decoder.decode(data, { stream: true }));
      this.show(data);
      this.page.painted(data.byteLength);
      return;
    }
    const [what, value] = JSON.parse(data);
    if (what === "end") this.end(value);
    else this.page.told(what, value);
  }

  // what leaves the app's screen waits for the reason: while a server restarts, the table stays

  show(data) {
    const text = new TextDecoder("latin1").decode(data); // a sign a byte
    const leaves = text.indexOf(LEAVES), enters = text.lastIndexOf(ENTERS);
    if (enters >= 0) this.held = [];
    if (this.held.length || leaves > enters) {
      const kept = this.held.length ? 0 : leaves;
      if (kept) this.paint(data.slice(0, kept));
      this.held.push(data.slice(kept));
    } else this.paint(data);
  }

  paint(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  hear() {
    clearTimeout(this.timer);
    clearTimeout(this.worry);
    this.timer = this.worry = 0;
    this.heard = Date.now();
    this.tries = 0;
    this.known = true;
    this.trouble = "lost";
    this.page.well();
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
    if (this.over) this.held.forEach((data) => this.paint(data));
    this.held = [];
    const words = (this.words || "").replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, "").trim();
    this.page.ended(reason, this.over, reason === "refused" ? words : "");
  }

  // what is typed and tapped is answered at once, by a picture or by the answer to what is asked

  send(text) {
    const [what, value] = JSON.parse(text);
    if (what === "resize") this.size = value;
    if (this.socket.readyState !== this.Socket.OPEN) return;
    this.socket.send(text);
    if (what === "stdin") this.ask();
  }

  say(...message) {
    this.send(JSON.stringify(message));
  }
}

const ENTERS = "\x1b[?1049h", LEAVES = "\x1b[?1049l"; // the app's screen
Line.ANSWER = 4000; // milliseconds until who says nothing is not there
Line.QUIET = 15000;
Line.PAUSES = [200, 500, 1000, 2000, 5000];
