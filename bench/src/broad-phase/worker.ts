import { serve } from '../isolate.ts';
import { type CrowdAnswer, type CrowdCase, openKeeper } from './ask.ts';

serve<string, CrowdCase, CrowdAnswer>((name) => openKeeper(name));
