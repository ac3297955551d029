// The menu of small windows, colours, copying, the filter of long tables, and the search's dialog.
(function () {
  const page = document.documentElement;
  const root = page.dataset.root;

  const menu = document.querySelector(".menu");
  const side = document.getElementById("side");
  function showMenu(open) {
    document.body.classList.toggle("menu-open", open);
    menu.setAttribute("aria-expanded", open);
    if (open) (side.querySelector("[aria-current]") || side.querySelector("a")).focus();
    else menu.focus();
  }
  menu.addEventListener("click", () => showMenu(menu.getAttribute("aria-expanded") !== "true"));
  side.addEventListener("keydown", event => {
    if (event.key === "Escape" && menu.getAttribute("aria-expanded") === "true") showMenu(false);
  });

  const colours = document.querySelector(".colours");
  const next = { auto: "light", light: "dark", dark: "auto" };
  function sayColours() {
    colours.textContent = "Colours: " + (page.dataset.colours || "auto");
  }
  colours.addEventListener("click", () => {
    const chosen = next[page.dataset.colours || "auto"];
    if (chosen === "auto") delete page.dataset.colours;
    else page.dataset.colours = chosen;
    sayColours();
    try {
      localStorage.setItem("strata-colours", chosen === "auto" ? "" : chosen);
    } catch (refused) {
      // Storage is switched off: for this page only.
    }
  });
  sayColours();

  // Prompts and output stay behind, unless there is nothing else.
  function copied(block) {
    const copy = block.querySelector("pre").cloneNode(true);
    const only = copy.querySelectorAll(".p, .o");
    if (copy.querySelector(".p")) only.forEach(part => part.remove());
    return copy.textContent.replace(/^\n+|\s+$/g, "").replace(/\n{2,}/g, copy.querySelector(".p") ? "\n" : "$&") + "\n";
  }
  document.querySelectorAll(".block button").forEach(button =>
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(copied(button.closest(".block"))).then(
        () => (button.textContent = "Copied"),
        () => (button.textContent = "Not allowed"));
      setTimeout(() => (button.textContent = "Copy"), 2000);
    }));

  const rows = [...document.querySelectorAll("main tr[id], main tr:has(td:first-child > a:only-child > code)")];
  if (rows.length > 60) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "filter";
    input.type = "search";
    label.append("Only rows with ", input);
    document.querySelector("main h2").before(label);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
      for (const scroll of document.querySelectorAll("main .scroll")) {
        const shown = scroll.querySelector("tbody tr:not([hidden])") !== null;
        scroll.hidden = !shown;
        const heading = scroll.previousElementSibling;
        if (heading && heading.matches("h2, h3")) heading.hidden = !shown;
      }
    });
  }

  const dialog = document.getElementById("search");
  const question = dialog.querySelector("input");
  const hint = dialog.querySelector(".hint");
  const list = dialog.querySelector("ol");
  let entries = null;
  function load(then) {
    if (entries) return then();
    const script = document.createElement("script");
    script.src = root + "search-data.js";
    script.onload = () => {
      entries = StrataSearch.prepare(window.STRATA_SEARCH);
      then();
    };
    document.head.append(script);
  }
  function show() {
    const hits = StrataSearch.search(entries, question.value, 12);
    hint.textContent = question.value.trim() && hits.length === 0 ? "Nothing found." : "";
    list.replaceChildren(...hits.map(hit => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const kind = document.createElement("small");
      link.href = root + hit.url;
      link.textContent = hit.title;
      kind.textContent = " " + hit.kind + (hit.page === hit.title ? "" : ", " + hit.page);
      link.append(kind);
      link.addEventListener("click", () => dialog.close());
      item.append(link);
      return item;
    }));
  }
  function openSearch() {
    if (!dialog.open) dialog.showModal();
    question.select();
    load(show);
  }
  document.querySelector(".open-search").addEventListener("click", openSearch);
  question.addEventListener("input", () => load(show));
  document.addEventListener("keydown", event => {
    const typing = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
    if ((event.key === "/" && !typing) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      openSearch();
    }
  });
  dialog.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Enter" && at < 0 && links.length > 0) links[0].click();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const to = at + (event.key === "ArrowDown" ? 1 : -1);
    if (to < 0) question.focus();
    else if (to < links.length) links[to].focus();
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    question.value = asked;
    openSearch();
  }
})();
