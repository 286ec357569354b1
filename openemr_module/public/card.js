/* Fills the dashboard's card with counts. Text nodes only; whatever goes wrong becomes one sentence in the card. */
(function () {
  "use strict";

  function keepSession() {
    try {
      if (window.top && typeof window.top.restoreSession === "function") {
        window.top.restoreSession();
      }
    } catch (ignored) {
      /* framed by another origin: there is no session to restore */
    }
  }

  function sentence(card, counts) {
    var parts = [];
    [
      ["read", counts.documents.read, true],
      ["waiting", counts.documents.waiting, false],
      ["failed", counts.documents.failed, false],
      ["review", counts.review, false],
    ].forEach(function (part) {
      if (Number(part[1]) > 0 || part[2]) {
        parts.push(card.dataset[part[0]] + ": " + String(Number(part[1])));
      }
    });
    return parts.join(" · ");
  }

  function fill(card) {
    var line = card.querySelector("[role=status]");
    keepSession();
    fetch(card.dataset.api, {
      method: "POST",
      credentials: "same-origin",
      cache: "no-store",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({
        action: "overview",
        pid: Number(card.dataset.pid),
        csrf_token_form: card.dataset.csrf,
      }),
    })
      .then(function (response) {
        return response.json().then(function (body) {
          if (!response.ok) {
            throw new Error(body && body.error && body.error.message ? body.error.message : card.dataset.silent);
          }
          return sentence(card, body);
        });
      })
      .then(function (words) {
        line.textContent = words;
      })
      .catch(function (problem) {
        /* a sentence of the module; an error of the browser's own is no sentence for a clinician */
        line.textContent = problem instanceof TypeError || problem instanceof SyntaxError
          ? card.dataset.silent
          : problem.message;
      });
  }

  function begin() {
    document.querySelectorAll(".arbiter-fhir-card").forEach(function (card) {
      if (card.dataset.begun !== "1") {
        card.dataset.begun = "1";
        card.querySelector("a").addEventListener("click", keepSession);
        fill(card);
      }
    });
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
