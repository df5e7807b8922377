import { serve } from '../isolate.ts';
import type { ContactMethod } from '../time-of-contact/methods.ts';
import { type MethodAnswer, type MethodCase, openAdvancement } from './ask.ts';

serve<ContactMethod, MethodCase, MethodAnswer>((method) => openAdvancement(method));
