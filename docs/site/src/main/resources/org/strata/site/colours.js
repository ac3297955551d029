// Before the page is painted: the colours that the reader chose, and that scripts run.
(function () {
  document.documentElement.classList.add("scripts");
  try {
    const chosen = localStorage.getItem("strata-colours");
    if (chosen) document.documentElement.dataset.colours = chosen;
  } catch (refused) {
    // Storage is switched off: the system's colours.
  }
})();
