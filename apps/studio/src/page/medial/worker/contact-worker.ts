// The worker that asks the library: keeps a model with its medial axis, and answers one question after the other.

import { Model, use } from 'nearmiss';
import { medialStructure } from 'nearmiss/medial';
import { simd } from 'nearmiss/simd';
import { refusalOf } from '../../worker/refusal.ts';
import type { ContactQuestion, ContactReply, ContactRequest } from '../messages.ts';
import { contactOf } from './contact.ts';

use(simd);

let model: Model | null = null;
let number = 0;

addEventListener('message', ({ data }: MessageEvent<ContactRequest>) => {
  if (data.kind === 'use') {
    model = Model.fromBytes(data.model, { with: [medialStructure()] });
    number = data.number;
  } else postMessage(replyTo(data.question));
});

function replyTo(question: ContactQuestion): ContactReply {
  try {
    if (model === null) throw new Error('There is no body yet.');
    return { kind: 'answered', number, answer: contactOf(model, question) };
  } catch (error) {
    return { kind: 'refused', number, refusal: refusalOf(error) };
  }
}
