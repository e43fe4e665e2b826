// The count sheet: values and total as one types, the keypad, a draft on this tablet, and a sheet that is sent until it
// has arrived. The server reads everything again; the key of the sheet makes sure that a pass is taken once.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("sheet");
  const status = document.getElementById("draft");
  const inputs = [...form.querySelectorAll("input[data-value]")];
  const name = `bote:${form.dataset.draft}`;
  const RETRY = 4000;

  // --- Values ------------------------------------------------------------------------------------------------------
  const figures = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
  const inDollars = () => form.elements.unit.value === "dollars";

  // `20*20+12` as in accounting/quantities.py; NaN for what that would refuse.
  const pieces = (text) =>
    text.split("+").reduce((sum, bundle) => sum + bundle.split("*").reduce((product, factor) =>
      product * (/^\d+$/.test(factor.trim()) ? Number(factor) : NaN), 1), 0);
  const cents = (input) => {
    const text = input.value.trim();
    if (!text) return 0;
    if (inDollars() || "amount" in input.dataset) {
      return /^[\d,]+(\.\d\d)?$/.test(text) ? Math.round(Number(text.replaceAll(",", "")) * 100) : NaN;
    }
    return pieces(text) * Number(input.dataset.value);
  };
  const show = () => {
    let total = 0;
    for (const input of inputs) {
      const value = cents(input);
      input.closest("tr").querySelector("output").value = Number.isNaN(value) ? "?" : figures.format(value / 100);
      total += Number.isNaN(value) ? 0 : value;
    }
    form.querySelector("[data-total]").value = figures.format(total / 100);
    const head = form.querySelector("[data-unit-head]");
    head.textContent = inDollars() ? head.dataset.dollars : head.dataset.pieces;
  };

  // --- The draft ---------------------------------------------------------------------------------------------------
  const KEPT = ["key", "unit", "nil", ...inputs.map((input) => input.name)];
  const say = (word, more = "") => { status.textContent = status.dataset[word] + more; };
  const keep = () => {
    const draft = { nil: form.elements.nil.checked };
    for (const field of KEPT) if (field !== "nil") draft[field] = form.elements[field].value;
    try { localStorage.setItem(name, JSON.stringify(draft)); } catch { return; }
    say("kept", ` ${new Date().toLocaleTimeString("en-GB")}`);
  };
  const bringBack = () => {
    let draft = null;
    try { draft = JSON.parse(localStorage.getItem(name)); } catch { return; }
    // A sheet that comes back refused shows what was sent.
    if (!draft || form.querySelector("[data-refusal], [aria-invalid]")) return;
    for (const field of KEPT) {
      if (field === "nil") form.elements.nil.checked = draft.nil;
      else if (draft[field] !== undefined) form.elements[field].value = draft[field];
    }
    if (inputs.some((input) => input.value)) say("back");
  };
  const forget = () => { try { localStorage.removeItem(name); } catch { /* nothing was kept */ } };

  // --- The keypad --------------------------------------------------------------------------------------------------
  let current = inputs[0];
  const next = () => {
    const following = inputs[inputs.indexOf(current) + 1];
    (following ?? form.querySelector("button[type=submit]")).focus();
    following?.select();
  };
  for (const input of inputs) {
    input.addEventListener("focus", () => { current = input; input.select(); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "ArrowDown") { event.preventDefault(); next(); }
      if (event.key === "ArrowUp") { event.preventDefault(); inputs[inputs.indexOf(input) - 1]?.focus(); }
    });
  }
  const keypad = form.querySelector(".keypad");
  keypad.hidden = false;
  // On glass our keypad stands in for the tablet's own, which would cover half the sheet.
  if (matchMedia("(pointer: coarse)").matches) for (const input of inputs) input.inputMode = "none";
  keypad.addEventListener("pointerdown", (event) => { if (event.target.closest("button")) event.preventDefault(); });
  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    if (!key) return;
    if (key === "next") return next();
    if (document.activeElement !== current) { current.focus(); current.setSelectionRange(current.value.length, current.value.length); }
    const [from, to] = [current.selectionStart, current.selectionEnd];
    if (key === "erase") current.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    else current.setRangeText(key, from, to, "end");
    current.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // --- Who counts: a PIN only for someone who is not signed in here ---------------------------------------------------
  const by = form.elements.by;
  const ask = () => {
    const me = by.value === by.dataset.me;
    document.getElementById("credential-field").hidden = me;
    form.elements.credential.required = !me;
  };
  by.addEventListener("change", ask);

  // --- Sending, again and again until it has arrived -------------------------------------------------------------------
  const button = form.querySelector("button[type=submit]");
  let waiting = null;
  const arrived = async (answer) => {
    const onward = answer.headers.get("HX-Redirect");
    if (onward) {
      // To the count: it is in. To the sign-in: it is not, and the draft stays.
      if (!onward.startsWith("/login")) forget();
      return location.assign(onward);
    }
    const said = new DOMParser().parseFromString(await answer.text(), "text/html");
    const refusal = said.querySelector("#refusal [data-refusal]");
    const wrong = [...said.querySelectorAll("p.wrong")].map((line) => line.textContent);
    button.removeAttribute("aria-busy");
    status.textContent = "";
    show_refusal(refusal?.innerHTML, wrong);
  };
  const show_refusal = (html, wrong) => {
    const box = document.createElement("div");
    box.className = "notice error";
    box.setAttribute("role", "alert");
    box.tabIndex = -1;
    if (html) box.innerHTML = html;
    for (const line of wrong) box.append(Object.assign(document.createElement("p"), { textContent: line }));
    document.getElementById("refusal").replaceChildren(box);
    box.focus();
  };
  const send = async () => {
    clearTimeout(waiting);
    waiting = null;
    button.setAttribute("aria-busy", "true");
    say("sending");
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } });
      if (answer.status >= 500) throw new Error(answer.statusText);
    } catch {
      say("waiting");
      waiting = setTimeout(send, RETRY);
      return;
    }
    await arrived(answer);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (waiting === null && button.getAttribute("aria-busy") === "true") return;
    keep();
    send();
  });
  window.addEventListener("online", () => { if (waiting !== null) send(); });

  form.addEventListener("input", (event) => {
    show();
    if (event.target !== form.elements.credential) keep();
  });
  // Fast hands type before a slow tablet has read this file: what they typed counts, not the draft of before.
  if (inputs.some((input) => input.value !== input.defaultValue)) keep(); else bringBack();
  show();
  ask();
});
