import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readScene, runScene } from '@nearmiss/dynamics';
import { LineWriter } from '../batch/line-writer.ts';
import { Models } from '../batch/models.ts';
import { openModelsIn } from '../batch/open-model.ts';
import { parseJson } from '../json-text.ts';
import { readArguments, UsageError } from '../usage.ts';
import { openOutput } from '../whole-file.ts';
import type { Command } from './command.ts';

export const SIMULATE: Command = {
  help: `Usage: nearmiss simulate SCENE [-o TRAJECTORY] [--models FOLDER]

Moves the bodies of a scene, a JSON file, and writes one JSON object a line: the first at time 0, the last at the end. The same
scene gives the same bytes.

  -o, --output FILE    where to write; stdout by default. Until the end the lines are in FILE.part
  --models FOLDER      where model files are; by default the folder of SCENE. Nothing outside it is opened

{"gravity":[0,0,-9.81],"step":0.005,"duration":4,"stepper":"events","every":4,
 "bodies":[{"id":"floor","convex":"box(size=[20,20,1])","kind":"static","pose":{"position":[0,0,-0.5]}},
           {"id":"ring","shape":"torus(majorRadius=1,minorRadius=0.2)","pose":{"position":[0,0,3]}}],
 "joints":[{"kind":"hinge","a":"ring","anchor":[0,0,3],"axis":[0,1,0]}]}

  stepper    events (never through each other) or impulses (local penetration depths)
  every      steps from one line to the next; 1 by default. materials {friction, restitution} and threshold as in the library
  bodies     id; model, mesh, shape or convex; kind: dynamic, static or kinematic; pose, velocity, angularVelocity;
             density or mass, centerOfMass, inertia; friction, restitution, linearDamping, angularDamping; group, mask; medial
  joints     kind: fixed, ball, hinge or slider; a and b (the world without b); anchor and axis in the world at the start;
             limits and motor {speed, force} of hinges and sliders; collide, breakForce
`,
  async run(args) {
    const flags = { output: { type: 'string', short: 'o' }, models: { type: 'string' } } as const;
    const { values, positionals } = readArguments(args, flags, ['SCENE']);
    const [file] = positionals;
    if (file === undefined) throw new UsageError('A scene is needed, a JSON file.');
    const text = await readFile(file, 'utf8').catch((cause: Error) => {
      throw new UsageError(`"${file}" cannot be opened: ${cause.message}.`);
    });
    const models = new Models(openModelsIn(values.models ?? dirname(file)));
    const scene = await readScene(parseJson(text, 'The scene'), (given) => models.read(given, 'the body'));
    const output = values.output === undefined ? null : await openOutput(values.output, file);
    const writer = new LineWriter(output?.stream ?? process.stdout);
    for (const frame of runScene(scene)) await writer.write(JSON.stringify(frame));
    await writer.end();
    await output?.finish();
    return 0;
  },
};
