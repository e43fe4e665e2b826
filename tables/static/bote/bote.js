// What every page needs of script: nothing here decides anything, and every page can be read and used without it.
"use strict";

(() => {
  // Buttons that print the page they are on.
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // A form is sent once: a second tap on the same button waits for the answer of the first.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || event.target.hasAttribute("hx-post")) return;
    if (button.getAttribute("aria-busy") === "true") return event.preventDefault();
    button.setAttribute("aria-busy", "true");
  });
  // The browser's back button brings the page as it was left, busy button and all.
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
  });

  // What was refused is read first.
  const refusal = () => document.querySelector("[data-refusal]")?.focus();
  document.addEventListener("DOMContentLoaded", refusal);
  document.addEventListener("htmx:afterSettle", refusal);

  const offline = () => {
    const banner = document.getElementById("offline");
    if (banner) banner.hidden = navigator.onLine;
  };
  window.addEventListener("online", offline);
  window.addEventListener("offline", offline);
  document.addEventListener("DOMContentLoaded", offline);

  // On a narrow screen the navigation runs off to the right: the page one is on is brought into sight.
  document.addEventListener("DOMContentLoaded", () => {
    const [rail, here] = [document.querySelector(".rail"), document.querySelector(".rail [aria-current]")];
    if (here) rail.scrollLeft = here.offsetLeft - (rail.clientWidth - here.offsetWidth) / 2;
  });
})();
