#!/usr/bin/env node
// The command `agon`: UCI or UGI on standard input and output.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {AgonWorker} from "./node.js";

const USAGE = `agon [OPTIONS]                   speak UCI or UGI on standard input and output
agon [OPTIONS] "COMMAND ..."...  carry out a session's commands, one line an argument

Options:
  --threads     the build with threads; the option Threads then says how many search
  -h, --help    this text
  --version     the version

Examples:
  agon "position startpos moves a1b2" "go depth 8"
  agon --threads "setoption name Threads value 2" "go movetime 1000"
  agon help
`;
const OPTIONS = ["--threads", "-h", "--help", "--version"];
/** The commands of protocols.md sections 1 and 2, as `help` lists them. */
const COMMANDS = ["uci", "ugi", "debug", "isready", "setoption", "ucinewgame", "uginewgame", "position", "query", "go",
  "stop", "ponderhit", "quit", "exit", "d", "eval", "flip", "perft", "bench", "speedtest", "compiler", "export_net",
  "genfens", "help", "?"];

/** The number of letters to change, insert or delete. */
function distance(a, b) {
  let row = [...b, ""].map((_, i) => i);
  for (let i = 0; i < a.length; ++i) {
    const next = [i + 1];
    for (let j = 0; j < b.length; ++j)
      next.push(Math.min(row[j] + (a[i] === b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    row = next;
  }
  return row.at(-1);
}

function fail(status, text) {
  process.stderr.write(`agon: ${text}\n`, () => process.exit(status));
}

function refuse(kind, word, known) {
  const near = known.find((name) => name.length > 2 && distance(word, name) <= 1 + Number(name.length > 5));
  fail(2, `unknown ${kind} '${word}'; ${near ? `did you mean '${near}'?` : "see 'agon --help'"}`);
}

function main(args) {
  const lines = args.filter((argument) => !argument.startsWith("-"));
  const options = args.filter((argument) => argument.startsWith("-"));
  for (const option of options) if (!OPTIONS.includes(option)) return refuse("option", option, OPTIONS);
  if (options.includes("-h") || options.includes("--help")) return process.stdout.write(USAGE);
  if (options.includes("--version"))
    return process.stdout.write(`agon ${JSON.parse(readFileSync(new URL("./package.json", import.meta.url))).version}\n`);
  const words = lines.map((line) => line.trim().split(/\s+/)[0]);
  for (const word of words) if (!COMMANDS.includes(word)) return refuse("command", word, COMMANDS);
  serve(lines, words, options.includes("--threads"));
}

function serve(lines, words, threads) {
  const engine = new AgonWorker({threads});
  engine.onmessage = ({data}) => process.stdout.write(data + "\n");
  engine.onerror = (error) => fail(1, error.message);
  engine.onexit = () => process.stdout.write("", () => process.exit(0));
  process.stdout.on("error", () => process.exit(1)); // nobody reads
  const send = (line) => {
    // The engine sees only files that it is given, so this reads them.
    const [, , path] = line.match(/^\s*setoption\s+name\s+(VariantPath|EvalFile)\s+value\s+(.*\S)/i) ?? [];
    try {
      if (path && path !== "<empty>" && path !== "<embedded>") engine.postMessage({file: path, text: readFileSync(path)});
    } catch { /* the engine says that it is not there */ }
    try {
      engine.postMessage(line);
    } catch (error) {
      process.stdout.write(`info string ${error.message}\n`);
    }
  };
  if (lines.length > 0) {
    const end = words.findIndex((word) => word === "quit" || word === "exit");
    for (const line of end < 0 ? lines : lines.slice(0, end)) send(line);
    return engine.drain();
  }
  if (process.stdin.isTTY && process.stderr.isTTY)
    process.stderr.write("Agon, an engine for the board game Agon. 'help' lists the commands, 'quit' ends.\n");
  createInterface({input: process.stdin, crlfDelay: Infinity}).on("line", send).on("close", () => engine.end());
}

main(process.argv.slice(2));
