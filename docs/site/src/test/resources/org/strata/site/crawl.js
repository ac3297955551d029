// Opens index.html and every page that can be reached from it, in a frame of three widths and in both colours, and reports what is wrong:
// links without a target, pages that scroll sideways, titles too far down, what axe finds, searches that lead elsewhere, and requests to other hosts.
// WholeSiteTest serves this beside the site and reads the report.
const broken = [];
const texts = new Set();
const site = new URL("0.1/", location);
const frame = document.createElement("iframe");
document.body.append(frame);
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const JAVADOC = ["package-summary", "Comm", "MPI", "Request", "Datatype"].map(name => new URL("api/mpi/" + name + ".html", site).href);
const HIGHEST = 110;
const LONGEST = 160 * 1024;

function open(address, width) {
  frame.style.width = width + "px";
  return new Promise(loaded => {
    frame.onload = () => loaded(frame.contentWindow);
    frame.src = address;
  });
}

function script(page, name) {
  return new Promise((loaded, failed) => {
    const element = page.document.createElement("script");
    element.src = new URL(name, location).href;
    element.onload = loaded;
    element.onerror = () => failed(new Error("the page refuses " + name));
    page.document.head.append(element);
  });
}

async function crawl() {
  const waiting = [new URL("index.html", site).href];
  const seen = new Set();
  const pages = [];
  while (waiting.length > 0) {
    const address = waiting.shift();
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await fetch(address);
    const text = await answer.text();
    if (!answer.ok) broken.push(address + " " + answer.status);
    if (!answer.ok || address.includes("/api/") || !address.endsWith(".html")) continue;
    pages.push(address);
    if (text.length > LONGEST) broken.push(address + " has " + text.length + " bytes");
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.title || !page.querySelector("main h1")) broken.push(address + " has no heading");
    for (const link of page.querySelectorAll("a[href]")) {
      const target = new URL(link.getAttribute("href"), address);
      if (target.origin !== location.origin) continue;
      const anchor = decodeURIComponent(target.hash.slice(1));
      target.hash = "";
      if (anchor && target.href === address && !page.getElementById(anchor)) broken.push(address + "#" + anchor);
      waiting.push(target.href);
    }
  }
  return pages;
}

async function look(address, width, colours) {
  localStorage.setItem("strata-colours", colours);
  const page = await open(address, width);
  const body = page.document;
  const where = address.replace(site.href, "") + " at " + width + ", " + colours + ": ";
  const ours = !address.includes("/api/");
  if (ours && body.documentElement.scrollWidth > width) broken.push(where + "is " + body.documentElement.scrollWidth + " wide");
  const top = Math.round(body.querySelector("h1").getBoundingClientRect().top);
  if (ours && top > HIGHEST) broken.push(where + "its title is at " + top);
  for (const request of page.performance.getEntriesByType("resource")) {
    const asked = new URL(request.name);
    // The Javadoc's stylesheet has its icons inside of it.
    if (asked.protocol !== "data:" && asked.origin !== location.origin) broken.push(where + "asks " + request.name);
  }
  if (width === 768) return;
  await script(page, "axe.js");
  // In signatures of methods this version of axe takes links in a line of code for buttons; 4.14 does not.
  const rules = ours ? {} : { "target-size": { enabled: false } };
  const result = await page.axe.run(body, { runOnly: RULES, rules, iframes: false, resultTypes: ["violations"] });
  for (const violation of result.violations) {
    broken.push(where + violation.id + ": " + violation.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | "));
  }
}

async function search() {
  const page = await open(new URL("index.html", site).href, 1440);
  page.document.querySelector(".open-search").click();
  while (!page.STRATA_SEARCH || !page.StrataSearch) await new Promise(later => setTimeout(later, 20));
  const entries = page.StrataSearch.prepare(page.STRATA_SEARCH);
  const queries = (await (await fetch("queries.tsv")).text()).trim().split("\n");
  for (const [question, address] of queries.map(line => line.split("\t"))) {
    const hit = page.StrataSearch.search(entries, question, 1)[0];
    if (!hit || !hit.url.startsWith(address)) broken.push("search: " + question + " leads to " + (hit ? hit.url : "nothing"));
  }
  for (const entry of entries) {
    const [file, anchor] = entry.url.split("#");
    if (anchor && !entry.url.startsWith("api/")) texts.add(file + "\n" + anchor);
  }
  const files = new Map();
  for (const [file, anchor] of [...texts].map(text => text.split("\n"))) {
    if (!files.has(file)) files.set(file, new DOMParser().parseFromString(await (await fetch(new URL(file, site))).text(), "text/html"));
    if (!files.get(file).getElementById(anchor)) broken.push("search: no " + file + "#" + anchor);
  }
  return queries.length;
}

async function all() {
  const pages = await crawl();
  const queries = await search();
  for (const address of [...pages, ...JAVADOC]) {
    for (const colours of ["light", "dark"]) for (const width of [360, 1440]) await look(address, width, colours);
    await look(address, 768, "light");
  }
  return "pages " + pages.length + " queries " + queries + broken.map(b => "\nbroken: " + b).join("");
}

all().catch(failure => "broken: " + failure.stack).then(report => fetch("report", { method: "POST", body: report }));
