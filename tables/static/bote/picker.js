// The card picker: a card that lies at one spot cannot be picked for another, and a spot takes five. The server checks
// all of it again; this only spares people the trip.
"use strict";

(() => {
  const HAND = 5;

  const update = (picker) => {
    const cards = [...picker.querySelectorAll("[data-card]")];
    const taken = new Map();
    const many = new Map();
    for (const card of cards.filter((card) => card.checked)) {
      taken.set(card.value, card.name);
      many.set(card.name, (many.get(card.name) ?? 0) + 1);
    }
    for (const card of cards) {
      const elsewhere = taken.has(card.value) && taken.get(card.value) !== card.name;
      const full = (many.get(card.name) ?? 0) >= HAND;
      card.disabled = !card.checked && (elsewhere || full);
    }
  };

  document.addEventListener("change", (event) => {
    const picker = event.target.closest("[data-picker]");
    if (picker) update(picker);
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-picker]").forEach(update));
})();
