// Holds an exported net against what the program itself computes, with ONNX Runtime as the judge.
//
//   node judge.mjs FOLDER
//
// FOLDER is one of `gipfel export onnx --check-positions N`. All positions of check.bin go through the net in batches of 1, 2, 17
// and 64, and every row is compared: logits relative to max(1, |logit|), probabilities as they are. Then those of example.json.
// Prints a line of a table; exits with 1 if anything differs by more than 1e-4.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// What is installed is not beside this file but where NODE_MODULES says.
const ort = createRequire(join(process.env.NODE_MODULES ?? import.meta.dirname, "x"))("onnxruntime-node");

const tolerance = 1e-4;
const batches = [1, 2, 17, 64];

const folder = process.argv[2];
const read = (name) => readFileSync(join(folder, name));
const json = (name) => JSON.parse(read(name));
const wrong = [];

/** The largest difference between two lists of numbers; what is not a number differs infinitely. */
function difference(got, want, relative) {
  if (got.length !== want.length) return Infinity;
  let most = 0;
  for (let i = 0; i < want.length; i++) {
    const d = Math.abs(got[i] - want[i]) / (relative ? Math.max(1, Math.abs(want[i])) : 1);
    if (!(d <= most)) most = Number.isNaN(d) ? Infinity : d;
  }
  return most;
}

/** Compares one row and keeps the largest differences. */
function compare(worst, what, policy, outcome, wantPolicy, wantOutcome) {
  const d = { policy: difference(policy, wantPolicy, true), outcome: difference(outcome, wantOutcome, false) };
  for (const name of ["policy", "outcome"]) {
    if (d[name] > tolerance && wrong.length < 5) wrong.push(`${what}: ${name} differs by ${d[name]}`);
    worst[name] = Math.max(worst[name], d[name]);
  }
}

/** Evaluates rows that stand one after the other. */
async function evaluate(session, card, rows, values) {
  const shape = [rows, card.game.height, card.game.width, card.game.input_planes];
  const { policy, outcome } = await session.run({ planes: new ort.Tensor("float32", values, shape) });
  const dims = JSON.stringify([policy.dims, outcome.dims]);
  const want = JSON.stringify([[rows, card.game.actions], [rows, card.game.players + 1]]);
  if (dims !== want) throw new Error(`the outputs have shapes ${dims}, want ${want}`);
  return { policy: policy.data, outcome: outcome.data };
}

/** All positions of check.bin, in all batches. Returns the largest differences and how much the expected outputs vary. */
async function judgeCheck(session, card) {
  const check = json("check.json");
  const { positions, inputs, actions, outcomes } = check;
  const bytes = read(check.file);
  if (bytes.length !== 4 * positions * (inputs + actions + outcomes)) throw new Error(`${check.file} has ${bytes.length} bytes`);
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const planes = numbers.subarray(0, positions * inputs);
  const policies = numbers.subarray(planes.length, planes.length + positions * actions);
  const probabilities = numbers.subarray(planes.length + policies.length);
  const row = (list, size, i) => list.subarray(i * size, (i + 1) * size);

  const worst = { policy: 0, outcome: 0 };
  let compared = 0;
  for (const batch of batches) {
    for (let first = 0; first < positions; first += batch) {
      const rows = Math.min(batch, positions - first);
      const got = await evaluate(session, card, rows, planes.slice(first * inputs, (first + rows) * inputs));
      for (let i = 0; i < rows; i++, compared++) {
        compare(worst, `batch of ${rows}, row ${i}, position ${first + i}`, row(got.policy, actions, i), row(got.outcome, outcomes, i),
          row(policies, actions, first + i), row(probabilities, outcomes, first + i));
      }
    }
  }
  if (compared !== batches.length * positions) throw new Error(`${compared} rows compared`);
  const spread = { policy: 0, outcome: 0 };
  for (let i = 1; i < positions; i++) {
    spread.policy = Math.max(spread.policy, difference(row(policies, actions, i), row(policies, actions, 0), false));
    spread.outcome = Math.max(spread.outcome, difference(row(probabilities, outcomes, i), row(probabilities, outcomes, 0), false));
  }
  if (spread.policy < 0.1 || spread.outcome < 0.01) wrong.push(`the outputs hardly vary (${spread.policy}, ${spread.outcome}): this shows nothing`);
  return { positions, compared, worst, spread };
}

/** The positions of example.json, as a front-end would use them: the softmax is over the legal actions alone. */
async function judgeExamples(session, card) {
  const worst = { policy: 0, outcome: 0 };
  const { positions } = json("example.json");
  const got = await evaluate(session, card, positions.length, Float32Array.from(positions.flatMap((p) => p.planes)));
  positions.forEach((p, i) => {
    const policy = got.policy.subarray(i * card.game.actions, (i + 1) * card.game.actions);
    const outcome = got.outcome.subarray(i * (card.game.players + 1), (i + 1) * (card.game.players + 1));
    compare(worst, `example ${i}`, policy, outcome, p.policy, p.outcome);
    const odds = p.legal.map((l) => Math.exp(policy[l.action]));
    const sum = odds.reduce((s, x) => s + x, 0);
    if (difference(odds.map((x) => x / sum), p.legal.map((l) => l.probability), false) > tolerance) {
      wrong.push(`example ${i}: the probabilities of the legal moves are others`);
    }
  });
}

async function judge() {
  const card = json("card.json");
  for (const [name, sum] of Object.entries(card.files)) {
    if (createHash("sha256").update(read(name)).digest("hex") !== sum) wrong.push(`${name} has another checksum`);
  }
  const session = await ort.InferenceSession.create(join(folder, card.model.file));
  const names = JSON.stringify([session.inputNames, session.outputNames]);
  if (names !== '[["planes"],["policy","outcome"]]') wrong.push(`inputs and outputs are ${names}`);
  await judgeExamples(session, card);
  const r = await judgeCheck(session, card);
  const number = (x) => x.toExponential(1).padStart(9);
  console.log(
    card.game.name.padEnd(16) + String(r.positions).padStart(9) + String(r.compared).padStart(7) +
    number(r.worst.policy) + number(r.worst.outcome) + number(r.spread.policy) + number(r.spread.outcome) +
    (wrong.length ? "  WRONG" : "  ok"),
  );
}

try {
  await judge();
} catch (error) {
  wrong.push(error.message);
}
for (const text of wrong) console.error(`${folder}: ${text}`);
process.exitCode = wrong.length ? 1 : 0;
