"use strict";

// Text from keyboards that change what was typed: phones correct words, make a full stop of two
// spaces, and compose. Whatever their events say, the field holds the text; so it is compared with
// what was sent of it: what is gone is erased by backspaces, what is new is sent.

class Typing {
  constructor(field, send) {
    this.field = field;
    this.send = send;
    this.asked = ""; // the kind of text that the app asks for: then letters go into the field too
    this.sent = "";
    this.composing = false;
    this.entered = false; // what a keyboard still says of a text that was entered is sent no more
    this.last = ""; // that text, as the keyboard had it at last
    const on = (name, call) =>
      addEventListener(name, (event) => event.target === field && call(event), true);
    on("keydown", (event) => this.pressed(event));
    on("keypress", (event) => this.taken && event.stopImmediatePropagation());
    on("compositionstart", (event) => this.compose(event, true));
    on("compositionupdate", (event) => event.stopImmediatePropagation());
    on("compositionend", (event) => this.compose(event, false));
    on("input", (event) => this.changed(event));
    on("paste", (event) => event.preventDefault()); // the terminal sends it, in one piece
    on("blur", () => this.forget());
  }

  ask(kind) {
    this.asked = kind || "";
    this.forget();
  }

  // keys that type go into the field; others are the terminal's, and then the field tells nothing

  pressed(event) {
    const { key } = event;
    const soft = event.keyCode === 229 || Typing.SOFT.test(key);
    const bare = !event.ctrlKey && !event.altKey && !event.metaKey;
    const enters = bare && !soft && key === "Enter" && (this.asked || this.composing);
    const types = bare && this.asked && key.length === 1;
    const erases = bare && key === "Backspace" && this.field.value;
    this.taken = Boolean(soft || enters || types || erases);
    if (!this.composing && !soft) this.entered = false;
    if (this.taken) event.stopImmediatePropagation();
    if (enters) {
      event.preventDefault();
      this.enter();
    } else if (!this.taken && !Typing.HELD.test(key)) {
      this.forget();
    }
  }

  compose(event, begins) {
    event.stopImmediatePropagation();
    this.composing = begins;
    if (begins) {
      this.entered = false;
      return;
    }
    if (!this.entered) this.update();
    if (this.entered || !this.asked) this.forget();
  }

  changed(event) {
    event.stopImmediatePropagation();
    // Safari takes a composed text away before it puts the same in its place
    if (event.inputType === "deleteCompositionText") return;
    if (this.entered) {
      if (this.composing) {
        this.last = this.field.value;
        return;
      }
      this.entered = Typing.LATE.test(event.inputType) || this.repeats();
      if (this.entered) {
        this.forget();
        return;
      }
    }
    if (this.composing && !this.asked) return; // keys that command are sent once they are certain
    this.update();
    if (!this.composing && !this.asked) this.forget();
  }

  update() {
    const [text, ...after] = this.field.value.split("\n");
    this.replace(text.normalize("NFC")); // as the app keeps it, where one backspace erases one sign
    if (after.length) this.enter();
  }

  replace(text) {
    const before = Array.from(this.sent), now = Array.from(text);
    let same = 0;
    while (same < now.length && before[same] === now[same]) same += 1;
    const gone = before.slice(same).filter((sign) => this.takes(sign));
    const keys = "\x7f".repeat(gone.length) + now.slice(same).join("");
    this.sent = text;
    if (keys) this.send(keys);
  }

  // the app refuses some signs with a reason; where it never had one, there is none to erase

  takes(sign) {
    return !Typing.REFUSED[this.asked]?.test(sign);
  }

  // the field was emptied: the whole text can only come once more from the keyboard's memory

  repeats() {
    const { last } = this;
    this.last = "";
    return last !== "" && this.field.value.startsWith(last);
  }

  enter() {
    this.last = this.sent;
    this.send("\r");
    this.entered = true;
    this.forget();
  }

  forget() {
    if (!this.composing) this.field.value = ""; // else the keyboard would begin its text anew
    this.sent = this.field.value;
  }
}

Typing.SOFT = /^(Unidentified|Process|Dead)$/; // keys of which only the field tells what they type
Typing.HELD = /^(Shift|CapsLock|Alt|AltGraph|Control|Meta|Fn)$/;
Typing.LATE = /^insert(ReplacementText|LineBreak|Paragraph|FromComposition)$/;
Typing.REFUSED = { name: /[^\p{Script=Latin}\p{M}\d_-]/u, code: /[^A-Za-z0-9]/ };
