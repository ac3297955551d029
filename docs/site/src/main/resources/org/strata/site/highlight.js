// Colours code with Prism when the site is made: highlight(code, language) returns HTML with classes k, s, n, c, t of style.css.
var CLASSES = {
  keyword: "k", boolean: "k", "null": "k", important: "k", "builtin": "k", "for-or-select": "n",
  string: "s", "triple-quoted-string": "s", "char": "s", "attr-value": "s", url: "s",
  number: "n", variable: "n", parameter: "n",
  comment: "c", prolog: "c", doctype: "c", shebang: "c",
  "class-name": "t", api: "t", tag: "t", annotation: "t", "attr-name": "t", key: "t", atrule: "t"
};
// Prism takes a word of capitals for a constant.
Prism.languages.insertBefore("java", "class-name", { api: /\b(?:MPI|IO)\b/ });
Prism.languages.hocon = {
  comment: { pattern: /(^|\s)(?:#|\/\/).*/m, lookbehind: true },
  string: { pattern: /"(?:\\.|[^"\\\n])*"/, greedy: true },
  key: { pattern: /(^[ \t]*)[\w.-]+(?=\s*[={:])/m, lookbehind: true },
  "boolean": /\b(?:true|false|on|off|yes|no)\b/,
  number: /\b\d+(?:\.\d+)?[kmg]?\b/i
};

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function written(token) {
  if (typeof token === "string") return escaped(token);
  if (Array.isArray(token)) return token.map(written).join("");
  var name = CLASSES[token.type];
  // A tag's own name and its attributes are tokens inside; a shell's string has variables inside.
  var inside = written(token.content);
  if (!name || (token.type === "tag" && Array.isArray(token.content) && token.content.length > 1)) return inside;
  return '<span class="' + name + '">' + inside + "</span>";
}

function highlight(code, language) {
  var grammar = Prism.languages[String(language)];
  return grammar ? written(Prism.tokenize(String(code), grammar)) : escaped(String(code));
}
