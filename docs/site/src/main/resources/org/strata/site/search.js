// Searches the entries of search-data.js: [kind, address, title, page, text, 1 if it is about the inside].
(function (global) {
  const KINDS = ["page", "section", "parameter", "method", "message", "option"];
  const WEIGHTS = [1.25, 1.15, 1, 1, 1.1, 1.2];
  // Names of older versions and other spellings of the same.
  const ALIASES = [
    [/^btl_(vader|sm)(?=_|$)/, "btl_shm"],
    [/^(vader|sm)$/, "shm"],
    [/^ompi_info$/, "mpi_info"],
    [/^mpi_(?=(send|recv|bcast|reduce|allreduce|barrier|init|finalize|isend|irecv|gather|scatter|abort)$)/, ""],
  ];
  function plain(text) {
    return text.toLowerCase().replace(/[‘’“”"'`()<>…]/g, " ").replace(/\s+/g, " ").trim();
  }

  function words(question) {
    return plain(question).split(/[\s,;:=]+/).map(word => word.replace(/^-+(?=\w)/, "")).filter(Boolean).map(word =>
      ALIASES.reduce((name, [old, now]) => name.replace(old, now), word));
  }

  // Damerau-Levenshtein distance of at most max.
  function near(a, b, max) {
    if (Math.abs(a.length - b.length) > max) return false;
    let before = null;
    let last = Array.from({ length: b.length + 1 }, (none, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      before = last;
      last = row;
    }
    return last[b.length] <= max;
  }

  function prepare(data) {
    return data.map(([kind, url, title, page, text, inside]) => ({
      // Pages about the inside come after those about the use.
      kind: KINDS[kind], weight: WEIGHTS[kind] * (inside ? 0.55 : 1), url, title, page,
      name: plain(title.replace(/\(.*/, "") || title), place: plain(page), text: plain(text), parts: null,
    }));
  }

  function begins(text, at) {
    return at === 0 || /[^a-z0-9]/.test(text[at - 1]);
  }

  // A title that says little more than the word counts more.
  function share(entry, word) {
    return 10 * word.length / entry.name.length;
  }

  function whole(text, at, word) {
    return begins(text, at) && !/[a-z0-9_]/.test(text[at + word.length] || " ");
  }

  function worth(entry, word, fuzzy) {
    const at = entry.name.indexOf(word);
    if (at >= 0) {
      if (entry.name === word) return 60;
      return share(entry, word) + (whole(entry.name, at, word) ? 30 : begins(entry.name, at) ? 26 : 14);
    }
    if (entry.place.includes(word)) return 8;
    const inside = entry.text.indexOf(word);
    if (inside >= 0) {
      const again = Math.min(2, entry.text.split(word).length - 2);
      return (whole(entry.text, inside, word) ? 6 : begins(entry.text, inside) ? 4 : 2) + again;
    }
    if (fuzzy && word.length > 3) {
      entry.parts = entry.parts || entry.name.split(/[^a-z0-9]+/);
      if (near(word, entry.name, word.length > 7 ? 2 : 1)) return 40;
      if (entry.parts.some(part => near(word, part, 1))) return 10 + share(entry, word);
    }
    return 0;
  }

  function score(entry, asked, phrase, fuzzy) {
    let sum = 0;
    for (let word of asked) {
      const value = worth(entry, word, fuzzy);
      if (value === 0) return 0;
      sum += value;
    }
    if (asked.length > 1 && entry.name.includes(phrase)) sum += 40;
    else if (asked.length > 1 && entry.text.includes(phrase)) sum += 12;
    return sum * entry.weight;
  }

  function ranked(entries, value) {
    return entries.map(entry => ({ entry, points: value(entry) })).filter(hit => hit.points > 0)
      .sort((a, b) => b.points - a.points || a.entry.title.length - b.entry.title.length).map(hit => hit.entry);
  }

  function search(entries, question, limit) {
    const asked = words(question);
    if (asked.length === 0) return [];
    const phrase = asked.join(" ");
    let hits = ranked(entries, entry => score(entry, asked, phrase, false));
    if (hits.length === 0) hits = ranked(entries, entry => score(entry, asked, phrase, true));
    // No entry has all words, as of a message with other names and numbers: the one with most of them.
    if (hits.length === 0 && asked.length > 2) {
      hits = ranked(entries, entry => {
        const found = asked.map(word => worth(entry, word, false)).filter(value => value > 0);
        return found.length * 2 < asked.length ? 0 : found.reduce((sum, value) => sum + value, 0) * entry.weight;
      });
    }
    const seen = new Set();
    return hits.filter(entry => {
      const key = entry.kind === "method" ? entry.title.replace(/\(.*/, "") : entry.url;
      return !seen.has(key) && seen.add(key);
    }).slice(0, limit);
  }

  global.StrataSearch = { prepare, search };
})(typeof window === "undefined" ? globalThis : window);
