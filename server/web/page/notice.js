"use strict";

// What the page says over its terminal, and what somebody can do about it.

class Notice {
  constructor(comeBack) {
    this.box = document.getElementById("notice");
    this.button = document.getElementById("back");
    this.touch = matchMedia("(pointer: coarse)").matches;
    this.button.addEventListener("click", () => {
      if (this.fresh) comeBack();
      location.reload();
    });
  }

  // `button`: "back" begins another session, "retry" loads the page again, which goes on with it;
  // `line`: whether to show the line for ssh; `text`: what a server said itself

  say(what, { button = "", line = false, text = "" } = {}) {
    this.hide(); // and from now on this notice tells what is wrong
    document.getElementById("why").textContent = text || this.box.dataset[what];
    document.getElementById("line").hidden = !line;
    this.fresh = button === "back";
    this.button.textContent = this.button.dataset[button || "back"];
    this.button.hidden = !button;
    this.box.hidden = false;
    if (button && !this.touch) this.button.focus();
  }

  hide() {
    document.getElementById("late")?.remove();
    this.box.hidden = true;
  }
}
