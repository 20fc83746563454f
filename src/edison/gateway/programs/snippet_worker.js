"use strict";
// The process in which a few lines of JavaScript run, once; snippet_worker.py says what comes and what goes back.

const { readFileSync, writeSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

// Whatever the code prints is not the reply.
process.stdout.write = process.stderr.write.bind(process.stderr);

/** The last semicolon between statements; those within quotes do not count. */
function lastSemicolon(code) {
  let quote = "";
  let last = -1;
  for (let place = 0; place < code.length; place++) {
    const letter = code[place];
    if (letter === "\\") {
      place++;
    } else if (quote) {
      if (letter === quote) quote = "";
    } else if ("'\"`".includes(letter)) {
      quote = letter;
    } else if (letter === ";") {
      last = place;
    }
  }
  return last;
}

/** One line is an expression, perhaps after declarations; several are the body of a function. */
function bodyOf(source) {
  if (source.trimEnd().includes("\n")) return source;
  const line = source.trim().replace(/;+\s*$/, "");
  if (!/^(const|let|var)\s/.test(line)) return `return ${line}`;
  const place = lastSemicolon(line);
  const expression = line.slice(place + 1).trim();
  return place < 0 || !expression ? line : `${line.slice(0, place + 1)} return ${expression}`;
}

async function find(code) {
  if (code.file === undefined) return new Function("output", "context", "process", bodyOf(code.source));
  const [file, name] = code.file.split(":");
  const loaded = await import(pathToFileURL(path.resolve(file)));
  const found = name ? loaded[name] ?? loaded.default?.[name] : loaded.default?.default ?? loaded.default ?? loaded;
  if (typeof found !== "function") throw new Error(`${code.file} is no function`);
  return found;
}

async function main() {
  const [head, ...rest] = readFileSync(0, "utf8").split("\n");
  const given = JSON.parse(rest.join("\n"));
  let said;
  try {
    const result = await (await find(JSON.parse(head)))(given.output, given.context, process);
    said = { value: result === undefined ? null : result };
  } catch (error) {
    said = { error: `${error?.name ?? "Error"}: ${error?.message ?? error}` };
  }
  writeSync(1, JSON.stringify(said));
}

main().then(() => process.exit(0));
