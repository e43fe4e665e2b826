// The board asks every second and a half. An answer, also "nothing new", is news; thirty seconds without one and the
// board says so. Figures roll up to a new amount; they go down only for a hit, and roll not at all with reduced motion.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const EVERY = 1500, STALE = 30_000, ROLL = 1200;
  const board = document.querySelector(".board");
  const [amount, posted, age, pending, what, stopped, estimate] =
    ["amount", "posted", "age", "pending", "pending-what", "stopped", "estimate"].map((id) => document.getElementById(id));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let version = board.dataset.version, cents = Number(board.dataset.cents), news = Date.now(), rolling = 0;

  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const write = (text) => {
    amount.textContent = text;
    amount.dataset.chars = text.length;
  };
  const roll = (to, text) => {
    const from = cents, began = performance.now(), turn = ++rolling;
    cents = to;
    if (still.matches || to <= from) return write(text);
    const frame = (now) => {
      if (turn !== rolling) return;
      const part = Math.min(1, (now - began) / ROLL);
      write(part < 1 ? dollars.format(Math.floor(from + (to - from) * part) / 100) : text);
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };
  const show = (state) => {
    roll(state.cents, state.amount);
    posted.textContent = state.posted;
    what.textContent = state.pending.join(" · ");
    pending.hidden = state.pending.length === 0;
    stopped.hidden = !state.stopped;
    estimate.textContent = state.estimate;
    estimate.hidden = !state.estimate;
  };
  const tell = () => {
    const silent = Date.now() - news;
    board.classList.toggle("stale", silent > STALE);
    const words = silent > STALE ? board.dataset.lost : board.dataset.age;
    age.textContent = words.replace("%s", new Date(news).toLocaleTimeString("en-GB", { timeZone: board.dataset.zone }));
  };
  const ask = async () => {
    try {
      const answer = await fetch(board.dataset.stateUrl, {
        headers: { "If-None-Match": version }, cache: "no-store", signal: AbortSignal.timeout(5000),
      });
      if (answer.ok) {
        version = answer.headers.get("ETag");
        show(await answer.json());
      }
      if (answer.ok || answer.status === 304) news = Date.now();
    } catch { /* No answer is no news. */ }
    tell();
    setTimeout(ask, EVERY);
  };
  setTimeout(ask, EVERY);
  setInterval(tell, 1000);
});
