// A page that computes the first contact of two medial axes on the GPU of the browser, and writes it down.

import { medialTimeOfContact, openGpu } from '@nearmiss/gpu';
import { Model } from 'nearmiss';
import { medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';

const model = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 400, primitives: 20 })] });
const gpu = await openGpu();
const motion = { from: { position: [2.5, 0.1, 0] }, to: { position: [0.5, 0.1, 0] } } as const;
const { status, toc } = await medialTimeOfContact(model, motion, model, {}, { gpu });
document.body.dataset.kind = gpu.kind;
document.body.dataset.adapter = gpu.adapter;
document.body.dataset.status = status;
document.body.textContent = String(toc);
